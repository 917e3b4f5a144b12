// Where what was downloaded and what was decoded is kept between starts.
import CDesktop
import Desktop
import ImagePipeline
import Logging

/// The folders of one user's caches, with threads that may wait for the disk: 200 MB, of which up to 64 are finished
/// tiles. Nothing is created before it is used.
struct DiskStore {
    private static let photoBudget = 136 << 20
    private static let tileBudget = 64 << 20

    private let folder: String
    private let writer = LoopExecutor(name: "disk-write")

    /// - Parameter directory: as named by a person, or nil for the user's cache folder.
    init(directory: String?) {
        let named = directory ?? String(cString: g_get_user_cache_dir()) + "/" + AppIdentity.id
        // A person names it relative to where the program was started.
        folder = takeText(g_canonicalize_filename(named, nil)) ?? named
        Logger(label: "disk").debug("caches", metadata: ["folder": "\(folder)"])
    }

    /// The original bytes of remote photos.
    func photos() -> DiskCache {
        DiskCache(
            directory: folder + "/photos", budget: Self.photoBudget, executor: LoopExecutor(name: "disk"),
            writer: writer)
    }

    /// The average colours of photos.
    func colours(_ table: ColourTable) -> ColourFile { ColourFile(table, in: folder, executor: writer) }

    /// Finished tiles of local files, and what other programs have left of the kind.
    func tiles() -> LocalTileStore {
        let executor = LoopExecutor(name: "tiles")
        return LocalTileStore(
            pack: TilePack(folder: FilePackFolder(path: folder + "/tiles"), budget: Self.tileBudget, executor: executor),
            encoder: JPEGTileEncoder(), thumbnails: DesktopThumbnails(executor: executor))
    }
}
