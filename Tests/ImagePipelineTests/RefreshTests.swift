// Bytes that were served stale and have changed: pictures that are wanted are made anew in place, others are forgotten.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct RefreshTests {
    private let bytes = ReportingByteLoader()
    private let loader: TestLoader

    init() {
        loader = ImageLoader(
            bytes: bytes, decoder: ScriptedDecoder(), processor: ScriptedProcessor(), memory: TestCache(budget: 1 << 20)
        )
    }

    private func want(_ requests: [ImageRequest], _ session: TestSession) async {
        session.want(requests.map { WantedImage(request: $0, priority: .visible) })
        await loader.attend(to: session.mailbox)
    }

    private func untilIdle() async { await eventually { await loader.isIdle } }

    @Test func aPictureOfASessionIsSwappedInPlace() async throws {
        let session = loader.makePrefetchSession {}
        await want([sampleRequest(1)], session)
        await bytes.finish(isStale: true)
        await untilIdle()
        let old = try #require(session.takeDeliveries(limit: 9).first?.image)
        bytes.refresh(FetchKey(sampleRequest(1)))
        await bytes.untilStarted(2)
        #expect(loader.memory.image(for: sampleKey(1)) === old)
        await bytes.finish()
        await untilIdle()
        let delivery = try #require(session.takeDeliveries(limit: 9).first)
        #expect(delivery.kind == .refreshed && delivery.image !== old)
        #expect(loader.memory.image(for: sampleKey(1)) === delivery.image)
        #expect(bytes.tickets.map(\.isReload) == [false, false] && loader.counters.refreshed == 1)
    }

    @Test func everySizeAndEffectThatIsWantedIsMadeAnewFromOneFetch() async throws {
        let session = loader.makePrefetchSession {}
        let requests = [
            sampleRequest(1), sampleRequest(1, 20), ImageRequest(sampleRequest(1), processors: [.dimmed]),
        ]
        await want(requests, session)
        await bytes.finish(isStale: true)
        await untilIdle()
        _ = session.takeDeliveries(limit: 9)
        bytes.refresh(FetchKey(sampleRequest(1)))
        await bytes.finish()
        await untilIdle()
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.refreshed, .refreshed, .refreshed])
        #expect(bytes.tickets.count == 2)
    }

    @Test func whatNobodyWantsIsForgotten() async throws {
        let session = loader.makePrefetchSession {}
        await want([sampleRequest(1), sampleRequest(2)], session)
        await bytes.untilStarted(2)
        await bytes.finish(isStale: true)
        await untilIdle()
        await want([], session)
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        #expect(!loader.memory.contains(sampleKey(1)) && loader.memory.contains(sampleKey(2)))
        #expect(bytes.tickets.count == 2)
        #expect(await loader.isIdle)
    }

    @Test func aTaskThatListensHearsOfTheNewPicture() async throws {
        let task = loader.task(for: sampleRequest(1), priority: .visible)
        var events = task.events.makeAsyncIterator()
        await bytes.finish(isStale: true)
        let old = await events.next()?.final
        #expect(old != nil)
        bytes.refresh(FetchKey(sampleRequest(1)))
        await bytes.untilStarted(2)
        await bytes.finish()
        let new = await events.next()?.refreshed
        #expect(new != nil && new !== old)
        #expect(await events.next() == nil)
        #expect(try await task.image === new)
        #expect(await loader.inventory.watchers.isEmpty)
    }

    @Test func noPreviewComesAfterThePictureThoughItsStreamGoesOn() async throws {
        let task = loader.task(for: sampleRequest(1), priority: .visible)
        var events = task.events.makeAsyncIterator()
        await bytes.finish(isStale: true)
        #expect(await events.next()?.final != nil)
        task.state.show(preview: TestImage())
        bytes.refresh(FetchKey(sampleRequest(1)))
        await bytes.untilStarted(2)
        await bytes.finish()
        #expect(await events.next()?.refreshed != nil)
    }

    @Test func aStreamOfFreshBytesEndsWithThePicture() async throws {
        let task = loader.task(for: sampleRequest(1), priority: .visible)
        let events = task.events
        await bytes.finish()
        #expect(await Array(events).count == 1)
        #expect(await loader.inventory.watchers.isEmpty)
    }

    @Test func aStreamOfStaleBytesEndsWhenTheyTurnOutUnchanged() async throws {
        let task = loader.task(for: ImageRequest(sampleRequest(1), processors: [.dimmed]), priority: .visible)
        let other = loader.task(for: sampleRequest(2), priority: .visible)
        var (events, others) = (task.events.makeAsyncIterator(), other.events.makeAsyncIterator())
        await bytes.untilStarted(2)
        await bytes.finish(isStale: true)
        #expect(await events.next()?.final != nil)
        #expect(await others.next()?.final != nil)
        #expect(await loader.inventory.watchers.count == 2)
        bytes.confirm(FetchKey(sampleRequest(1)))
        #expect(await events.next() == nil)
        #expect(await loader.inventory.watchers == [other.state.id])
    }

    /// The verdict and the bytes come in either order.
    @Test(arguments: [true, false]) func aVerdictBeforeThePictureCounts(comesBeforeTheBytes: Bool) async throws {
        let decoder = ScriptedDecoder(isOpen: false)
        let loader = ImageLoader(bytes: bytes, decoder: decoder, memory: TestCache(budget: 1 << 20))
        let task = loader.task(for: sampleRequest(1), priority: .visible)
        let events = task.events
        await bytes.untilStarted(1)
        if comesBeforeTheBytes { await loader.core.bytesConfirmed(FetchKey(sampleRequest(1))) }
        await bytes.finish(isStale: true)
        await decoder.gate.untilStarted(1)
        if !comesBeforeTheBytes { await loader.core.bytesConfirmed(FetchKey(sampleRequest(1))) }
        decoder.gate.open()
        _ = try await task.image
        #expect(await loader.inventory.watchers.isEmpty)
        #expect(await Array(events).count == 1)
    }

    @Test func aVerdictDuringTheLastStepCounts() async throws {
        let processor = ScriptedProcessor(isOpen: false)
        let loader = ImageLoader(
            bytes: bytes, decoder: ScriptedDecoder(), processor: processor, memory: TestCache(budget: 1 << 20))
        let task = loader.task(for: ImageRequest(sampleRequest(1), processors: [.dimmed]), priority: .visible)
        let events = task.events
        await bytes.finish(isStale: true)
        await processor.gate.untilStarted(1)
        await loader.core.bytesConfirmed(FetchKey(sampleRequest(1)))
        processor.gate.open()
        _ = try await task.image
        #expect(await loader.inventory.watchers.isEmpty)
        #expect(await Array(events).count == 1)
    }

    @Test func aVerdictOfNoChangeEndsNoRefreshThatIsUnderWay() async throws {
        let task = loader.task(for: sampleRequest(1), priority: .visible)
        var events = task.events.makeAsyncIterator()
        await bytes.finish(isStale: true)
        _ = await events.next()
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        await loader.core.bytesConfirmed(FetchKey(sampleRequest(1)))
        await bytes.untilStarted(2)
        await bytes.finish()
        #expect(await events.next()?.refreshed != nil)
    }

    @Test func aTaskThatIsLetGoIsWatchedForNoLonger() async throws {
        do {
            let task = loader.task(for: sampleRequest(1), priority: .visible)
            var events = task.events.makeAsyncIterator()
            await bytes.finish(isStale: true)
            _ = await events.next()
            #expect(await loader.inventory.watchers.count == 1)
            task.cancel()
            #expect(!task.isCancelled)
            #expect(await events.next() == nil)
        }
        await eventually { await loader.inventory.watchers.isEmpty }
    }

    @Test func aChangeFoundDuringTheFirstDecodeFollowsIt() async throws {
        let decoder = ScriptedDecoder(isOpen: false)
        let loader = ImageLoader(bytes: bytes, decoder: decoder, memory: TestCache(budget: 1 << 20))
        let session = loader.makePrefetchSession {}
        session.want(wanted([1]))
        await bytes.finish(isStale: true)
        await decoder.gate.untilStarted(1)
        bytes.refresh(FetchKey(sampleRequest(1)))
        await eventually { await loader.isOutdated(sampleKey(1)) }
        decoder.gate.open()
        await eventually { [bytes] in await loader.isIdle || bytes.tickets.count == 2 }
        try #require(bytes.tickets.count == 2)
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final])
        await bytes.finish()
        await eventually { await loader.isIdle }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.refreshed])
    }

    /// The check may be quicker than the bytes that it is about.
    @Test func aChangeFoundBeforeTheStaleBytesArriveFollowsThem() async throws {
        let session = loader.makePrefetchSession {}
        let requests = [sampleRequest(1), sampleRequest(1, 20), ImageRequest(sampleRequest(1), processors: [.dimmed])]
        await want(requests, session)
        await bytes.untilStarted(1)
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        await bytes.finish(isStale: true)
        await bytes.untilStarted(2)
        await eventually { await loader.inventory.decodes == 0 }
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final, .final, .final])
        await bytes.finish()
        await untilIdle()
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.refreshed, .refreshed, .refreshed])
        #expect(bytes.tickets.count == 2)
        #expect(await loader.isWithoutTrace)
    }

    @Test func newBytesAreNotTakenForOldOnesBecauseOfALateVerdict() async throws {
        let session = loader.makePrefetchSession {}
        await want([sampleRequest(1)], session)
        await bytes.untilStarted(1)
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        await bytes.finish()
        await untilIdle()
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final] && bytes.tickets.count == 1)
    }

    /// Two sizes that are made of the same old bytes, one after the other, would otherwise hand them on for ever.
    @Test func whatIsMadeAnewSharesNoOldBytesWithWhatIsStillBeingMadeOfThem() async throws {
        let decoder = ScriptedDecoder(isOpen: false)
        let loader = ImageLoader(
            bytes: bytes, decoder: decoder, memory: TestCache(budget: 1 << 20), configuration: .init(decodeLimit: 1))
        let session = loader.makePrefetchSession {}
        session.want(wanted([1]) + wanted([1], .visible, 20))
        await bytes.untilStarted(1)
        await bytes.finish(isStale: true)
        await decoder.gate.untilStarted(1)
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        decoder.gate.open()
        await bytes.untilStarted(2)
        // A picture of the old bytes that came after the new ones would ask for them once more.
        await eventually { await loader.inventory.decodes == 0 }
        await bytes.finish()
        await eventually { await loader.isIdle }
        #expect(bytes.tickets.count == 2 && decoder.gate.calls.count == 4)
        #expect(await loader.isWithoutTrace)
    }

    @Test func aTaskThatIsListenedToAfterItsPictureCameStillHearsOfTheNewOne() async throws {
        let task = loader.task(for: sampleRequest(1), priority: .visible)
        await bytes.finish(isStale: true)
        let old = try await task.image
        var events = task.events.makeAsyncIterator()
        #expect(await events.next()?.final === old)
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        await bytes.untilStarted(2)
        await bytes.finish()
        let new = await events.next()?.refreshed
        #expect(new != nil && new !== old)
    }

    @Test func aTaskWithoutHandleOrStreamWatchesNothing() async throws {
        let waiting = Task { [loader] in try await loader.task(for: sampleRequest(1), priority: .visible).image }
        await bytes.finish(isStale: true)
        _ = try await waiting.value
        await eventually { await loader.inventory.watchers.isEmpty }
    }

    @Test func aRefreshThatFailsLeavesWhatIsShownAndForgetsThePicture() async throws {
        let session = loader.makePrefetchSession {}
        await want([sampleRequest(1)], session)
        await bytes.finish(isStale: true)
        await untilIdle()
        _ = session.takeDeliveries(limit: 9)
        bytes.refresh(FetchKey(sampleRequest(1)))
        await bytes.untilStarted(2)
        bytes.end(throwing: failure(.notFound))
        await untilIdle()
        #expect(session.pendingDeliveries == 0 && !loader.memory.contains(sampleKey(1)))
    }
}
