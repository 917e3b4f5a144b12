// Visible fetches that find no slot: what is running makes room, keeps its bytes, and goes on later.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct PreemptionTests {
    /// Two slots, both held by fetches of the given priority: photos 1 and 2.
    private func fullBench(
        _ priority: LoadPriority, length: Int = 100, isResumable: Bool = true, preemptionLimit: LoadPriority? = .behind
    ) async -> (TestBed<PartialByteLoader>, TestSession) {
        let bench = TestBed(
            bytes: PartialByteLoader(length: length, isResumable: isResumable), fetchLimit: 2,
            preemptionLimit: preemptionLimit)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1, 2], priority), session)
        await bench.bytes.until { $0.calls.count == 2 }
        return (bench, session)
    }

    private func receive(_ id: Int, _ count: Int, _ bench: TestBed<PartialByteLoader>) async {
        bench.bytes.send("photo \(id)", count)
        await eventually { await bench.loader.received(id) == count }
    }

    @Test func preemptionKeepsBytes() async throws {
        let (bench, session) = await fullBench(.speculative)
        await receive(1, 60, bench)
        await receive(2, 70, bench)
        let visible = await bench.load(sampleRequest(3))
        await bench.bytes.until { $0.running == ["photo 2", "photo 3"] }
        bench.bytes.sendAll("photo 3")
        _ = try await visible.value
        bench.bytes.sendAll("photo 1", "photo 2")
        await bench.untilIdle()
        #expect(bench.bytes.state.calls.map(\.offset) == [0, 0, 0, 60])
        #expect(bench.bytes.state.transferred == 300)
        let counters = bench.loader.counters
        #expect(counters.preempted == 1 && counters.retries == 0 && counters.duplicateFetches == 0)
        #expect(counters.cancelled == 0 && counters.failures == 0 && counters.fetches == 4)
        #expect(session.takeDeliveries(limit: 9).compactMap(\.image).count == 2)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func whatWasPreemptedGoesOnBeforeTheOthersOfItsPriority() async throws {
        let (bench, session) = await fullBench(.speculative)
        await bench.want(wanted(1...6, .speculative), session)
        let visible = await bench.load(sampleRequest(9))
        await bench.bytes.until { $0.running.contains("photo 9") }
        bench.bytes.sendAll("photo 9")
        _ = try await visible.value
        await bench.bytes.until { $0.calls.count == 4 }
        #expect(["photo 1", "photo 2"].contains(bench.bytes.state.calls[3].title))
    }

    @Test func theLeastUrgentMakesRoomAndOfThoseTheOneWithTheFewestBytes() async throws {
        let bench = TestBed(bytes: PartialByteLoader(length: 100), fetchLimit: 4)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .behind) + wanted([2, 3], .speculative) + wanted([4], .ahead), session)
        await bench.bytes.until { $0.calls.count == 4 }
        await receive(2, 30, bench)
        await receive(3, 20, bench)
        var tasks: [Loading] = []
        for (id, left) in [(11, "photo 3"), (12, "photo 2"), (13, "photo 1")] {
            tasks.append(await bench.load(sampleRequest(id)))
            await bench.bytes.until { $0.running.contains("photo \(id)") }
            #expect(bench.bytes.state.calls.last { $0.isCancelled && $0.title == left } != nil)
        }
        // What comes into view next is left alone.
        tasks.append(await bench.load(sampleRequest(14)))
        #expect(bench.bytes.state.running.contains("photo 4") && bench.loader.counters.preempted == 3)
        for task in tasks { task.cancel() }
    }

    @Test(arguments: [true, false]) func oneThatIsNearlyDoneIsLeftAlone(isNearlyDone: Bool) async throws {
        let (bench, session) = await fullBench(.speculative)
        await receive(1, isNearlyDone ? 80 : 79, bench)
        await receive(2, 80, bench)
        let visible = await bench.load(sampleRequest(3))
        #expect(bench.loader.counters.preempted == (isNearlyDone ? 0 : 1))
        visible.cancel()
        session.close()
    }

    @Test(arguments: [0, 1]) func onlyWhatLosesNothingIsPreempted(received: Int) async throws {
        let (bench, session) = await fullBench(.speculative, isResumable: false)
        if received > 0 { for id in 1...2 { await receive(id, received, bench) } }
        let visible = await bench.load(sampleRequest(3))
        #expect(bench.loader.counters.preempted == (received == 0 ? 1 : 0))
        visible.cancel()
        session.close()
    }

    @Test func onlyAsManyArePreemptedAsLackASlot() async throws {
        let bench = TestBed(bytes: PartialByteLoader(length: 100), fetchLimit: 4)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...3, .speculative), session)
        await bench.bytes.until { $0.calls.count == 3 }
        await bench.want(wanted([11, 12]) + wanted(1...3, .speculative), session)
        await bench.bytes.until { $0.calls.count == 5 && $0.running.count == 4 }
        // The slot that is about to be free counts: nothing more is preempted however often the set changes.
        for id in 20...25 { await bench.want(wanted([11, 12]) + wanted([1, 2, 3, id], .speculative), session) }
        #expect(bench.loader.counters.preempted == 1)
    }

    @Test func theSlotIsFreeWhenTheCancelledCallHasEnded() async throws {
        let (bench, session) = await fullBench(.speculative)
        bench.bytes.probe.change { $0.noticesCancel = false }
        await bench.want(wanted([3]) + wanted([1, 2], .speculative), session)
        await bench.bytes.until { $0.calls.contains(where: \.isCancelled) }
        #expect(bench.loader.counters.inFlightFetches == 2 && bench.bytes.state.calls.count == 2)
        #expect(bench.loader.counters.preempted == 1)
        bench.bytes.probe.change { $0.noticesCancel = true }
        await bench.bytes.until { $0.running.contains("photo 3") }
    }

    @Test func oneThatArrivesInSpiteOfBeingPreemptedIsTaken() async throws {
        let (bench, session) = await fullBench(.speculative)
        bench.bytes.probe.change { $0.noticesCancel = false }
        await bench.want(wanted([3]) + wanted([1, 2], .speculative), session)
        await bench.bytes.until { $0.calls.contains(where: \.isCancelled) }
        bench.bytes.sendAll("photo 1", "photo 2", "photo 3")
        await bench.untilIdle()
        #expect(bench.bytes.state.calls.count == 3 && bench.loader.counters.decoded == 3)
    }

    @Test func oneThatIsWantedNoMoreWhileItStopsDoesNotGoOn() async throws {
        let (bench, session) = await fullBench(.speculative)
        bench.bytes.probe.change { $0.noticesCancel = false }
        await bench.want(wanted([3]) + wanted([1, 2], .speculative), session)
        await bench.bytes.until { $0.calls.contains(where: \.isCancelled) }
        await bench.want(wanted([3]), session)
        bench.bytes.probe.change { $0.noticesCancel = true }
        bench.bytes.sendAll("photo 3")
        await bench.untilIdle()
        #expect(bench.bytes.state.calls.count == 3)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func aFetchThatWasPreemptedHasAllItsRetriesLeft() async throws {
        let bytes = ScriptedByteLoader(isOpen: false) { title, _ in
            title == "photo 1" ? .failure(failure(.httpStatus(500))) : .success([1])
        }
        let bench = Bench(bytes: bytes, fetchLimit: 1)
        let speculative = await bench.load(sampleRequest(1), .speculative)
        await bytes.gate.untilStarted(1)
        let visible = await bench.load(sampleRequest(2))
        bytes.gate.open()
        _ = try await visible.value
        for _ in 0..<3 {
            await bench.clock.untilAsleep()
            bench.clock.wakeAll()
        }
        await #expect(throws: failure(.httpStatus(500))) { try await speculative.value }
        #expect(bench.loader.counters.retries == 3 && bench.loader.counters.preempted == 1)
        #expect(bytes.gate.titles.count { $0 == "photo 1" } == 5)
    }

    @Test func whatComesIntoViewNextIsPreemptedOnlyWhenToldTo() async throws {
        for (priority, limit, count) in [
            (LoadPriority.ahead, LoadPriority?.some(.behind), 0), (.ahead, .ahead, 1), (.speculative, nil, 0),
        ] {
            let (bench, session) = await fullBench(priority, preemptionLimit: limit)
            let visible = await bench.load(sampleRequest(3))
            #expect(bench.loader.counters.preempted == count)
            visible.cancel()
            session.close()
        }
    }

    @Test func aFileIsReadToItsEnd() async throws {
        let bench = TestBed(bytes: PartialByteLoader(length: 100), fetchLimit: 1)
        func request(_ id: Int) -> ImageRequest {
            ImageRequest(
                source: sampleSource, photo: Photo(id: PhotoID("\(id)"), title: "photo \(id)"),
                location: .file("/photos/\(id)"), size: PixelSize(square: 10), fit: .fill)
        }
        let tasks = [await bench.load(request(1), .speculative), await bench.load(request(2))]
        #expect(bench.loader.counters.preempted == 0)
        for task in tasks { task.cancel() }
    }
}
