// Files that are changed while their time and their length are kept, and files of which only the entry is changed.
import CGLib
import Codecs
import Fixtures
import Glibc
import Library
import Photos
import Synchronization
import Testing

@testable import Desktop

/// A folder that is followed as in the window, over a catalogue that outlives it.
@MainActor
private final class Shelf {
    /// Counts the files that are looked at.
    final class CountingReader: FactsReader {
        /// An element for each look; one reader.
        let looks: AsyncStream<Void>
        var count: Int { counted.load(ordering: .relaxed) }
        private let looked: AsyncStream<Void>.Continuation
        private let counted = Atomic<Int>(0)
        private let reader = FileFactsReader()

        init() { (looks, looked) = AsyncStream.makeStream() }

        func facts(of path: String) async throws -> FileFacts? {
            let facts = try await reader.facts(of: path)
            counted.add(1, ordering: .relaxed)
            looked.yield()
            return facts
        }
    }

    let reader = CountingReader()
    let source: FolderSource
    private let catalogue: Catalogue
    private let indexer: Indexer
    private let collection: PhotoCollection
    private var snapshot: CollectionSnapshot
    private var following: Task<Void, any Error>?
    private let names = PhotoReader()

    /// Lists a folder and looks at its files.
    init(_ root: String, catalogue path: String, isWatched: Bool) async throws {
        catalogue = Catalogue(path: path)
        var limits = Indexer.Limits(width: 2)
        limits.delay = .milliseconds(5)
        indexer = Indexer(catalogue: catalogue, reader: reader, limits: limits)
        source = FolderSource(
            absolute: FilePath(root),
            turns: KeptTurns(store: nil, revisions: catalogue.revisions), timing: FollowedFolder.quick,
            makeQueue: { isWatched ? InotifyQueue() : nil })
        collection = PhotoCollection(source, collation: FileNameCollation(), indexing: indexer)
        snapshot = CollectionSnapshot(collection.id)
        var isListed = false
        while !isListed {
            _ = try await collection.readChange()
            isListed = take()
        }
        following = Task { [collection] in while try await collection.readChange() {} }
        await settle()
    }

    deinit { following?.cancel() }

    /// Waits until all files are looked at that are to be.
    func settle() async {
        await indexer.settled()
        await catalogue.settle()
        _ = take()
    }

    /// Follows the folder until something holds.
    func until(_ condition: () -> Bool) async {
        var arrivals = collection.arrivals.makeAsyncIterator()
        repeat {
            _ = take()
            if condition() { return }
        } while await arrivals.next() != nil
    }

    /// Follows the folder until a photo has another version.
    func version(of name: String, otherThan version: String?) async throws -> String {
        await until { ![version, nil].contains(self.version(of: name)) }
        return try #require(self.version(of: name))
    }

    /// Follows the folder until so many files were looked at.
    func untilRead(_ count: Int) async {
        var looks = reader.looks.makeAsyncIterator()
        while reader.count < count { await looks.next() }
        await settle()
    }

    func version(of name: String) -> String? {
        (0..<snapshot.count).lazy.map { [self] in names.photo(snapshot.ref(at: $0).slot, of: snapshot.store) }
            .first { $0.id.text == name }?.version
    }

    func year(of name: String) -> Int? {
        (0..<snapshot.count).lazy.map { [self] in snapshot.ref(at: $0).slot }
            .first { [self] in names.photo($0, of: snapshot.store).id.text == name }
            .flatMap { [self] in snapshot.store.facts($0).taken?.time?.year }
    }

    private func take() -> Bool {
        var isListed = false
        for update in collection.takeUpdates() {
            snapshot = update.snapshot
            isListed = isListed || update.isListed
        }
        return isListed
    }
}

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct KeptTimeTests {
    /// How another program changes a file.
    enum Change: CaseIterable {
        case writtenInPlace, replaced, anotherRenamedOverIt, copiedOverWithItsTime
    }

    /// What another program does to a file without changing it.
    enum Touch: CaseIterable {
        case permissions, owner, hardLink
    }

    private let scratch = ScratchFolder()
    private var root: String { scratch.path + "/root" }
    private var path: String { root + "/a.jpg" }
    private var data: String { scratch.path + "/data/catalogue.sqlite" }
    private static let time = timespec(tv_sec: 1_600_000_000, tv_nsec: 123_456_789)
    private let first = Self.picture(Painting.quarters(64, 48), year: 2011)
    private let second = Self.picture(Painting.noise(64, 48), year: 2023)

    init() {
        scratch.folder("root")
        write("a.jpg", first)
        write("b.jpg", first)
    }

    /// A JPEG with a date, all of one length.
    private static func picture(_ painting: Painting, year: Int) -> [UInt8] {
        let jpeg = painting.encoded("jpeg")
        // One directory with one entry, the date, behind it.
        var exif = Array("Exif\0\0".utf8) + [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
        exif += [0x01, 0x32, 0, 2, 0, 0, 0, 20, 0, 0, 0, 26, 0, 0, 0, 0] + Array("\(year):02:03 04:05:06\0".utf8)
        let length = exif.count + 2
        var file = Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif + jpeg[2...]
        precondition(file.count <= 32_768)
        file += [UInt8](repeating: 0, count: 32_768 - file.count)
        return file
    }

    private func write(_ name: String, _ bytes: [UInt8], truncates: Bool = true) {
        let file = open(root + "/" + name, O_WRONLY | O_CREAT | (truncates ? O_TRUNC : 0) | O_CLOEXEC, 0o644)
        precondition(file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count)
        keepTime(file)
        close(file)
    }

    private func keepTime(_ file: Int32) { precondition(futimens(file, [Self.time, Self.time]) == 0) }

    private func make(_ change: Change) {
        switch change {
        case .writtenInPlace: write("a.jpg", second, truncates: false)
        case .copiedOverWithItsTime: write("a.jpg", second)
        case .replaced:
            write(".draft", second)
            precondition(rename(root + "/.draft", path) == 0)
        case .anotherRenamedOverIt:
            write("b.jpg", second)
            precondition(rename(root + "/b.jpg", path) == 0)
        }
    }

    private func make(_ touch: Touch) {
        switch touch {
        case .permissions: precondition(chmod(path, 0o600) == 0)
        case .owner: precondition(chown(path, getuid(), getgid()) == 0)
        case .hardLink: precondition(link(path, scratch.path + "/backup.jpg") == 0)
        }
    }

    private func shelf(isWatched: Bool = true) async throws -> Shelf {
        try await Shelf(root, catalogue: data, isWatched: isWatched)
    }

    // MARK: Another content

    @Test(arguments: Change.allCases)
    func aChangeThatKeepsTheTimeIsSeenAtOnce(_ change: Change) async throws {
        let shelf = try await shelf()
        let before = shelf.version(of: "a.jpg")
        #expect(shelf.year(of: "a.jpg") == 2011)
        make(change)
        let after = try await shelf.version(of: "a.jpg", otherThan: before)
        await shelf.until { shelf.year(of: "a.jpg") == 2023 }
        await shelf.settle()
        #expect(try await self.shelf().version(of: "a.jpg") == after, "the same in the next run, from the start")
    }

    @Test(arguments: Change.allCases)
    func aChangeThatKeepsTheTimeIsSeenWhenTheFolderIsReadAgain(_ change: Change) async throws {
        let shelf = try await shelf(isWatched: false)
        let before = shelf.version(of: "a.jpg")
        make(change)
        await shelf.source.refresh(.requested)
        let after = try await shelf.version(of: "a.jpg", otherThan: before)
        await shelf.until { shelf.year(of: "a.jpg") == 2023 }
        await shelf.settle()
        #expect(try await self.shelf().version(of: "a.jpg") == after)
    }

    @Test(arguments: Change.allCases)
    func aChangeThatKeepsTheTimeIsSeenInTheNextRun(_ change: Change) async throws {
        let before = try await shelf().version(of: "a.jpg")
        make(change)
        let next = try await shelf()
        let after = try await next.version(of: "a.jpg", otherThan: before)
        #expect(next.year(of: "a.jpg") == 2023)
        let last = try await shelf()
        #expect(last.version(of: "a.jpg") == after && last.year(of: "a.jpg") == 2023)
        #expect(last.reader.count == 0, "nothing is looked at twice")
    }

    /// The tiles of the first one may still be kept.
    @Test func aFileThatTakesTheNameOfOneThatIsGoneHasAVersionOfItsOwn() async throws {
        let shelf = try await shelf()
        let before = shelf.version(of: "a.jpg")
        precondition(unlink(path) == 0)
        await shelf.until { shelf.version(of: "a.jpg") == nil }
        write("b.jpg", second)
        await shelf.untilRead(3)
        precondition(rename(root + "/b.jpg", path) == 0)
        await shelf.until { shelf.version(of: "a.jpg") != nil }
        let after = try await shelf.version(of: "a.jpg", otherThan: before)
        await shelf.settle()
        #expect(try await self.shelf().version(of: "a.jpg") == after)
    }

    /// Two steps, as of programs that write first and set the time then, and that are seen one by one.
    @Test func aTimeThatIsSetBackDoesNotBringTheFirstContentBack() async throws {
        let shelf = try await shelf()
        let before = shelf.version(of: "a.jpg")
        let file = open(path, O_WRONLY | O_CLOEXEC)
        precondition(Glibc.write(file, second, second.count) == second.count)
        close(file)
        let between = try await shelf.version(of: "a.jpg", otherThan: before)
        precondition(utimensat(AT_FDCWD, path, [Self.time, Self.time], 0) == 0)
        let after = try await shelf.version(of: "a.jpg", otherThan: between)
        await shelf.settle()
        #expect(shelf.version(of: "a.jpg") != before && after != before)
    }

    // MARK: The same content

    @Test(arguments: Touch.allCases)
    func aTouchedFileIsLookedAtOnceAndKeepsItsVersion(_ touch: Touch) async throws {
        let shelf = try await shelf()
        let before = shelf.version(of: "a.jpg")
        #expect(shelf.reader.count == 2)
        make(touch)
        // A link elsewhere is told to nobody.
        if touch == .hardLink { await shelf.source.refresh(.requested) }
        await shelf.untilRead(3)
        #expect(shelf.version(of: "a.jpg") == before)
        await shelf.source.refresh(.requested)
        await shelf.settle()
        #expect(shelf.reader.count == 3 && shelf.version(of: "a.jpg") == before)
    }

    @Test(arguments: Touch.allCases)
    func aFileThatWasTouchedBetweenTwoRunsIsLookedAtOnceAndKeepsItsVersion(_ touch: Touch) async throws {
        let before = try await shelf().version(of: "a.jpg")
        make(touch)
        let next = try await shelf()
        #expect(next.version(of: "a.jpg") == before && next.reader.count == 1)
        let last = try await shelf()
        #expect(last.version(of: "a.jpg") == before && last.reader.count == 0)
    }
}
