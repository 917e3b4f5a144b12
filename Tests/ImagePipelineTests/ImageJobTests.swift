// What only the life of a job decides: its shares, its second beginnings, and what comes back after its end.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ImageJobTests {
    private func want(_ requests: [ImageRequest], _ session: TestSession, _ loader: TestLoader) async {
        session.want(requests.map { WantedImage(request: $0, priority: .visible) })
        await loader.attend(to: session)
    }

    @Test func anotherSizeThatIsWantedInsteadGoesOnWithTheReadThatIsUnderWay() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), tiles: ScriptedTiles())
        let session = bench.loader.makeSession {}
        await want([fileRequest(1, 10)], session, bench.loader)
        await bench.bytes.gate.untilStarted(1)
        // Its question to the store of tiles comes first: it has no use for the bytes yet.
        await want([fileRequest(1, 20)], session, bench.loader)
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(bench.bytes.gate.calls.map(\.status) == [.done])
        #expect(session.takeDeliveries(limit: 9).map(\.request.key.size.width) == [20])
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func damagedStoredBytesThatHaveChangedGiveWayToNewerOnes() async throws {
        let bytes = ReportingByteLoader()
        let decoder = ScriptedDecoder(isOpen: false)
        let isDamaged = Probe(true)
        let loader = ImageLoader(
            bytes: bytes, decoder: FailingDecoder(decoder) { isDamaged.state }, memory: TestCache(budget: 1 << 20))
        let task = loader.sole(sampleRequest(1))
        await bytes.finish(from: .disk, isStale: true)
        await decoder.gate.untilStarted(1)
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        decoder.gate.release("photo 1")
        await bytes.untilStarted(2)
        isDamaged.change { $0 = false }
        decoder.gate.open()
        await bytes.finish()
        _ = try await task.image
        // The new bytes are no reload, and the image of them is not made once more.
        #expect(bytes.tickets.map(\.isReload) == [false, false] && loader.counters.refreshed == 0)
        await eventually { await loader.isWithoutTrace }
    }

    @Test func whatIsRefreshedWhileTheStoreOfTilesIsAskedIsMadeOfBytes() async throws {
        let tiles = ScriptedTiles([fileRequest(1)])
        let bytes = ReportingByteLoader()
        let loader = ImageLoader(
            bytes: bytes, decoder: ScriptedDecoder(), tiles: tiles, memory: TestCache(budget: 1 << 20))
        let session = loader.makeSession {}
        await want([fileRequest(1)], session, loader)
        await eventually { session.pendingDeliveries == 1 }
        _ = session.takeDeliveries(limit: 9)
        loader.memory.remove(fileRequest(1).key)
        tiles.gate.close()
        let other = loader.sole(fileRequest(1))
        await tiles.gate.untilStarted(2)
        await loader.core.bytesChanged(FetchKey(fileRequest(1)))
        await tiles.gate.until { $0.calls[1].status == .cancelled }
        await bytes.finish()
        _ = try await other.image
        await eventually { await loader.isWithoutTrace }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.refreshed])
        #expect(loader.counters.tileHits == 1 && bytes.tickets.count == 1)
    }

    @Test func aDecodeThatWasGivenUpHoldsItsSlotUntilItHasEndedAndTellsNobody() async throws {
        let decoder = StubbornDecoder()
        let loader = ImageLoader(
            bytes: ScriptedByteLoader(), decoder: decoder, memory: TestCache(budget: 1 << 20),
            configuration: .init(decodeLimit: 1))
        let session = loader.makeSession {}
        await want([sampleRequest(1)], session, loader)
        await decoder.gate.untilStarted(1)
        await want([], session, loader)
        await want([sampleRequest(1)], session, loader)
        await eventually { loader.counters.inFlightFetches == 0 && loader.counters.fetches == 2 }
        #expect(decoder.gate.calls.count == 1 && loader.counters.inFlightDecodes == 1)
        decoder.gate.release("photo 1")
        await decoder.gate.untilStarted(2)
        #expect(session.pendingDeliveries == 0)
        decoder.gate.open()
        await eventually { await loader.isWithoutTrace }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final] && loader.counters.decoded == 2)
    }

    @Test func aFailureWaitsForNoDecoder() async throws {
        let bytes = ScriptedByteLoader { title, _ in title == "photo 2" ? .failure(failure(.notFound)) : .success([1]) }
        let bench = Bench(
            bytes: bytes, decoder: ScriptedDecoder(isOpen: false), processor: ScriptedProcessor(), decodeLimit: 1)
        let decoding = await bench.load(sampleRequest(1))
        await bench.decoder.gate.untilStarted(1)
        let chain = ImageRequest(sampleRequest(2), processors: [.dimmed])
        for request in [sampleRequest(2), chain] {
            await #expect(throws: failure(.notFound)) {
                try await bench.loader.image(for: request, priority: .visible)
            }
        }
        bench.decoder.gate.open()
        _ = try await decoding.value
    }

    /// Two sizes of one photo, of which one is being decoded and the other one waits for its decode.
    @Test func whoWaitsToDecodeDamagedBytesHoldsUpNobodyWhileTheyAreFetchedAnew() async throws {
        let bytes = ReportingByteLoader()
        let decoder = ScriptedDecoder(isOpen: false)
        let isDamaged = Probe(true)
        let loader = ImageLoader(
            bytes: bytes, decoder: FailingDecoder(decoder) { isDamaged.state }, memory: TestCache(budget: 1 << 20),
            configuration: .init(decodeLimit: 1))
        let tasks = [10, 20].map { loader.sole(sampleRequest(1, $0)) }
        await bytes.untilStarted(1)
        await eventually { await loader.subscribers(of: sampleKey(1, 20)) == 1 }
        await bytes.finish(from: .disk)
        await decoder.gate.untilStarted(1)
        decoder.gate.release("photo 1")
        await bytes.untilStarted(2)
        isDamaged.change { $0 = false }
        #expect(loader.counters.inFlightDecodes == 0)
        decoder.gate.open()
        await bytes.finish()
        for task in tasks { _ = try await task.image }
        #expect(bytes.tickets.map(\.isReload) == [false, true] && decoder.gate.calls.count == 3)
        await eventually { await loader.isWithoutTrace }
    }

    @Test func ofChangedBytesOnlyThePicturesThatAreInUseStayInMemory() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        for request in [sampleRequest(1), sampleRequest(1, 20), sampleRequest(2)] {
            bench.memory.insert(TestImage(), for: request.key)
        }
        let session = bench.loader.makeSession {}
        await want([sampleRequest(1, 20)], session, bench.loader)
        await bench.loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        #expect([sampleKey(1), sampleKey(1, 20), sampleKey(2)].map(bench.memory.contains) == [false, true, true])
    }

    @Test func aLoaderThatHasEndedRetriesNothing() async throws {
        let bytes = ScriptedByteLoader(isOpen: false) { _, _ in .failure(failure(.unreachable(Message("down")))) }
        let bench = Bench(bytes: bytes, retry: RetryPolicy(maximumRetries: 0, maximumRetriesAfterTimeout: 0))
        let session = bench.loader.makeSession {}
        await want([sampleRequest(1)], session, bench.loader)
        await bytes.gate.untilStarted(1)
        // The failure comes between the end and what follows from it.
        bench.loader.core.lifetime.end()
        bytes.gate.open()
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).compactMap(\.failure).count == 1)
        // A timer would begin its sleep on the actor, before this comes there.
        for _ in 0..<3 { await bench.loader.attendToSessions() }
        #expect(bench.clock.probe.state.begun == 0)
    }

    @Test func aPictureThatOnlyWaitsForItsTurnIsLeftInTheTurnInWhichItIsUnwanted() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...50), session)
        await bench.want([], session)
        #expect(await bench.loader.hasNoJobs)
        #expect(bench.loader.counters.cancelled == 50 && bench.loader.counters.fetches == 1)
        await bench.untilIdle()
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func aChangeWhileAPreemptedFetchEndsIsSharedByWhoJoinsIt() async throws {
        let bench = TestBed(bytes: PartialByteLoader(length: 100), fetchLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .speculative), session)
        await bench.bytes.until { $0.calls.count == 1 }
        bench.bytes.probe.change { $0.noticesCancel = false }
        await bench.want(wanted([2]) + wanted([1], .speculative), session)
        await bench.bytes.until { $0.calls[0].isCancelled }
        let joined = await bench.load(sampleRequest(1, 20), .speculative)
        bench.bytes.probe.change { $0.noticesCancel = true }
        await bench.bytes.until { $0.running == ["photo 2"] }
        bench.bytes.sendAll("photo 2")
        await bench.bytes.until { $0.running == ["photo 1"] }
        bench.bytes.sendAll("photo 1")
        _ = try await joined.value
        await bench.untilIdle()
        #expect(bench.bytes.state.calls.count == 3 && bench.loader.counters.duplicateFetches == 0)
        #expect(await bench.loader.isWithoutTrace)
    }
}

/// Waits at another decoder's gate, and fails while it is told to.
private struct FailingDecoder: PixelDecoder {
    let decoder: ScriptedDecoder
    let fails: @Sendable () -> Bool

    init(_ decoder: ScriptedDecoder, fails: @escaping @Sendable () -> Bool) {
        (self.decoder, self.fails) = (decoder, fails)
    }

    func decode(_ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority) async throws -> TestImage {
        let fails = fails()
        let image = try await decoder.decode(bytes, for: request, priority: priority)
        if fails {
            throw LoadFailure(stage: .decode, culprit: request.title, reason: .corrupt(Message("as scripted")))
        }
        return image
    }
}

/// Ends when the test lets it, and not when it is cancelled.
private struct StubbornDecoder: PixelDecoder {
    let gate = Gate(isOpen: false)

    func decode(_ bytes: EncodedBytes, for request: ImageRequest, priority: LoadPriority) async throws -> TestImage {
        let call = Call(title: request.title, location: request.location, size: request.key.size, priority: priority)
        _ = try await Task.detached { [gate] in try await gate.pass(call) }.value
        return TestImage(size: request.key.size, title: request.title)
    }
}
