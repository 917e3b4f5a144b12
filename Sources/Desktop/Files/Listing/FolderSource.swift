// A folder on disk as a source of photos.
import CGLib
import Codecs
import Glibc
public import Library
public import Photos

/// The image files below a folder, in every format that the installed gdk-pixbuf reads, and how they change. An actor
/// on a thread of its own, because a folder may lie on a disk that is slow or gone.
///
/// A camera raw file beside an image of the same name is one photo with it. A photo's id is its path below the folder,
/// that of the image where it has several files; its version changes with the file's time of modification and length.
/// The folder is read as its changes are asked for. A second reader begins anew, and ends the first one's.
public actor FolderSource: PhotoSource {
    public nonisolated let identity: SourceID
    public nonisolated let title: String
    public nonisolated var isLocal: Bool { true }
    public nonisolated var isListedByPath: Bool { true }

    private nonisolated let path: FilePath
    private var formats = ListedFormats()
    private let timing: WatchTiming
    private let makeQueue: @Sendable () -> (any WatchQueue)?
    private let executor = LoopExecutor(name: "folder", niceness: 5)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// What serves the latest reader; nil before the first one.
    private var monitor: FolderMonitor?
    private let unreadable = UnreadableLog()

    /// Whether the folder's subfolders belong to the source.
    private nonisolated let isDeep: Bool
    private let turns: KeptTurns

    /// Creates a source of the folder at `path`, which may be relative to the working folder, with or without its
    /// subfolders, and with or without the hidden files and folders in it. Nothing is read yet.
    public init(path: String, withSubfolders: Bool = true, withHidden: Bool = false, turns: KeptTurns = .none) {
        self.init(
            absolute: FilePath(path).absolute, isDeep: withSubfolders, withHidden: withHidden, turns: turns)
    }

    /// The identity is the same with and without subfolders, because photos have the same ids and positions in both.
    /// - Parameter makeQueue: makes the watches; nil where the system has none left.
    init(
        absolute path: FilePath, isDeep: Bool = true, withHidden: Bool = false,
        turns: KeptTurns = .none,
        timing: WatchTiming = WatchTiming(),
        makeQueue: @escaping @Sendable () -> (any WatchQueue)? = { InotifyQueue() }
    ) {
        self.path = path
        self.isDeep = isDeep
        self.turns = turns
        self.timing = timing
        self.makeQueue = makeQueue
        formats.showsHidden = withHidden
        identity = SourceID("folder:" + path.text)
        title = path.name.text.isEmpty ? "/" : path.name.shown
    }

    /// The photo that the file called `name` in the folder itself belongs to, found without listing anything; also one
    /// that is not there. Nil where the folder would not list it: a hidden file where those are not shown, or one whose
    /// name is not an image's.
    public func photo(of name: FileName) -> ListedPhoto? {
        guard formats.role(of: name) == .photo else { return nil }
        let photo = pair(of: name)
        return PhotoFile.listed(
            PhotoID(photo.name.text), path: path.appending(photo.name), companions: photo.companions, turns: turns)
    }

    /// The photo that the file called `name` in the folder belongs to. Only for a camera raw file the folder is read.
    private func pair(of name: FileName) -> RawPairs.Entry {
        guard CameraRaw.isName(name), let folder = OpenFolder(path) else { return RawPairs.Entry(name: name) }
        let names = FolderNames(of: folder, formats).files.filter { formats.role(of: $0) == .photo }
        return RawPairs.photos(of: names).first { $0.companions.contains(name) } ?? RawPairs.Entry(name: name)
    }

    /// What was said last beside the photos.
    public var report: SourceReport { get async { await monitor?.report ?? SourceReport() } }

    /// The folder whose files the ids are paths of.
    public nonisolated var root: String? { path.text }

    /// Photos in the natural order, folder by folder: 64 at first, then 512 at a time, and 4,096 after the first
    /// thousands; then what changes.
    ///
    /// `next()` throws `LoadFailure` with stage `.listing` when the folder itself is missing, no folder, or unreadable.
    /// Subfolders that cannot be read are left out and reported.
    public nonisolated func changes() -> SourceChanges {
        let changes = ChangeQueue()
        return SourceChanges { [self] in try await next(of: changes) }
    }

    /// Reads the next change of a sequence, which takes over at its first question.
    private func next(of changes: ChangeQueue) async throws -> SourceChange? {
        if changes.hasEnded { return nil }
        if monitor?.changes !== changes {
            monitor?.changes.end()
            monitor = FolderMonitor(
                of: path, title: title, formats: formats, isDeep: isDeep, turns: turns, timing: timing, on: executor,
                for: changes, unreadable, makeQueue: makeQueue)
        }
        return try await monitor?.next()
    }

    /// The files among `names` that are there, in its depth, and not left out by their names. A camera raw file may
    /// turn out to belong to another photo.
    public func look(for names: [PhotoID]) async -> [ListedPhoto] {
        names.compactMap { id in
            let steps = id.path.names
            let path = path.appending(path: id.path)
            guard isDeep || steps.count == 1, !steps.contains(where: formats.isHidden),
                !steps.dropLast().contains(where: formats.leavesOut(folder:)),
                let name = steps.last, formats.role(of: name) == .photo,
                let status = path.status, status.isRegular
            else { return nil }
            let now = turns.fileStatus(status, sidecar: PhotoFile.sidecar(of: path), of: path.text)
            return PhotoFile.listed(id, name: name, status: now)
        }
    }

    public func refresh(_ occasion: RefreshOccasion) async { await monitor?.refresh(occasion) }

    public func lookAgain(at paths: [String]) async {
        await monitor?.lookAgain(at: paths.compactMap { FilePath($0).relative(to: path) })
    }

    public func setShowsExcluded(_ showsExcluded: Bool) async {
        formats.showsExcluded = showsExcluded
        await monitor?.setShowsExcluded(showsExcluded)
    }

    public func setShowsHidden(_ showsHidden: Bool) async {
        formats.showsHidden = showsHidden
        await monitor?.setShowsHidden(showsHidden)
    }

    public nonisolated func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        original(of: photo)
    }

    public nonisolated var capabilities: PlaceCapabilities { .disk }

    public nonisolated func original(of photo: Photo) -> ImageLocation { original(of: photo.id) }

    private nonisolated func original(of id: PhotoID) -> ImageLocation { .file(path.appending(path: id.path)) }
}
