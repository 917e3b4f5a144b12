// The disk caches for downloads and decoded tiles.
import CGTK
import Codecs
import Desktop
package import ImagePipeline
import Logging
import Photos

/// The cache folders of one user, with executors that may block on the disk: 280 MB in all where the user has not
/// chosen another size, up to 64 MB of them for finished tiles and 80 MB for tiny ones; and besides, a gigabyte for
/// tiles and previews of photos on shares, which are costly to read again. Nothing is created before its first use.
package final class DiskStore {
    /// The limits of the parts in bytes.
    package struct Budget: Hashable, Sendable {
        /// Limit of `photos`.
        package let photos: Int
        /// Limit of the finished tiles.
        package let tiles: Int
        /// Limit of the tiny pictures: at the usual size those of 60,000 photos, at 1.3 KB and their names.
        package let tiny: Int

        /// Divides a size in megabytes: 136 MB, 64 MB and 80 MB of 280.
        package init(megabytes: Int) {
            let all = max(0, megabytes) << 20
            tiles = all / 35 * 8
            tiny = all / 7 * 2
            photos = all - tiles - tiny
        }
    }

    /// The limits now.
    package private(set) var budget: Budget

    private static let photosName = "photos"
    private static let tilesName = "tiles"
    private static let tinyName = "tiny"
    private static let sharesName = "shares"

    /// The original bytes of remote photos.
    package let photos: DiskCache
    /// Finished tiles of files, and thumbnails by other programs.
    let tiles: TileStoresByPlace
    /// Previews of photos on shares, in the same pack as the tiles of these.
    let previews: KeptPreviews
    /// Tiny pictures of local files.
    let tiny: TinyStore
    private let pack: TilePack
    private let tinyPack: TilePack
    private let sharePack: TilePack
    private let folder: FileCacheFolder
    private let writer = LoopExecutor(name: "disk-write")

    /// - Parameters:
    ///   - directory: Folder as the user named it, or nil for the user's cache folder.
    ///   - megabytes: Size of all parts together, but for the tiles and previews of shares.
    ///   - shareMegabytes: Size of these.
    init(directory: String?, megabytes: Int, shareMegabytes: Int = Preferences.usualShareMegabytes) {
        budget = Budget(megabytes: megabytes)
        let named = directory ?? FilePath.text(g_get_user_cache_dir()) + "/" + AppIdentity.id
        // A relative path is relative to where the program was started.
        let path = FilePath.absolute(named)
        folder = FileCacheFolder(path: path)
        photos = DiskCache(
            folder: FileCacheFolder(path: path + "/" + Self.photosName), budget: budget.photos,
            executor: LoopExecutor(name: "disk"), writer: writer)
        let executor = LoopExecutor(name: "tiles")
        pack = TilePack(
            folder: FilePackFolder(path: path + "/" + Self.tilesName), budget: budget.tiles, executor: executor)
        tinyPack = TilePack(
            folder: FilePackFolder(path: path + "/" + Self.tinyName), budget: budget.tiny, executor: executor)
        tiny = TinyStore(pack: tinyPack, codec: TinyBlockCodec())
        sharePack = TilePack(
            folder: FilePackFolder(path: path + "/" + Self.sharesName), budget: shareMegabytes << 20,
            executor: executor)
        let encoder = JPEGTileEncoder()
        previews = KeptPreviews(pack: sharePack, encoder: encoder)
        tiles = TileStoresByPlace(
            files: LocalTileStore(
                pack: pack, encoder: encoder, thumbnails: DesktopThumbnails(executor: executor)),
            shares: LocalTileStore(pack: sharePack, encoder: encoder, thumbnails: previews))
        Logger(label: "disk").debug("caches", metadata: ["folder": "\(FilePath.shown(path))"])
    }

    /// Changes the size of all parts together, and deletes what exceeds it.
    func resize(megabytes: Int) {
        let wanted = Budget(megabytes: megabytes)
        guard wanted != budget else { return }
        budget = wanted
        Task { [photos, pack, tinyPack] in
            await photos.setBudget(wanted.photos)
            await pack.setBudget(wanted.tiles)
            await tinyPack.setBudget(wanted.tiny)
        }
    }

    /// Changes the size of the tiles and previews of shares, and deletes what exceeds it.
    func resize(shareMegabytes: Int) {
        Task { [sharePack] in await sharePack.setBudget(shareMegabytes << 20) }
    }

    /// Bytes of all files now, but for the tiles and previews of shares. Opens them.
    var size: Int {
        get async { await photos.size + pack.size + tinyPack.size }
    }

    /// Bytes of the tiles and previews of shares now. Opens them.
    var shareSize: Int { get async { await sharePack.size } }

    /// Deletes the tiles and previews of shares. What is shown stays.
    func clearShares() async { await sharePack.clear() }

    /// Deletes all other files. What is shown stays.
    func clear() async {
        await photos.clear()
        await pack.clear()
        await tinyPack.clear()
    }

    /// Returns the file of the average colours of photos.
    func colours(_ table: ColourTable) -> ColourFile {
        ColourFile(table, in: folder, executor: writer)
    }

    /// Size of the tiles' files in bytes; nil until the first tile is requested or written, which opens them.
    package var tileBytes: Int? { get async { await pack.sizeIfOpen } }
}
