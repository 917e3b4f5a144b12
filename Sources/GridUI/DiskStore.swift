// Where what was downloaded and what was decoded is kept between starts.
import CDesktop
import Desktop
import ImagePipeline
import Logging
import Photos

/// The folders of one user's caches, with threads that may wait for the disk: 200 MB, of which up to 64 are finished
/// tiles. Nothing is created before it is used.
struct DiskStore {
    /// Bytes of `photos`.
    static let photoBudget = 136 << 20
    /// Bytes of finished tiles.
    static let tileBudget = 64 << 20

    private static let photosName = "photos"
    private static let tilesName = "tiles"

    /// The original bytes of remote photos.
    let photos: DiskCache
    /// Finished tiles of local files, and what other programs have left of the kind.
    let tiles: LocalTileStore
    private let pack: TilePack
    private let folder: FileCacheFolder
    private let writer = LoopExecutor(name: "disk-write")

    /// - Parameter directory: as named by a person, or nil for the user's cache folder.
    init(directory: String?) {
        let named = directory ?? FilePath.text(g_get_user_cache_dir()) + "/" + AppIdentity.id
        // A person names it relative to where the program was started.
        let path = FilePath.absolute(named)
        folder = FileCacheFolder(path: path)
        photos = DiskCache(
            folder: FileCacheFolder(path: path + "/" + Self.photosName), budget: Self.photoBudget, executor: LoopExecutor(name: "disk"),
            writer: writer)
        let executor = LoopExecutor(name: "tiles")
        pack = TilePack(folder: FilePackFolder(path: path + "/" + Self.tilesName), budget: Self.tileBudget, executor: executor)
        tiles = LocalTileStore(
            pack: pack, encoder: JPEGTileEncoder(), thumbnails: DesktopThumbnails(executor: executor))
        Logger(label: "disk").debug("caches", metadata: ["folder": "\(FilePath.shown(path))"])
    }

    /// Takes the permissions of other users from photos and tiles that earlier versions have left, as the opening of the
    /// colours does for the folder around them: files of the names that are given here,
    /// and folders that hold nothing else. A folder that a person names and keeps other things in stays as it is, and
    /// what is put into it is the user's alone all the same.
    func restrict() async {
        await photos.restrict()
        await pack.restrict()
    }

    /// The average colours of photos.
    func colours(_ table: ColourTable) -> ColourFile {
        ColourFile(table, in: folder, beside: [Self.photosName, Self.tilesName], executor: writer)
    }

    /// Bytes of finished tiles' files now; nil as long as no tile was asked for or written, which is what opens them.
    var tileBytes: Int? { get async { await pack.sizeIfOpen } }
}
