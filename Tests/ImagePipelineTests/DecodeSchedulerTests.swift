// Decodes without a loader: order, slots, cancelled work.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct DecodeSchedulerTests {
    private let letters = Letters()
    private let records = LoaderRecords()
    private let memory = TestCache(budget: 1 << 20)

    private func scheduler(limit: Int, aheadLimit: Int = .max) -> DecodeScheduler {
        let worker = ImageWorker(
            bytes: ScriptedByteLoader(), maker: PortImageMaker(decoder: ScriptedDecoder(), processor: nil), tiles: nil,
            memory: memory, colours: nil, tiny: nil, storedPart: nil)
        return DecodeScheduler(
            worker: worker, limit: limit, aheadLimit: aheadLimit, records: records, outbox: letters.outbox)
    }

    private func work(_ id: Int) -> DecodeScheduler.Work {
        .init(job: .init(number: id), request: sampleRequest(id), step: .decode(EncodedBytes([1])))
    }

    /// The jobs that start now.
    private func start(_ scheduler: DecodeScheduler, isKept: Bool = false) -> [Int] {
        var started: [Int] = []
        scheduler.start { job, _ in
            started.append(job.number)
            return isKept
        }
        return started
    }

    /// The end of work that has reported, by its place among the reports.
    private func end(_ place: Int) async -> DecodeEnd? {
        guard case .decodeEnded(let end) = await letters.message(place) else { return nil }
        return end
    }

    @Test func theMostUrgentStartsFirstAndWhatIsMovedFollowsItsPriority() {
        let scheduler = scheduler(limit: 4)
        for (id, priority) in [(1, LoadPriority.behind), (2, .visible), (3, .ahead), (4, .ahead)] {
            scheduler.enqueue(work(id), at: priority)
        }
        scheduler.moveToTail(.init(number: 3))
        scheduler.setPriority(.visible, of: .init(number: 1))
        #expect(start(scheduler) == [2, 1, 4, 3])
    }

    @Test func aSlotIsLeftToWhatIsVisible() async throws {
        let scheduler = scheduler(limit: 2, aheadLimit: 1)
        for id in 1...2 { scheduler.enqueue(work(id), at: .ahead) }
        #expect(start(scheduler) == [1] && scheduler.slotsInUse == 1)
        scheduler.enqueue(work(3), at: .visible)
        #expect(start(scheduler) == [3])
        let ends = [await end(0), await end(1)].compactMap { $0 }
        for end in ends { #expect(scheduler.ended(end)) }
        #expect(start(scheduler) == [2] && records.counters.decoded == 2)
    }

    @Test func theEndOfCancelledWorkFreesItsSlotAndIsNotWanted() async throws {
        let scheduler = scheduler(limit: 1)
        scheduler.enqueue(work(1), at: .visible)
        #expect(start(scheduler) == [1])
        let old = try #require(await end(0))
        scheduler.cancel(.init(number: 1))
        // The same job has other work by the time that the old one ends.
        scheduler.enqueue(work(1), at: .visible)
        #expect(start(scheduler).isEmpty)
        #expect(!scheduler.ended(old) && start(scheduler) == [1])
        let new = try #require(await end(1))
        #expect(!scheduler.ended(old) && scheduler.ended(new))
    }

    @Test func workThatWaitsCanBeTakenBack() {
        let scheduler = scheduler(limit: 1)
        scheduler.enqueue(work(1), at: .visible)
        scheduler.cancel(.init(number: 1))
        #expect(start(scheduler).isEmpty && scheduler.isIdle)
    }

    @Test(arguments: [true, false]) func anImageIsStoredIfItIsToBeKept(isKept: Bool) async throws {
        let scheduler = scheduler(limit: 1)
        scheduler.enqueue(work(1), at: .visible)
        _ = start(scheduler, isKept: isKept)
        let end = try #require(await end(0))
        #expect(end.isStored == isKept && memory.contains(sampleKey(1)) == isKept)
        #expect(scheduler.ended(end) && scheduler.isIdle)
    }
}
