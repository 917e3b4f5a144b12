// The indexer over scripted files: what is read, when, how often, and who learns it.
import Photos
import Synchronization
import Testing

@testable import Library

@Suite(.timeLimit(.minutes(5)))
struct IndexerTests {
    private struct NoPhotos: PhotoSource {
        let identity = SourceID("none")
        let title = "None"
        func changes() -> SourceChanges { SourceChanges { nil } }
        func location(of photo: Photo, atLeast size: PixelSize, fit: Fit) -> ImageLocation { .file("") }
        func original(of photo: Photo) -> ImageLocation { .file("") }
    }

    /// What collections have learned.
    private final class Lessons: Sendable {
        private struct State {
            var facts: [UInt32: PhotoFacts] = [:]
            var answers = 0
            var calls = 0
            var waiting: [(answers: Int, continuation: CheckedContinuation<Void, Never>)] = []
        }
        private let state = Mutex(State())

        var facts: [UInt32: PhotoFacts] { state.withLock { $0.facts } }
        var answers: Int { state.withLock { $0.answers } }
        var calls: Int { state.withLock { $0.calls } }

        func learn(_ facts: [(slot: UInt32, facts: PhotoFacts)]) {
            let ready = state.withLock { state in
                for entry in facts { state.facts[entry.slot] = entry.facts }
                state.answers += facts.count
                state.calls += 1
                defer { state.waiting.removeAll { $0.answers <= state.answers } }
                return state.waiting.filter { $0.answers <= state.answers }.map(\.continuation)
            }
            ready.forEach { $0.resume() }
        }

        /// Waits for that many answers in all.
        func count(_ answers: Int) async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.answers < answers { state.waiting.append((answers, continuation)) }
                    return state.answers >= answers
                }
                if isThere { continuation.resume() }
            }
        }
    }

    private let catalogue = ScriptedCatalogue()
    private let clock = ScriptedClock()
    private let lessons = Lessons()
    private let root = "/r"

    private func indexer(
        _ files: ScriptedFiles, catalogue: ScriptedCatalogue? = nil, _ change: (inout Indexer.Limits) -> Void = { _ in }
    ) -> Indexer {
        var limits = Indexer.Limits(width: 1)
        limits.run = 1
        change(&limits)
        return Indexer(
            catalogue: catalogue ?? self.catalogue, reader: files, limits: limits,
            pause: { [clock] in await clock.pause($0) }, learn: { [lessons] in lessons.learn($1) })
    }

    private func collection() -> PhotoCollection { PhotoCollection(NoPhotos(), collation: UnicodeCollation()) }

    private struct UnicodeCollation: NameCollation {
        func key(for name: String) -> ContiguousArray<UInt8> { ContiguousArray(name.utf8) }
    }

    private func photos(_ range: Range<Int>, in files: ScriptedFiles) -> [UnindexedPhoto] {
        range.map { number in
            files.add("/r/\(number)", ScriptedFiles.stamp(number))
            return UnindexedPhoto(slot: UInt32(number), path: FilePath("\(number)"), stamp: ScriptedFiles.stamp(number))
        }
    }

    /// An indexer that reads one file at a time, of which the fourth waits for `gate`.
    private func indexerHeldAfterThree(_ files: ScriptedFiles, _ gate: Gate) -> Indexer {
        Indexer(
            catalogue: catalogue, reader: FirstThen(first: files, then: ScriptedFiles(gate: gate), count: 3),
            limits: Indexer.Limits(width: 1), pause: { [clock] in await clock.pause($0) },
            learn: { [lessons] in lessons.learn($1) })
    }

    private func paths(_ numbers: [Int]) -> [String] { numbers.map { "/r/\($0)" } }

    @Test func everyFileIsReadOnceLearnedAndKept() async {
        let files = ScriptedFiles(), collection = collection()
        let photos = photos(0..<100, in: files)
        let indexer = indexer(files) { $0.width = 3 }
        await indexer.index(photos, of: collection, below: root)
        await lessons.count(100)
        await indexer.settled()
        #expect(files.readings.sorted() == paths(Array(0..<100)).sorted())
        #expect(Set(catalogue.now.files.keys) == Set(paths(Array(0..<100))))
        #expect(lessons.facts[7]?.byteCount == 1_007 && lessons.facts[7]?.kind == "JPEG")
        #expect(lessons.answers == 100)
    }

    @Test func nothingIsReadForACollectionThatIsHeldUntilItIsLetGo() async {
        let files = ScriptedFiles(), collection = collection(), other = self.collection()
        let indexer = indexer(files)
        await indexer.hold(true, collection.id)
        await indexer.index(photos(0..<5, in: files), of: collection, below: root)
        await indexer.index(photos(10..<12, in: files), of: other, below: root)
        await lessons.count(2)
        await indexer.settled()
        #expect(files.readings == paths([10, 11]))
        await indexer.hold(false, collection.id)
        await lessons.count(7)
        await indexer.settled()
        #expect(files.readings == paths([10, 11, 0, 1, 2, 3, 4]))
    }

    /// A decode process that ends badly behind its answer may have made that up.
    @Test func nothingIsKeptOfAReaderWhoseCreditIsLost() async {
        let files = ScriptedFiles(), collection = collection()
        let photos = photos(0..<20, in: files)
        files.credit.revoke()
        let indexer = indexer(files)
        await indexer.index(photos, of: collection, below: root)
        await lessons.count(20)
        await indexer.settled()
        #expect(catalogue.now.files.isEmpty && lessons.answers == 20)
        #expect(FileFacts(byteCount: 1).credit.holds && files.credit == Credit())
    }

    @Test func whatTheCatalogueKnowsIsLearnedAtOnceAndNotRead() async {
        let files = ScriptedFiles(), collection = collection()
        let photos = photos(0..<10, in: files)
        await catalogue.keep(
            photos.prefix(6).map {
                CataloguedFile(path: $0.path, stamp: $0.stamp, facts: FileFacts(byteCount: 5), taken: nil)
            }, below: root)
        // Before anything may be read.
        let indexer = indexer(files) { $0.headStart = .seconds(1) }
        await indexer.index(photos, of: collection, below: root)
        #expect(lessons.answers == 6 && files.readings.isEmpty)
        #expect(catalogue.now.questions.count == 1)
        await indexer.begin()
        await lessons.count(10)
        #expect(files.readings == paths([6, 7, 8, 9]))
        // In the next run nothing is read.
        await indexer.settled()
        await self.indexer(files).index(photos, of: collection, below: root)
        #expect(lessons.answers == 20 && files.readings.count == 4)
    }

    @Test func readingBeginsWithTheHeadStartAtTheLatest() async {
        let files = ScriptedFiles(), collection = collection()
        let indexer = indexer(files) { $0.headStart = .seconds(1) }
        await indexer.index(photos(0..<3, in: files), of: collection, below: root)
        await indexer.index(photos(3..<5, in: files), of: collection, below: root)
        #expect(files.readings.isEmpty)
        #expect(await clock.elapse() == .seconds(1))
        await lessons.count(5)
        #expect(files.readings == paths([0, 1, 2, 3, 4]))
    }

    @Test func visiblePhotosAreReadFirst() async {
        let files = ScriptedFiles(), collection = collection()
        let indexer = indexer(files) { $0.headStart = .seconds(1) }
        await indexer.index(photos(0..<50, in: files), of: collection, below: root)
        await indexer.prioritize([40, 30, 41], of: collection.id)
        await indexer.begin()
        await lessons.count(50)
        #expect(Array(files.readings.prefix(4)) == paths([40, 30, 41, 0]))
    }

    @Test func noMoreFilesThanAllowedAreReadAtOnce() async {
        let gate = Gate()
        let files = ScriptedFiles(gate: gate), collection = collection()
        let indexer = indexer(files) { $0.width = 4 }
        await indexer.index(photos(0..<50, in: files), of: collection, below: root)
        await gate.open()
        await lessons.count(50)
        #expect(files.mostRunning <= 4)
    }

    @Test func whatWasReadIsHandedOverInBatches() async {
        let files = ScriptedFiles(), collection = collection()
        let indexer = indexer(files) {
            $0.batch = 10
            $0.headStart = .seconds(1)
        }
        await indexer.index(photos(0..<100, in: files), of: collection, below: root)
        await indexer.begin()
        await lessons.count(100)
        await indexer.settled()
        let batches = catalogue.now.batches
        #expect(batches.reduce(0) { $0 + $1.count } == 100 && batches.count <= 10 && lessons.calls == batches.count)
    }

    @Test func aSmallBatchIsHandedOverAfterHalfASecond() async {
        let gate = Gate()
        let files = ScriptedFiles(), collection = collection(), indexer = indexerHeldAfterThree(files, gate)
        await indexer.index(photos(0..<5, in: files), of: collection, below: root)
        await gate.reached()
        #expect(lessons.answers == 0)
        #expect(await clock.elapse() == .milliseconds(500))
        await lessons.count(3)
        await gate.open()
        await lessons.count(5)
    }

    @Test func readingWaitsForASlowCatalogue() async {
        let gate = Gate()
        let slow = ScriptedCatalogue(gate: gate)
        let files = ScriptedFiles(), collection = collection()
        let indexer = indexer(files, catalogue: slow) {
            $0.batch = 10
            $0.backlog = 2
        }
        await indexer.index(photos(0..<100, in: files), of: collection, below: root)
        await gate.reached()
        await indexer.paused()
        // One batch is being handed over, and two wait.
        #expect(files.readings.count == 30)
        await gate.open()
        await lessons.count(100)
        await indexer.settled()
        #expect(slow.now.batches.map(\.count) == [10, 20, 20, 20, 20, 10])
    }

    @Test func aFileThatChangesWhileItIsReadIsReadAgain() async {
        let files = ScriptedFiles(), collection = collection()
        let photos = photos(0..<3, in: files)
        files.disturb("/r/0", 2)
        files.disturb("/r/1", 50)
        let indexer = indexer(files)
        await indexer.index(photos, of: collection, below: root)
        await lessons.count(3)
        await indexer.settled()
        #expect(files.readings == paths([0, 0, 0, 1, 1, 1, 2]))
        // What has never stood still is shown and not kept.
        #expect(lessons.facts[1]?.kind == "JPEG")
        #expect(Set(catalogue.now.files.keys) == Set(paths([0, 2])))
    }

    @Test func aFileThatHasChangedSinceItWasListedIsKeptAsItWasRead() async {
        let files = ScriptedFiles(), collection = collection()
        let photos = photos(0..<1, in: files)
        files.add("/r/0", ScriptedFiles.stamp(77))
        let indexer = indexer(files)
        await indexer.index(photos, of: collection, below: root)
        await lessons.count(1)
        await indexer.settled()
        #expect(catalogue.now.files["/r/0"]?.stamp == ScriptedFiles.stamp(77))
        #expect(lessons.facts[0]?.byteCount == 1_077)
    }

    @Test func aPhotoThatComesAgainWhileItIsReadIsReadAgainInItsNewState() async {
        let gate = Gate()
        let files = ScriptedFiles(gate: gate), collection = collection()
        let indexer = indexer(files)
        await indexer.index(photos(0..<1, in: files), of: collection, below: root)
        await gate.reached()
        let next = ScriptedFiles.stamp(9)
        files.add("/r/next", next)
        await indexer.index([UnindexedPhoto(slot: 0, path: "next", stamp: next)], of: collection, below: root)
        await gate.open()
        await lessons.count(1)
        await indexer.settled()
        #expect(files.readings == paths([0]) + ["/r/next"])
        #expect(lessons.facts[0]?.byteCount == 1_009 && lessons.answers == 1)
    }

    @Test func whatIsKnownOfANewStateIsNotReplacedByWhatWasReadOfTheOld() async {
        let gate = Gate()
        let files = ScriptedFiles(gate: gate), collection = collection()
        let indexer = indexer(files)
        await indexer.index(photos(0..<1, in: files), of: collection, below: root)
        await gate.reached()
        let next = ScriptedFiles.stamp(9)
        let facts = FileFacts(byteCount: 1, format: "PNG")
        await catalogue.keep([CataloguedFile(path: "0", stamp: next, facts: facts, taken: nil)], below: root)
        await indexer.index([UnindexedPhoto(slot: 0, path: "0", stamp: next)], of: collection, below: root)
        await gate.open()
        await indexer.settled()
        #expect(lessons.facts[0]?.kind == "PNG" && lessons.answers == 1)
    }

    @Test func aFileThatCannotBeReadIsAnsweredWithNothing() async {
        let files = ScriptedFiles(), collection = collection()
        let missing = UnindexedPhoto(slot: 3, path: "missing", stamp: ScriptedFiles.stamp(3))
        let indexer = indexer(files)
        await indexer.index([missing], of: collection, below: root)
        await lessons.count(1)
        await indexer.settled()
        #expect(lessons.facts[3] == PhotoFacts() && catalogue.now.files.isEmpty && files.readings.count == 1)
    }

    @Test func aPathOfAListOfFilesIsAbsolute() async {
        let files = ScriptedFiles(), collection = collection()
        let stamp = ScriptedFiles.stamp(0)
        files.add("/a/b", stamp)
        let indexer = indexer(files)
        await indexer.index([UnindexedPhoto(slot: 0, path: "/a/b", stamp: stamp)], of: collection, below: "/")
        await lessons.count(1)
        #expect(files.readings == ["/a/b"])
    }

    @Test func theWorkForACollectionEndsWithIt() async {
        let gate = Gate()
        let files = ScriptedFiles(gate: gate)
        var leaving: PhotoCollection? = collection()
        weak let left = leaving
        let indexer = indexer(files)
        if let leaving { await indexer.index(photos(0..<50, in: files), of: leaving, below: root) }
        await gate.reached()
        leaving = nil
        #expect(left == nil)
        await gate.open()
        let next = collection()
        await indexer.index(photos(60..<62, in: files), of: next, below: root)
        await lessons.count(2)
        await indexer.settled()
        // What was read is not lost.
        #expect(files.readings == paths([0, 60, 61]) && catalogue.now.files.count == 3 && lessons.answers == 2)
    }

    @Test func goneAndRenamedFilesAreFollowedInTheCatalogueAndInWhatWaits() async {
        let gate = Gate()
        let files = ScriptedFiles(), collection = collection(), indexer = indexerHeldAfterThree(files, gate)
        await indexer.index(photos(0..<4, in: files), of: collection, below: root)
        await gate.reached()
        await indexer.forget(["0"], below: root)
        await indexer.rename([("1", "one")], below: root)
        await gate.open()
        await lessons.count(4)
        await indexer.settled()
        #expect(catalogue.now.forgotten == ["0"])
        #expect(Set(catalogue.now.files.keys) == ["/r/one", "/r/2"])
    }

    @Test(arguments: [(Duration.seconds(3_600), [1, 2, 4, 8, 8, 7]), (.zero, Array(repeating: 1, count: 30))])
    func aThreadIsGivenRunsOfFilesWhileTheDiskIsQuick(longest: Duration, runs: [Int]) async {
        let files = ScriptedFiles(), collection = collection()
        let reader = CountingRuns(files)
        var limits = Indexer.Limits(width: 1)
        (limits.run, limits.longestRun) = (8, longest)
        let indexer = Indexer(
            catalogue: catalogue, reader: reader, limits: limits, pause: { [clock] in await clock.pause($0) },
            learn: { [lessons] in lessons.learn($1) })
        files.disturb("/r/5", 1)
        await indexer.index(photos(0..<30, in: files), of: collection, below: root)
        await lessons.count(30)
        await indexer.settled()
        #expect(reader.runs == runs)
        // The one that was changed while it was read is read again, by itself.
        #expect(files.readings.sorted() == (paths(Array(0..<30)) + paths([5])).sorted())
        #expect(Set(catalogue.now.files.keys) == Set(paths(Array(0..<30))))
    }

    /// Counts the files of each run.
    private final class CountingRuns: FactsReader {
        private let files: ScriptedFiles
        private let counts = Mutex<[Int]>([])
        var runs: [Int] { counts.withLock { $0 } }

        init(_ files: ScriptedFiles) { self.files = files }

        func facts(of path: String) async throws -> FileFacts? { try await files.facts(of: path) }

        func facts(of paths: [String]) async -> [FileFacts?] {
            counts.withLock { $0.append(paths.count) }
            var all: [FileFacts?] = []
            for path in paths { all.append(try? await files.facts(of: path)) }
            return all
        }
    }

    /// Reads the first files with one reader and the others with another.
    private final class FirstThen: FactsReader {
        private let first: ScriptedFiles, then: ScriptedFiles
        private let left: Mutex<Int>

        init(first: ScriptedFiles, then: ScriptedFiles, count: Int) {
            (self.first, self.then) = (first, then)
            left = Mutex(count)
        }

        func facts(of path: String) async throws -> FileFacts? {
            let isFirst = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return try await (isFirst ? first : then).facts(of: path)
        }
    }
}
