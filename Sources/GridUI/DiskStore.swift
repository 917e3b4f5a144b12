// Where what was downloaded and what was decoded is kept between starts.
import CDesktop
import Desktop
import ImagePipeline
import Logging

/// The folders of one user's caches, with threads that may wait for the disk: 200 MB, of which up to 64 are finished
/// tiles. Nothing is created before it is used.
struct DiskStore {
    /// Bytes of `photos`.
    static let photoBudget = 136 << 20
    /// Bytes of finished tiles.
    static let tileBudget = 64 << 20

    /// The original bytes of remote photos.
    let photos: DiskCache
    /// Finished tiles of local files, and what other programs have left of the kind.
    let tiles: LocalTileStore
    private let pack: TilePack
    private let folder: String
    private let writer = LoopExecutor(name: "disk-write")

    /// - Parameter directory: as named by a person, or nil for the user's cache folder.
    init(directory: String?) {
        let named = directory ?? String(cString: g_get_user_cache_dir()) + "/" + AppIdentity.id
        // A person names it relative to where the program was started.
        folder = takeText(g_canonicalize_filename(named, nil)) ?? named
        photos = DiskCache(
            directory: folder + "/photos", budget: Self.photoBudget, executor: LoopExecutor(name: "disk"),
            writer: writer)
        let executor = LoopExecutor(name: "tiles")
        pack = TilePack(folder: FilePackFolder(path: folder + "/tiles"), budget: Self.tileBudget, executor: executor)
        tiles = LocalTileStore(
            pack: pack, encoder: JPEGTileEncoder(), thumbnails: DesktopThumbnails(executor: executor))
        Logger(label: "disk").debug("caches", metadata: ["folder": "\(folder)"])
    }

    /// The average colours of photos.
    func colours(_ table: ColourTable) -> ColourFile { ColourFile(table, in: folder, executor: writer) }

    /// Bytes of finished tiles' files now; nil as long as no tile was asked for or written, which is what opens them.
    var tileBytes: Int? { get async { await pack.sizeIfOpen } }
}
