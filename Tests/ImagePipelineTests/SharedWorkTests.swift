// Requests for one picture, or for one photo's bytes, share the work; the last one out cancels it.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct SharedWorkTests {
    @Test func twoRequestsForOnePictureShareFetchAndDecode() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let first = await bench.load(sampleRequest(1))
        let second = await bench.load(sampleRequest(1))
        bench.bytes.gate.open()
        #expect(try await first.value === second.value)
        let counters = bench.loader.counters
        #expect(counters.requests == 2 && counters.joined == 1 && counters.fetches == 1 && counters.decoded == 1)
        #expect(counters.duplicateFetches == 0 && counters.bytesFetched == 7)
        #expect(counters.preempted == 0 && counters.diskHits == 0)
    }

    @Test func twoSizesOfOnePhotoShareTheFetchAndDecodeTwice() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let small = await bench.load(sampleRequest(1, 10))
        let large = await bench.load(sampleRequest(1, 20))
        bench.bytes.gate.open()
        #expect(try await small.value.size == PixelSize(square: 10))
        #expect(try await large.value.size == PixelSize(square: 20))
        #expect(bench.bytes.gate.calls.count == 1 && bench.decoder.gate.calls.count == 2)
        #expect(bench.loader.counters.joined == 1)
    }

    @Test func aSizeAskedForWhileAnotherIsDecodedUsesTheSameBytes() async throws {
        let bench = Bench(decoder: ScriptedDecoder(isOpen: false))
        let small = await bench.load(sampleRequest(1, 10))
        await bench.decoder.gate.untilStarted(1)
        let large = await bench.load(sampleRequest(1, 20))
        bench.decoder.gate.open()
        _ = try await (small.value, large.value)
        #expect(bench.bytes.gate.calls.count == 1 && bench.decoder.gate.calls.count == 2)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func aPictureInMemoryIsAnsweredWithoutWork() async throws {
        let bench = Bench()
        let first = try await bench.loader.image(for: sampleRequest(1), priority: .visible)
        let again = try await bench.loader.image(for: sampleRequest(1), priority: .visible)
        #expect(first === again)
        #expect(bench.bytes.gate.calls.count == 1 && bench.loader.counters.memoryHits == 1)
    }

    @Test func aPictureThatArrivedDuringTheHopIsNotFetchedAgain() async throws {
        let bench = Bench()
        let image = TestImage()
        bench.memory.insert(image, for: sampleKey(1))
        let joined = try await bench.loader.core.join(sampleRequest(1), .visible)
        #expect(joined === image)
        #expect(bench.bytes.gate.calls.isEmpty)
    }

    @Test func oneOfTwoCancellingLeavesTheOtherItsPicture() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let leaver = await bench.load(sampleRequest(1))
        let stayer = await bench.load(sampleRequest(1))
        leaver.cancel()
        await #expect(throws: CancellationError.self) { try await leaver.value }
        #expect(bench.bytes.gate.calls.map(\.status) == [.waiting])
        bench.bytes.gate.open()
        _ = try await stayer.value
        #expect(bench.loader.counters.cancelled == 0)
    }

    @Test func lastSubscriberLeavingCancelsTheFetch() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let tasks = [await bench.load(sampleRequest(1)), await bench.load(sampleRequest(1))]
        await bench.bytes.gate.untilStarted(1)
        for task in tasks { task.cancel() }
        await bench.bytes.gate.until { $0.calls.map(\.status) == [.cancelled] }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        await bench.untilIdle()
        #expect(bench.loader.counters.cancelled == 1 && bench.loader.counters.failures == 0)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func lastSubscriberLeavingCancelsTheDecode() async throws {
        let bench = Bench(decoder: ScriptedDecoder(isOpen: false))
        let task = await bench.load(sampleRequest(1))
        await bench.decoder.gate.untilStarted(1)
        task.cancel()
        await bench.decoder.gate.until { $0.calls.map(\.status) == [.cancelled] }
        await bench.untilIdle()
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func oneSizeLeavingKeepsTheFetchOfTheOther() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let small = await bench.load(sampleRequest(1, 10))
        let large = await bench.load(sampleRequest(1, 20))
        small.cancel()
        _ = await small.result
        bench.bytes.gate.open()
        #expect(try await large.value.size == PixelSize(square: 20))
        #expect(bench.bytes.gate.calls.map(\.status) == [.done])
    }

    @Test func aPictureWantedAgainAfterItsCancelIsFetchedAnewAndIsNoDuplicate() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let first = await bench.load(sampleRequest(1))
        await bench.bytes.gate.untilStarted(1)
        first.cancel()
        _ = await first.result
        let second = await bench.load(sampleRequest(1))
        bench.bytes.gate.open()
        _ = try await second.value
        #expect(bench.loader.counters.fetches == 2 && bench.loader.counters.duplicateFetches == 0)
    }

    @Test func aCallFromACancelledTaskStartsNothing() async throws {
        let bench = Bench()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await bench.loader.image(for: sampleRequest(1), priority: .visible)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(bench.bytes.gate.calls.isEmpty && bench.loader.counters.requests == 0)
    }

    @Test func aFetchWhoseResultIsStillInMemoryIsCountedAsDuplicate() async throws {
        let bench = Bench()
        _ = try await bench.loader.image(for: sampleRequest(1, 10), priority: .visible)
        _ = try await bench.loader.image(for: sampleRequest(1, 20), priority: .visible)
        #expect(bench.loader.counters.duplicateFetches == 1)
        // A server that resizes has a location for each size, and those are different bytes.
        _ = try await bench.loader.image(for: sampleRequest(2, 10, remotePerSize: true), priority: .visible)
        _ = try await bench.loader.image(for: sampleRequest(2, 20, remotePerSize: true), priority: .visible)
        #expect(bench.loader.counters.duplicateFetches == 1)
    }

    @Test func aFetchOfWhatWasEvictedIsNoDuplicate() async throws {
        let bench = Bench(memory: TestCache(budget: 400))
        for id in [1, 2, 1] { _ = try await bench.loader.image(for: sampleRequest(id), priority: .visible) }
        #expect(bench.loader.counters.fetches == 3 && bench.loader.counters.duplicateFetches == 0)
        #expect(bench.loader.counters.evicted == 2)
    }

    @Test func theAuditSeesTwoFetchesOfOneKeyAtOnce() {
        var audit = DuplicateFetchAudit()
        let (key, memory) = (FetchKey(sampleRequest(1)), TestCache(budget: 1))
        let alone = audit.begin(key, for: [], in: memory)
        let beside = audit.begin(key, for: [], in: memory)
        audit.end(key)
        audit.end(key)
        let afterwards = audit.begin(key, for: [], in: memory)
        #expect([alone, beside, afterwards] == [false, true, false])
    }

    @Test func theAuditForgetsTheOldestFetches() {
        var audit = DuplicateFetchAudit()
        let memory = TestCache(budget: 1 << 20)
        memory.insert(TestImage(), for: sampleKey(0))
        audit.note(sampleKey(0), decodedFrom: FetchKey(sampleRequest(0)))
        let early = audit.begin(FetchKey(sampleRequest(0)), for: [], in: memory)
        audit.end(FetchKey(sampleRequest(0)))
        for id in 1...DuplicateFetchAudit.capacity {
            audit.note(sampleKey(id), decodedFrom: FetchKey(sampleRequest(id)))
        }
        let late = audit.begin(FetchKey(sampleRequest(0)), for: [], in: memory)
        #expect(early && !late)
    }
}
