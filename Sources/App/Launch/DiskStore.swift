// The disk caches for downloads and decoded tiles.
import CGTK
import Codecs
import Desktop
package import ImagePipeline
import Logging
import Photos

/// The cache folders of one user, with executors that may block on the disk: 280 MB in all, up to 64 MB of them for
/// finished tiles and 80 MB for tiny ones. Nothing is created before its first use.
package struct DiskStore {
    /// Limit of `photos` in bytes.
    package static let photoBudget = 136 << 20
    /// Limit of the finished tiles in bytes.
    package static let tileBudget = 64 << 20
    /// Limit of the tiny pictures in bytes: those of 60,000 photos, at 1.3 KB and their names.
    package static let tinyBudget = 80 << 20

    private static let photosName = "photos"
    private static let tilesName = "tiles"
    private static let tinyName = "tiny"

    /// The original bytes of remote photos.
    package let photos: DiskCache
    /// Finished tiles of local files, and thumbnails by other programs.
    let tiles: LocalTileStore
    /// Tiny pictures of local files.
    let tiny: TinyStore
    private let pack: TilePack
    private let tinyPack: TilePack
    private let folder: FileCacheFolder
    private let writer = LoopExecutor(name: "disk-write")

    /// - Parameter directory: Folder as the user named it, or nil for the user's cache folder.
    init(directory: String?) {
        let named = directory ?? FilePath.text(g_get_user_cache_dir()) + "/" + AppIdentity.id
        // A relative path is relative to where the program was started.
        let path = FilePath.absolute(named)
        folder = FileCacheFolder(path: path)
        photos = DiskCache(
            folder: FileCacheFolder(path: path + "/" + Self.photosName), budget: Self.photoBudget,
            executor: LoopExecutor(name: "disk"), writer: writer)
        let executor = LoopExecutor(name: "tiles")
        pack = TilePack(
            folder: FilePackFolder(path: path + "/" + Self.tilesName), budget: Self.tileBudget, executor: executor)
        tinyPack = TilePack(
            folder: FilePackFolder(path: path + "/" + Self.tinyName), budget: Self.tinyBudget, executor: executor)
        tiny = TinyStore(pack: tinyPack, codec: TinyBlockCodec())
        tiles = LocalTileStore(
            pack: pack, encoder: JPEGTileEncoder(), thumbnails: DesktopThumbnails(executor: executor), tiny: tiny)
        Logger(label: "disk").debug("caches", metadata: ["folder": "\(FilePath.shown(path))"])
    }

    /// Removes other users' permissions from photos and tiles that earlier versions have stored, as the opening of the
    /// colours does for the folder around them. Applies to files with the names given here, and to folders that contain
    /// nothing else. A named folder that also contains other files keeps its permissions; new cache files in it are
    /// private to the user all the same.
    func restrict() async {
        await photos.restrict()
        await pack.restrict()
        await tinyPack.restrict()
    }

    /// Returns the file of the average colours of photos.
    func colours(_ table: ColourTable) -> ColourFile {
        ColourFile(table, in: folder, beside: [Self.photosName, Self.tilesName, Self.tinyName], executor: writer)
    }

    /// Size of the tiles' files in bytes; nil until the first tile is requested or written, which opens them.
    package var tileBytes: Int? { get async { await pack.sizeIfOpen } }
}
