// A source of photos for image files that were named one by one.
import Codecs
public import Library
public import Photos

/// The given files in the given order, each once, a camera raw file with the image beside it that is given as well;
/// sidecars and other companions of given photos are left out. A missing file is listed too, so that its tile can show
/// the reason.
///
/// A photo's id is its file's absolute path. The files are not watched: what has changed in them is found by
/// `refresh`. An actor on a thread of its own, because reading a file's status may block.
public actor FileListSource: PagedPhotoSource {
    public nonisolated let identity: SourceID
    public nonisolated let title: String
    public nonisolated var isLocal: Bool { true }
    /// The ids are absolute paths.
    public nonisolated var root: String? { "/" }

    /// The absolute paths of the photos and of their companions.
    private let files: [RawPairs.Entry]
    private let executor = LoopExecutor(name: "files")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// The sequence that is served; nil before the first one.
    private var served: ChangeQueue?
    /// The photos as they were last reported, in the order of `files`.
    private var listed: [ListedPhoto] = []
    private let turns: KeptTurns

    /// Creates a source of `paths`, which may be relative to the working folder. Blocks where camera raw files are
    /// beside images of their names: whether those are there is looked at, so that none that is missing hides a raw
    /// file.
    public init(paths: [String], turns: KeptTurns = .none) {
        self.turns = turns
        var seen: Set<FilePath> = []
        // A path has its folder in front, so that only files of one folder belong together.
        let absolute = paths.map { FilePath($0).absolute }.filter { seen.insert($0).inserted }
        files = Self.pairs(of: Self.photos(of: absolute.map { FileName($0.text) }))
        // The ids are absolute, so all lists of files share one name: a file is the same in each.
        identity = SourceID("files")
        let first = files.first.map { FilePath($0.name.text).name.shown } ?? ""
        title = files.count == 1 ? first : "\(files.count) pictures"
    }

    /// Returns the paths without those of companions, whose photos are in the list.
    private static func photos(of paths: [FileName]) -> [FileName] {
        guard paths.contains(where: CompanionTable.covers) else { return paths }
        let formats = ListedFormats()
        let belongings = Belongings(of: paths) { formats.roleIfShown($0) == .photo }
        return paths.filter { !CompanionTable.covers($0) || belongings.owner(of: $0) == nil }
    }

    private static func pairs(of paths: [FileName]) -> [RawPairs.Entry] {
        var missing: Set<FileName> = []
        while true {
            let found = RawPairs.photos(of: paths.filter { !missing.contains($0) })
            let gone = found.filter { !$0.companions.isEmpty && FilePath.status(of: $0.name.text) == nil }
            missing.formUnion(gone.map(\.name))
            guard gone.isEmpty else { continue }
            let entries = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0) })
            return paths.compactMap { missing.contains($0) ? RawPairs.Entry(name: $0) : entries[$0] }
        }
    }

    public func page(after cursor: PageCursor?) async throws -> Page {
        let start = min(FilePaging.position(after: cursor), files.count)
        let end = min(start + FilePaging.count(at: start), files.count)
        return Page(photos: list(start..<end).map(\.photo), next: end < files.count ? PageCursor("\(end)") : nil)
    }

    /// The photos of the list among `names`, each with its file's stamp.
    public func look(for names: [PhotoID]) async -> [ListedPhoto] {
        let names = Set(names)
        return files.indices.lazy.filter { names.contains(PhotoID(self.files[$0].name.text)) }.flatMap {
            list($0..<$0 + 1)
        }
    }

    /// The files with their stamps, then what has changed in them. A second reader begins anew, and ends the first
    /// one's.
    public nonisolated func changes() -> SourceChanges {
        let queue = ChangeQueue()
        return SourceChanges { [self] in try await next(of: queue) }
    }

    /// Looks at all files again.
    public func refresh(_ occasion: RefreshOccasion) async {
        let now = list(listed.indices)
        let changed = zip(listed, now).filter { $0 != $1 }.map(\.1)
        listed = now
        if !changed.isEmpty { served?.append([.changed(changed)]) }
    }

    public func lookAgain(at paths: [String]) async { await refresh(.lookedAt) }

    private func next(of queue: ChangeQueue) async throws -> SourceChange? {
        if queue.hasEnded { return nil }
        if served !== queue {
            served?.end()
            (served, listed) = (queue, [])
        }
        let start = listed.count
        if start < files.count || files.isEmpty {
            let page = list(start..<min(start + FilePaging.count(at: start), files.count))
            listed += page
            return files.isEmpty ? nil : .added(PackedPage(listed: page), isLast: listed.count == files.count)
        }
        return try await queue.next()
    }

    private func list(_ places: Range<Int>) -> [ListedPhoto] {
        files[places].map { file in
            PhotoFile.listed(
                PhotoID(file.name.text), path: FilePath(file.name.text),
                companions: file.companions.map { FilePath($0.text).name }, turns: turns)
        }
    }

    public nonisolated func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation {
        original(of: photo)
    }

    public nonisolated var capabilities: PlaceCapabilities { .disk }

    public nonisolated func original(of photo: Photo) -> ImageLocation { .file(photo.id.path) }
}
