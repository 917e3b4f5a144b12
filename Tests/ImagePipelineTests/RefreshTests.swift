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
        await loader.attend(to: session)
    }

    private func untilIdle() async { await eventually { await loader.isIdle } }

    @Test func aPictureOfASessionIsSwappedInPlace() async throws {
        let session = loader.makeSession {}
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

    @Test func whatIsHeldIsNotLoadedAndIsSwappedWhenItsBytesHaveChanged() async throws {
        let session = loader.makeSession {}
        session.want([WantedImage(request: sampleRequest(1), priority: .visible, isHeld: true)])
        await loader.attend(to: session)
        #expect(await loader.isIdle)
        #expect(session.pendingDeliveries == 0 && bytes.tickets.isEmpty)
        bytes.refresh(FetchKey(sampleRequest(1)))
        await bytes.finish()
        await untilIdle()
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.refreshed])
    }

    @Test func noPreviewComesOfAPictureThatIsMadeAnew() async throws {
        let loader = ImageLoader(bytes: bytes, decoder: PreviewingDecoder(), memory: TestCache(budget: 1 << 20))
        let task = loader.sole(sampleRequest(1))
        await bytes.finish(isStale: true)
        _ = try await task.image
        bytes.refresh(FetchKey(sampleRequest(1)))
        await bytes.untilStarted(2)
        await bytes.report(32 << 10, of: 64 << 10)
        await eventually { await !loader.inventory.hasUnreadBodies }
        await bytes.finish()
        #expect(await task.delivery(1)?.refreshed != nil)
        #expect(loader.counters.previews == 0)
    }

    @Test func aSessionThatIsClosedHearsOfNoChange() async throws {
        let task = loader.sole(sampleRequest(1))
        await bytes.finish(isStale: true)
        _ = try await task.image
        task.cancel()
        await loader.core.bytesChanged(FetchKey(sampleRequest(1)))
        #expect(await loader.isIdle)
        #expect(await loader.hasNoSessions)
        #expect(loader.counters.refreshed == 0 && !loader.memory.contains(sampleKey(1)))
    }

    @Test func everySizeAndEffectThatIsWantedIsMadeAnewFromOneFetch() async throws {
        let session = loader.makeSession {}
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
        let session = loader.makeSession {}
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

    @Test func aChangeFoundDuringTheFirstDecodeFollowsIt() async throws {
        let decoder = ScriptedDecoder(isOpen: false)
        let loader = ImageLoader(bytes: bytes, decoder: decoder, memory: TestCache(budget: 1 << 20))
        let session = loader.makeSession {}
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
        let session = loader.makeSession {}
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
        let session = loader.makeSession {}
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
        let session = loader.makeSession {}
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

    @Test func aRefreshThatFailsLeavesWhatIsShownAndForgetsThePicture() async throws {
        let session = loader.makeSession {}
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
