// Previews and tile questions without a loader.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct PreviewSchedulerTests {
    private let letters = Letters()
    private let records = LoaderRecords()
    private let decoder = PreviewingDecoder()
    private let job = Subscriber.ID(number: 1)

    private func scheduler(limit: Int = 2) -> PreviewScheduler {
        let worker = ImageWorker(
            bytes: ReportingByteLoader(), maker: PortImageMaker(decoder: decoder, processor: nil), tiles: nil,
            memory: TestCache(budget: 1), colours: nil, tiny: nil, storedPart: nil)
        return PreviewScheduler(worker: worker, limit: limit, records: records, outbox: letters.outbox)
    }

    private func end(_ place: Int) async -> PreviewEnd? {
        guard case .previewEnded(let end) = await letters.message(place) else { return nil }
        return end
    }

    @Test func aJobHasOnePreviewAtATimeAndTheNewestBytesAreNext() async throws {
        let scheduler = scheduler()
        for count in [1, 2] { scheduler.preview(bytes(count), of: sampleRequest(1), for: job, at: .visible) }
        scheduler.start()
        for count in [3, 4] { scheduler.preview(bytes(count), of: sampleRequest(1), for: job, at: .visible) }
        scheduler.start()
        #expect(scheduler.slotsInUse == 1)
        let first = try #require(await end(0))
        #expect(scheduler.ended(first)?.detail == .scans(2))
        scheduler.start()
        let second = try #require(await end(1))
        #expect(scheduler.ended(second)?.detail == .scans(4))
        #expect(decoder.asked.state == [nil, .scans(2)] && records.counters.previews == 2)
        scheduler.end(job)
        #expect(scheduler.isIdle)
    }

    @Test func theBeginningOfAFileIsLookedAtOnce() async throws {
        let scheduler = scheduler()
        for _ in 0..<2 {
            scheduler.previewFile(of: fileRequest(1), for: job, at: .visible)
            scheduler.start()
        }
        let end = try #require(await end(0))
        _ = scheduler.ended(end)
        scheduler.previewFile(of: fileRequest(1), for: job, at: .visible)
        scheduler.start()
        #expect(scheduler.slotsInUse == 0)
    }

    @Test func aPreviewIsNothingToAJobThatHasEnded() async throws {
        let scheduler = scheduler()
        scheduler.preview(bytes(1), of: sampleRequest(1), for: job, at: .visible)
        scheduler.start()
        scheduler.end(job)
        let end = try #require(await end(0))
        #expect(scheduler.ended(end) == nil && scheduler.isIdle && records.counters.previews == 0)
    }

    @Test func theMostUrgentPreviewGetsTheSlot() async throws {
        let scheduler = scheduler(limit: 1)
        let jobs = (1...3).map { Subscriber.ID(number: $0) }
        for job in jobs { scheduler.preview(bytes(job.number), of: sampleRequest(job.number), for: job, at: .ahead) }
        scheduler.moveToTail(jobs[0])
        scheduler.setPriority(.visible, of: jobs[2])
        for place in 0..<3 {
            scheduler.start()
            let end = try #require(await end(place))
            _ = scheduler.ended(end)
            #expect(end.job == [jobs[2], jobs[1], jobs[0]][place])
        }
    }

    private func bytes(_ count: Int) -> EncodedBytes { EncodedBytes(Array(repeating: 0, count: count)) }
}

@Suite(.timeLimit(.minutes(5))) struct TileLookupsTests {
    private let letters = Letters()

    @Test func onlySmallCroppedLocalImagesAreAskedFor() {
        let lookups = TileLookups(store: ScriptedTiles(), outbox: letters.outbox)
        let processed = ImageRequest(fileRequest(1), processors: [.dimmed])
        let others = [sampleRequest(1), fileRequest(1, 513), fileRequest(1, fit: .fit), processed]
        for request in others { #expect(!lookups.ask(for: request, .init(number: 1))) }
        #expect(lookups.ask(for: fileRequest(1, 512), .init(number: 1)))
        #expect(!TileLookups(store: nil, outbox: letters.outbox).ask(for: fileRequest(1), .init(number: 1)))
    }

    @Test func anAnswerCountsOnceAndNotForAQuestionThatWasTakenBack() async {
        let lookups = TileLookups(store: ScriptedTiles([fileRequest(1)]), outbox: letters.outbox)
        let jobs = (1...2).map { Subscriber.ID(number: $0) }
        for job in jobs { _ = lookups.ask(for: fileRequest(1), job) }
        lookups.cancel(jobs[1])
        await letters.untilCount(2)
        #expect(jobs.map { lookups.answered($0) } == [true, false])
        #expect(!lookups.answered(jobs[0]) && lookups.isIdle)
    }
}
