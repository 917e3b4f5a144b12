// A source of photos for image files that were named one by one.
import Codecs
public import Library
public import Photos

/// The given files in the given order, each once. A missing file is listed too, so that its tile can show the reason.
///
/// A photo's id is its file's absolute path. An actor on a thread of its own, because reading a file's status may
/// block.
public actor FileListSource: PagedPhotoSource {
    public nonisolated let identity: SourceID
    public nonisolated let title: String
    public nonisolated var isLocal: Bool { true }

    private let paths: [String]
    private let executor = LoopExecutor(name: "files")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a source of `paths`, which may be relative to the working folder. Nothing is read yet.
    public init(paths: [String]) {
        var seen: Set<String> = []
        self.paths = paths.map(FilePath.absolute).filter { seen.insert($0).inserted }
        // The ids are absolute, so all lists of files share one name: a file is the same in each.
        identity = SourceID("files")
        let first = self.paths.first.map { FilePath.shown(FilePath.name(of: $0)) } ?? ""
        title = self.paths.count == 1 ? first : "\(self.paths.count) pictures"
    }

    public func page(after cursor: PageCursor?) async throws -> Page {
        let start = min(FilePaging.position(after: cursor), paths.count)
        let end = min(start + FilePaging.count(at: start), paths.count)
        let photos = paths[start..<end].map { PhotoFile.photo(id: PhotoID($0), path: $0) }
        return Page(photos: photos, next: end < paths.count ? PageCursor("\(end)") : nil)
    }

    public nonisolated func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        original(of: photo)
    }

    public nonisolated func original(of photo: Photo) -> ImageLocation { .file(photo.id.text) }
}
