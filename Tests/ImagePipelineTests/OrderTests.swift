// What is worked on first, and how much at once.
import Photos
import Testing

@testable import ImagePipeline

@Suite struct PriorityBucketsTests {
    @Test func higherFirstAndFirstComeFirstServedWithinOne() {
        var queue = PriorityBuckets<String>()
        for (name, priority) in [("b1", LoadPriority.behind), ("v1", .visible), ("b2", .behind), ("v2", .visible)] {
            _ = queue.append(name, at: priority)
        }
        #expect(drain(&queue) == ["v1", "v2", "b1", "b2"])
    }

    @Test func raisedWorkGoesBehindAndLoweredWorkAhead() {
        var queue = PriorityBuckets<String>()
        let low = queue.append("low", at: .behind)
        _ = queue.append("ahead", at: .ahead)
        let high = queue.append("high", at: .visible)
        queue.move(low, to: .ahead)
        queue.move(high, to: .ahead)
        #expect(drain(&queue) == ["high", "ahead", "low"])
    }

    @Test func aMoveToTheSamePriorityKeepsThePlace() {
        var queue = PriorityBuckets<String>()
        let first = queue.append("1", at: .ahead)
        _ = queue.append("2", at: .ahead)
        queue.move(first, to: .ahead)
        #expect(drain(&queue) == ["1", "2"])
    }

    @Test func workCanBeTakenOutOfTheMiddleAndItsSlotIsUsedAgain() {
        var queue = PriorityBuckets<String>()
        let slots = ["1", "2", "3"].map { queue.append($0, at: .visible) }
        let removed = queue.remove(slots[1])
        _ = queue.append("4", at: .visible)
        #expect(removed == "2" && queue.count == 3)
        #expect(drain(&queue) == ["1", "3", "4"])
        #expect(queue.isEmpty)
    }

    private func drain(_ queue: inout PriorityBuckets<String>) -> [String] {
        var all: [String] = []
        while let next = queue.popFirst() { all.append(next) }
        return all
    }
}

@Suite(.timeLimit(.minutes(5))) struct OrderTests {
    /// One fetch at a time; photo 0 holds the slot.
    private func occupiedBench() async -> (Bench, Loading) {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 1)
        let blocker = await bench.load(sampleRequest(0))
        await bench.bytes.gate.untilStarted(1)
        return (bench, blocker)
    }

    @Test func aMoreUrgentSubscriberMovesTheQueuedFetchAhead() async throws {
        let (bench, blocker) = await occupiedBench()
        var tasks = [blocker]
        for id in 1...3 { tasks.append(await bench.load(sampleRequest(id), .ahead)) }
        tasks.append(await bench.load(sampleRequest(3), .visible))
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.value }
        #expect(bench.bytes.gate.titles == ["photo 0", "photo 3", "photo 1", "photo 2"])
        #expect(bench.bytes.gate.calls[1].priority == .visible)
    }

    @Test func theUrgentSubscriberLeavingLowersTheFetchAgain() async throws {
        let (bench, blocker) = await occupiedBench()
        var tasks = [blocker, await bench.load(sampleRequest(1), .speculative)]
        let urgent = await bench.load(sampleRequest(1), .visible)
        tasks.append(await bench.load(sampleRequest(2), .ahead))
        urgent.cancel()
        _ = await urgent.result
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.value }
        #expect(bench.bytes.gate.titles == ["photo 0", "photo 2", "photo 1"])
    }

    @Test func anotherSizeRaisesTheSharedFetch() async throws {
        let (bench, blocker) = await occupiedBench()
        let tasks = [
            blocker, await bench.load(sampleRequest(1), .ahead), await bench.load(sampleRequest(2, 10), .behind),
            await bench.load(sampleRequest(2, 20), .visible),
        ]
        bench.bytes.gate.open()
        for task in tasks { _ = try await task.value }
        #expect(bench.bytes.gate.titles == ["photo 0", "photo 2", "photo 1"])
    }

    @Test func queuedDecodesFollowTheirPriority() async throws {
        let bench = Bench(decoder: ScriptedDecoder(isOpen: false), decodeLimit: 1)
        var tasks = [await bench.load(sampleRequest(0))]
        await bench.decoder.gate.untilStarted(1)
        for id in 1...3 { tasks.append(await bench.load(sampleRequest(id), id == 3 ? .ahead : .behind)) }
        await bench.bytes.gate.until { $0.calls.count == 4 && $0.running == 0 }
        await eventually { await bench.loader.fetchesInFlight == 0 }
        tasks.append(await bench.load(sampleRequest(2), .visible))
        bench.decoder.gate.open()
        for task in tasks { _ = try await task.value }
        #expect(bench.decoder.gate.titles == ["photo 0", "photo 2", "photo 3", "photo 1"])
    }

    @Test func limitsHold() async throws {
        let bench = Bench(fetchLimit: 3, decodeLimit: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<50 {
                group.addTask { _ = try await bench.loader.image(for: sampleRequest(id), priority: .visible) }
            }
            try await group.waitForAll()
        }
        #expect(bench.bytes.gate.most <= 3 && bench.decoder.gate.most <= 2)
        await bench.untilIdle()
        #expect(bench.loader.counters.inFlightFetches == 0 && bench.loader.counters.inFlightDecodes == 0)
    }

    @Test func aCancelledFetchHoldsItsSlotUntilItHasEnded() async throws {
        let bytes = StubbornByteLoader()
        let loader = ImageLoader(
            bytes: bytes, decoder: ScriptedDecoder(), memory: TestCache(budget: 1 << 20),
            configuration: .init(fetchLimit: 1))
        let session = loader.makeSession {}
        session.want(wanted([1]))
        await bytes.calls.until { $0 == 1 }
        session.want(wanted([2]))
        await loader.attend(to: session)
        #expect(bytes.calls.state == 1 && loader.counters.inFlightFetches == 1)
        bytes.isReleased.change { $0 = true }
        await bytes.calls.until { $0 == 2 }
    }

    @Test func encodedBytesWaitingForTheDecoderHoldBackFetchesThatAreNotVisible() async throws {
        let bytes = ScriptedByteLoader { _, _ in .success(Array(repeating: 0, count: 1000)) }
        let bench = Bench(bytes: bytes, decoder: ScriptedDecoder(isOpen: false), decodeLimit: 1, encodedBudget: 500)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(0..<10, .ahead), session)
        await bench.decoder.gate.untilStarted(1)
        await eventually { await bench.loader.fetchesInFlight == 0 }
        #expect(bytes.gate.calls.count == 1)
        bench.decoder.gate.open()
        await bench.untilIdle()
        #expect(bytes.gate.calls.count == 10 && bench.loader.counters.decoded == 10)
    }
}

/// Ignores cancellation until it is released.
private final class StubbornByteLoader: ByteLoader {
    let calls = Probe(0)
    let isReleased = Probe(false)

    func bytes(for key: FetchKey, ticket: FetchTicket) async throws -> FetchedBytes {
        calls.change { $0 += 1 }
        await isReleased.until(endsWhenCancelled: false) { $0 }
        return FetchedBytes(EncodedBytes([1]), from: .network)
    }
}
