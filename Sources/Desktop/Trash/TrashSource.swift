// A source of the photos in the trash.
import Codecs
public import Library
public import Photos

/// The photos in the trashes of the user, the latest first. A photo's id is the absolute path of its file in the trash.
///
/// The trashes are not watched: what has come and gone is found by `refresh`. An actor on a thread of its own, because
/// reading folders blocks.
public actor TrashSource: PhotoSource {
    public nonisolated let identity = SourceID("trash")
    public nonisolated let title: String
    public nonisolated var isLocal: Bool { true }

    private let contents: @Sendable () -> TrashContents
    private let executor = LoopExecutor(name: "trash")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// The sequence that is served; nil before the first one.
    private var served: ChangeQueue?
    private var listed: [PhotoID: TrashedPhoto] = [:]

    /// - Parameter title: The trash in the user's words.
    public init(title: String) { self.init(title: title) { TrashContents.user() } }

    init(title: String, contents: @escaping @Sendable () -> TrashContents) {
        (self.title, self.contents) = (title, contents)
    }

    /// Returns the photos of these files of the trash, in their order, as they were found last.
    public func photos(_ paths: [FilePath]) -> [TrashedPhoto] { paths.compactMap { listed[PhotoID($0.text)] } }

    /// All photos that were found last.
    public var all: [TrashedPhoto] { Array(listed.values) }

    public nonisolated func changes() -> SourceChanges {
        let queue = ChangeQueue()
        return SourceChanges { [self] in try await next(of: queue) }
    }

    /// Reads the trashes again.
    public func refresh(_ occasion: RefreshOccasion) async {
        guard let served else { return }
        let found = contents().photos()
        let now = Dictionary(found.map { (Self.id($0), $0) }) { first, _ in first }
        let gone = listed.keys.filter { now[$0] == nil }
        let come = found.filter { listed[Self.id($0)] == nil }
        listed = now
        if !gone.isEmpty { served.append([.removed(Array(gone))]) }
        if !come.isEmpty { served.append([.added(PackedPage(listed: come.map(Self.listed)), isLast: true)]) }
    }

    private func next(of queue: ChangeQueue) async throws -> SourceChange? {
        if served !== queue, !queue.hasEnded {
            served?.end()
            served = queue
            let found = contents().photos()
            listed = Dictionary(found.map { (Self.id($0), $0) }) { first, _ in first }
            return .added(PackedPage(listed: found.map(Self.listed)), isLast: true)
        }
        return try await queue.next()
    }

    private static func id(_ photo: TrashedPhoto) -> PhotoID { PhotoID(photo.file.path.text) }

    /// The photo under the name that it had.
    private static func listed(_ photo: TrashedPhoto) -> ListedPhoto {
        PhotoFile.listed(
            id(photo), name: photo.file.origin.name, status: photo.file.path.status.map { FileStatus($0) },
            companions: photo.companions.map(\.path.name))
    }

    public nonisolated func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        original(of: photo)
    }

    public nonisolated func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}
