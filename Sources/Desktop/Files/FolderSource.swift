// A folder on disk as a source of photos.
import CGLib
import Codecs
import Logging
public import Library
public import Photos

/// The image files below a folder, in every format that the installed gdk-pixbuf reads. An actor on a thread of its
/// own, because a folder may lie on a disk that is slow or gone.
///
/// A photo's id is its path below the folder; its version changes with the file's time of modification and length. The
/// folder is read as pages are requested. A request for the first page reads it anew.
public actor FolderSource: PagedPhotoSource {
    public nonisolated let identity: SourceID
    public nonisolated let title: String
    public nonisolated var isLocal: Bool { true }
    /// Subfolders and links that could not be read so far, each with its reason, for a banner; they are logged too.
    public private(set) var warnings: [String] = []

    private nonisolated let path: String
    /// The image around which the folder is opened; nil for all of a folder and its subfolders.
    private nonisolated let anchorID: PhotoID?
    /// The position of the anchor in the listing; nil before the first page was requested, and when the anchor is not
    /// listed.
    public private(set) var anchorIndex: Int?
    private let formats = ReadableFormats()
    private let executor = LoopExecutor(name: "folder", niceness: 5)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var walk: FolderWalk?
    private var position = 0
    private var last: (start: Int, page: Page)?
    private let log = Logger(label: "folder")

    /// Creates a source of the folder at `path`, which may be relative to the working folder. Nothing is read yet.
    public init(path: String) { self.init(absolute: FilePath.absolute(path), anchor: nil) }

    /// Creates a source of the folder that contains the image at `file`, which may be relative to the working folder.
    /// Subfolders are left out, because the user who opens one image means the files beside it. Nothing is read yet.
    public init(around file: String) {
        let file = FilePath.absolute(file)
        self.init(absolute: FilePath.folder(of: file), anchor: PhotoID(FilePath.name(of: file)))
    }

    /// The identity is the same with and without subfolders, because photos have the same ids and positions in both.
    private init(absolute path: String, anchor: PhotoID?) {
        self.path = path
        anchorID = anchor
        identity = SourceID("folder:" + path)
        let name = FilePath.name(of: path)
        title = name.isEmpty ? "/" : FilePath.shown(name)
    }

    /// The image around which the folder is opened, found without listing anything. Nil when there is none, or when the
    /// folder would not list it: a hidden file, or one whose name is not an image's.
    public var anchor: Photo? {
        guard let anchorID, !anchorID.text.hasPrefix("."), formats.covers(anchorID.text),
            case .file(let path) = original(of: anchorID)
        else { return nil }
        return PhotoFile.photo(id: anchorID, path: path)
    }

    /// Returns 64 photos, then 512 at a time, and 4,096 after the first thousands. An empty page is always the last
    /// one.
    /// - Throws: `LoadFailure` with stage `.listing` when the folder itself is missing, no folder, or unreadable.
    ///   Unreadable subfolders are left out and listed in `warnings`.
    public func page(after cursor: PageCursor?) async throws -> Page {
        let start = FilePaging.position(after: cursor)
        if start > 0, let last, last.start == start { return last.page }
        do {
            return try page(from: start)
        } catch {
            // The position of the walk is lost; the next request begins a new one and skips.
            walk = nil
            throw error
        }
    }

    private func page(from start: Int) throws -> Page {
        var walk: FolderWalk
        if let current = self.walk, position == start, start > 0 {
            walk = current
        } else {
            walk = FolderWalk(root: path, title: title, formats: formats, isDeep: anchorID == nil)
            if let anchorID { anchorIndex = try walk.index(of: anchorID.text) }
            position = try walk.next(start).count
        }
        let found = try walk.next(FilePaging.count(at: start))
        let photos = found.map { PhotoFile.photo(id: PhotoID($0), path: walk.path(of: $0)) }
        position += found.count
        noteWarnings(of: walk)
        self.walk = walk
        let isLast = found.isEmpty || walk.isAtEnd
        let page = Page(photos: photos, next: isLast ? nil : PageCursor("\(position)"))
        last = (start, page)
        log.debug("listed", metadata: ["from": "\(start)", "photos": "\(found.count)", "end": "\(isLast)"])
        return page
    }

    /// Logs one line by default, however many entries there are, so that a library of dead links does not flood a
    /// terminal.
    private func noteWarnings(of walk: FolderWalk) {
        // A new walk meets the same entries again.
        let known = Set(warnings)
        let new = walk.warnings.filter { !known.contains($0) }
        warnings = walk.warnings
        guard let first = new.first else { return }
        log.notice("left out \(new.count) that cannot be read, such as \(first)")
        for warning in new.dropFirst() { log.debug("left out \(warning)") }
    }

    public nonisolated func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        original(of: photo)
    }

    public nonisolated func original(of photo: Photo) -> ImageLocation { original(of: photo.id) }

    private nonisolated func original(of id: PhotoID) -> ImageLocation {
        .file(path.hasSuffix("/") ? path + id.text : path + "/" + id.text)
    }
}
