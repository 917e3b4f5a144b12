// A real folder that a collection follows, and what it is to be compared with: a fresh walk of the disk.
import CGLib
import Codecs
import Fixtures
import Glibc
import Library
import Photos

@testable import Desktop

/// A folder of the test's own and the collection over it, which is read when the test waits for something.
@MainActor
final class FollowedFolder {
    let scratch: ScratchFolder
    /// The absolute path of the followed folder: below the scratch folder, so that it can go away.
    let root: String
    let source: FolderSource
    let collection: PhotoCollection
    private(set) var snapshot: CollectionSnapshot
    private(set) var report = SourceReport()
    /// Photos that were said to have changed, in order.
    private(set) var changed: [String] = []
    private(set) var showsHidden = false
    private let reader = PhotoReader()

    /// Times for tests: what is told of after a while in the program is told of soon.
    nonisolated static let quick = WatchTiming(
        gathering: .milliseconds(5), cadence: .milliseconds(5), rest: 0, halfMove: .milliseconds(5),
        stillness: .milliseconds(300), doubt: .milliseconds(30), settling: .milliseconds(20))

    /// Makes the folder with `names` in it, calls `before`, and lists it.
    /// - Parameter place: The folder, which is there; nil for one of its own.
    init(
        _ names: [String] = [], at place: String? = nil, timing: WatchTiming = quick,
        queue: @escaping @Sendable () -> (any WatchQueue)? = { InotifyQueue() },
        before: (FollowedFolder) -> Void = { _ in }
    ) async throws {
        scratch = ScratchFolder()
        root = place ?? scratch.folder("root")
        source = FolderSource(absolute: FilePath(root), timing: timing, makeQueue: queue)
        collection = PhotoCollection(source, collation: FileNameCollation())
        snapshot = CollectionSnapshot(collection.id)
        for name in names { write(name) }
        before(self)
        var isListed = false
        while !isListed { isListed = try await read() }
    }

    /// Reads one change.
    /// - Returns: whether all is listed.
    @discardableResult
    func read() async throws -> Bool {
        guard try await collection.readChange() else { return true }
        var isListed = false
        for update in collection.takeUpdates() {
            snapshot = update.snapshot
            report = update.report
            changed += update.changed.map { name($0) }
            isListed = update.isListed
        }
        return isListed
    }

    func setShowsHidden(_ showsHidden: Bool) async {
        self.showsHidden = showsHidden
        await source.setShowsHidden(showsHidden)
    }

    /// Reads changes until `condition` holds.
    func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await read() }
    }

    /// Reads changes until the collection is what a fresh walk finds, in its order.
    func untilCurrent() async throws {
        try await until {
            let walk = try await Self.walked(self.root, withHidden: self.showsHidden)
            let names = self.files.map { FilePath($0) } == walk.map { FilePath(Self.files(of: $0)) }
            return names && self.listed.map(\.version) == walk.map(\.version)
        }
    }

    // MARK: The collection

    var names: [String] { (0..<snapshot.count).map { name(snapshot.ref(at: $0)) }.sorted() }

    /// The photos in their order.
    var listed: [Photo] { (0..<snapshot.count).map { reader.photo(snapshot.ref(at: $0).slot, of: snapshot.store) } }

    /// The names of the photos' files in their order, those of one photo together.
    var files: [String] { listed.map(Self.files(of:)) }

    private nonisolated static func files(of photo: Photo) -> String {
        ([photo.id.text] + photo.companions.map(\.text)).joined(separator: "+")
    }

    func ref(_ name: String) async -> PhotoRef? { await collection.ref(of: PhotoID(name)) }

    func name(_ ref: PhotoRef) -> String { reader.photo(ref.slot, of: snapshot.store).id.text }

    /// What a fresh walk of a folder lists, in its order.
    nonisolated static func walked(_ root: String, withHidden: Bool = false) async throws -> [Photo] {
        var found: [Photo] = []
        let source = FolderSource(absolute: FilePath(root), withHidden: withHidden, makeQueue: { nil })
        for try await case .added(let page, let isLast) in source.changes() {
            found += page.photos
            if isLast { break }
        }
        return found
    }

    /// The paths below a folder of all files in it and its subfolders.
    nonisolated static func filesOnDisk(_ root: String) async throws -> [String] {
        var files: [String] = []
        let source = FolderSource(absolute: FilePath(root), makeQueue: { nil })
        for try await case .added(let page, let isLast) in source.changes() {
            for photo in page.photos {
                let folder = photo.id.text.dropLast(FilePath.name(of: photo.id.text).count)
                files += [photo.id.text] + photo.companions.map { folder + $0.text }
            }
            if isLast { break }
        }
        return files
    }

    // MARK: The disk

    /// The absolute path of a name; one that begins with `../` leads out of the root, also while that is away.
    func path(_ name: String) -> String {
        name.hasPrefix("../") ? scratch.path + "/" + name.dropFirst(3) : root + "/" + name
    }

    /// Writes a file in one go, as `cp` does, with its folder.
    func write(_ name: String, _ content: String = "1") {
        g_mkdir_with_parents(FilePath.folder(of: path(name)), 0o700)
        let file = FilePath.withC(path(name)) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
        precondition(file >= 0)
        defer { close(file) }
        precondition(content.utf8.isEmpty || content.withCString { Glibc.write(file, $0, strlen($0)) } > 0)
    }

    func folder(_ name: String) { g_mkdir_with_parents(path(name), 0o700) }

    func move(_ from: String, _ to: String) {
        let result = FilePath.withC(path(from)) { from in FilePath.withC(path(to)) { rename(from, $0) } }
        precondition(result == 0, "\(from) → \(to): \(errno)")
    }

    func delete(_ name: String) { precondition(FilePath.withC(path(name), unlink) == 0) }
}

/// A queue that has no more watches than it is told, and loses what it is told to lose.
final class FaultyQueue: WatchQueue {
    private let queue: InotifyQueue
    private let limit: Int
    private var watches: Set<Int32> = []
    /// Whether the events that come next are lost, and the queue says that it has overflowed.
    private let losesEvents: () -> Bool
    /// Called before events are read until none are left.
    private let beforeEvents: () -> Void
    private var hasRead = true
    /// Called when no events are left.
    private let afterEvents: () -> Void
    /// Called before and after a path is watched.
    private let aroundAdding: (String) -> Void

    init?(
        limit: Int = .max, losesEvents: @escaping () -> Bool = { false }, beforeEvents: @escaping () -> Void = {},
        afterEvents: @escaping () -> Void = {}, aroundAdding: @escaping (String) -> Void = { _ in }
    ) {
        guard let queue = InotifyQueue() else { return nil }
        self.queue = queue
        self.limit = limit
        self.losesEvents = losesEvents
        self.beforeEvents = beforeEvents
        self.afterEvents = afterEvents
        self.aroundAdding = aroundAdding
    }

    var descriptor: Int32 { queue.descriptor }

    func add(_ path: FilePath, for kinds: WatchEvent.Kinds) -> Int32? {
        guard watches.count < limit else { return nil }
        aroundAdding(path.text)
        let watch = queue.add(path, for: kinds)
        aroundAdding(path.text)
        if let watch { watches.insert(watch) }
        return watch
    }

    func remove(_ watch: Int32) {
        watches.remove(watch)
        queue.remove(watch)
    }

    func read() -> [WatchEvent] {
        if hasRead { beforeEvents() }
        let events = queue.read()
        hasRead = events.isEmpty
        if events.isEmpty { afterEvents() }
        guard !events.isEmpty, losesEvents() else { return events }
        return [WatchEvent(watch: -1, kinds: .overflow, cookie: 0, name: "")]
    }
}
