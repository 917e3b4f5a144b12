// A session wants a whole set; only the difference is worked on, and results are taken once a frame.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ImageSessionTests {
    @Test func aNewSetStartsWhatIsNewKeepsWhatStaysAndCancelsTheRest() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1, 2, 3]), session)
        await bench.bytes.gate.untilStarted(3)
        await bench.want(wanted([2, 3, 4]), session)
        await bench.bytes.gate.until { $0.calls.count == 4 && $0.running == 3 }
        let cancelled = bench.bytes.gate.calls.filter { $0.status == .cancelled }
        #expect(cancelled.map(\.title) == ["photo 1"])
        #expect(bench.loader.counters.requests == 4 && bench.loader.counters.cancelled == 1)
    }

    @Test func theOrderOfTheArrayIsTheOrderOfWorkWithinAPriority() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false), fetchLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([0, 1, 2, 3, 4]), session)
        await bench.bytes.gate.untilStarted(1)
        await bench.want(wanted([4], .ahead) + wanted([2, 0, 3], .visible) + wanted([1], .ahead), session)
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(bench.bytes.gate.titles == ["photo 0", "photo 2", "photo 3", "photo 4", "photo 1"])
    }

    @Test func aPictureThatIsInASetTwiceIsAskedForOnceWithTheFirstPriority() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead) + wanted([1]) + wanted([1], .behind) + wanted([1], .ahead, 20), session)
        await bench.bytes.gate.untilStarted(1)
        #expect(bench.bytes.gate.calls.map(\.priority) == [.ahead])
        #expect(bench.loader.counters.requests == 2 && bench.loader.counters.duplicateFetches == 0)
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).map(\.request.key.size.width).sorted() == [10, 20])
        #expect(bench.bytes.gate.calls.count == 1)
    }

    @Test func whatIsEmptyIsHarmless() async throws {
        let bench = Bench()
        let arrivals = Probe(0)
        let session = bench.loader.makeSession { arrivals.change { $0 += 1 } }
        for _ in 0..<3 { await bench.want([], session) }
        session.retryAll()
        session.retry(sampleKey(1))
        await bench.loader.attend(to: session)
        await bench.loader.attendToSessions()
        #expect(session.takeDeliveries(limit: 9).isEmpty && session.takeDeliveries(limit: 0).isEmpty)
        bench.memory.lease([])
        bench.memory.release([])
        bench.memory.stop(at: [])
        #expect(bench.memory.plan([]).isEmpty && bench.memory.bytes == 0)
        #expect(bench.loader.counters == LoaderCounters() && arrivals.state == 0)
        // An empty set in the middle ends what was wanted, and a set after it begins anew.
        await bench.want(wanted([1]), session)
        await bench.want([], session)
        await bench.untilIdle()
        #expect(session.pendingDeliveries == 0)
        await bench.want(wanted([1]), session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 0).isEmpty && session.takeDeliveries(limit: 9).count == 1)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func tenThousandSetsInOneTurnStartOnlyTheLast() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.loader.occupied { for first in 0..<10_000 { session.want(wanted(first..<first + 3)) } }
        await bench.loader.attend(to: session)
        await bench.bytes.gate.untilStarted(3)
        #expect(Set(bench.bytes.gate.titles) == ["photo 9999", "photo 10000", "photo 10001"])
        #expect(bench.loader.counters.requests == 3 && bench.loader.counters.cancelled == 0)
    }

    @Test func onlyOneHopIsOnItsWayWhateverIsWished() {
        let mailbox = SessionMailbox {}
        let hops = (0..<3).map { id in mailbox.wish { $0.retries = [sampleKey(id)] } }
        #expect(hops == [true, false, false])
        #expect(mailbox.readWishes().retries == [sampleKey(2)])
        #expect(mailbox.wish { $0.retryAll = true })
    }

    @Test func aFlingLeavesOnlyTheLastSetRunning() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        for first in 0..<2_000 { session.want(wanted(first..<first + 3)) }
        await bench.loader.attend(to: session)
        let last: Set = ["photo 1999", "photo 2000", "photo 2001"]
        await bench.bytes.gate.until { Set($0.calls.filter { $0.status == .waiting }.map(\.title)) == last }
        bench.bytes.gate.open()
        await bench.untilIdle()
        #expect(Set(session.takeDeliveries(limit: 10).map(\.title)) == last)
        #expect(await bench.loader.isWithoutTrace)
    }

    @Test func aFetchThatIsCancelledInTheTurnInWhichItStartedGivesItsSlotBack() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        // Its task has not begun when it is cancelled; now and then another thread is quick enough that it has.
        for first in 0..<40 {
            await session.startAndLeave(wanted(first * 3..<first * 3 + 3))
            await bench.untilIdle()
        }
        #expect(bench.loader.counters.fetches == 120 && bench.loader.counters.inFlightFetches == 0)
        #expect(await bench.loader.isWithoutTrace)
        bench.bytes.gate.open()
        await bench.want(wanted(1...9), session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 20).count == 9)
    }

    @Test func deliveriesComeMostUrgentFirstAndUpToTheLimit() async throws {
        let bench = Bench(decodeLimit: 1)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1, 2], .ahead) + wanted([3, 4], .visible), session)
        await bench.untilIdle()
        #expect(session.pendingDeliveries == 4)
        #expect(Set(session.takeDeliveries(limit: 2).map(\.title)) == ["photo 3", "photo 4"])
        let rest = session.takeDeliveries(limit: 9)
        #expect(Set(rest.map(\.title)) == ["photo 1", "photo 2"] && rest.allSatisfy { $0.priority == .ahead })
        #expect(session.takeDeliveries(limit: 9).isEmpty)
    }

    @Test func arrivalIsAnnouncedOnceUntilTheQueueWasEmptied() async throws {
        let bench = Bench()
        let arrivals = Probe(0)
        let session = bench.loader.makeSession { arrivals.change { $0 += 1 } }
        await bench.want(wanted(1...5), session)
        await bench.untilIdle()
        #expect(arrivals.state == 1)
        #expect(session.takeDeliveries(limit: 3).count == 3)
        await bench.want(wanted(1...6), session)
        await bench.untilIdle()
        #expect(arrivals.state == 1)
        #expect(session.takeDeliveries(limit: 9).count == 3)
        await bench.want(wanted(1...7), session)
        await bench.untilIdle()
        #expect(arrivals.state == 2)
    }

    @Test func anUntakenDeliveryFollowsItsPictureOutOfTheSetOrUpInPriority() async throws {
        let bench = Bench()
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...3, .ahead), session)
        await bench.untilIdle()
        await bench.want(wanted([1], .ahead) + wanted([3], .visible), session)
        let deliveries = session.takeDeliveries(limit: 9)
        #expect(deliveries.map(\.title) == ["photo 3", "photo 1"])
        #expect(deliveries.map(\.priority) == [.visible, .ahead])
    }

    @Test func aPictureThatComesBackIntoTheSetIsDeliveredFromMemory() async throws {
        let bench = Bench()
        let session = bench.loader.makeSession {}
        for set in [[1], [2], [1]] {
            await bench.want(wanted(set), session)
            await bench.untilIdle()
            #expect(session.takeDeliveries(limit: 9).map(\.title) == ["photo \(set[0])"])
        }
        #expect(bench.loader.counters.fetches == 2 && bench.loader.counters.memoryHits == 1)
    }

    @Test func anEvictedPictureIsLoadedAgainWhenItBecomesMoreUrgent() async throws {
        let bench = Bench()
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead), session)
        await bench.untilIdle()
        bench.memory.trim(to: .visibleOnly)
        await bench.want(wanted([1], .behind), session)
        #expect(bench.loader.counters.fetches == 1)
        await bench.want(wanted([1], .visible), session)
        await bench.untilIdle()
        #expect(bench.loader.counters.fetches == 2 && bench.loader.counters.duplicateFetches == 0)
    }

    @Test func aFailedPictureIsNotAskedForAgainUntilItIsRetried() async throws {
        let bytes = ScriptedByteLoader { _, attempt in
            attempt == 0 ? .failure(failure(.corrupt(Message("x")))) : .success([1])
        }
        let bench = Bench(bytes: bytes)
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1]), session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).first?.failure == failure(.corrupt(Message("x"))))
        await bench.want([], session)
        await bench.want(wanted([1]), session)
        #expect(session.takeDeliveries(limit: 9).first?.failure == failure(.corrupt(Message("x"))))
        #expect(bytes.gate.calls.count == 1)
        session.retry(sampleKey(1))
        await bench.loader.attend(to: session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).first?.image != nil)
    }

    @Test func aFailureFromBeforeRetryAllIsNotDeliveredAfterIt() {
        let mailbox = SessionMailbox {}
        let failed = Delivery<any DecodedImage>(
            request: sampleRequest(1), kind: .final, result: .failure(failure(.notFound)), priority: .visible)
        mailbox.deliver(failed)
        _ = mailbox.wish { $0.retryAll = true }
        #expect(mailbox.take(limit: 9).isEmpty)
        // On its way to the loader the wish overtakes what was on its way from there.
        mailbox.deliver(failed)
        #expect(mailbox.take(limit: 9).isEmpty)
        _ = mailbox.readWishes()
        mailbox.deliver(failed)
        #expect(mailbox.take(limit: 9).count == 1)
    }

    @Test func aFailureFromBeforeARetryIsNotDeliveredAfterIt() {
        let mailbox = SessionMailbox {}
        for id in 1...2 {
            mailbox.deliver(
                Delivery<any DecodedImage>(
                    request: sampleRequest(id), kind: .final, result: .failure(failure(.notFound)), priority: .visible))
        }
        _ = mailbox.wish { $0.retries = [sampleKey(1)] }
        #expect(mailbox.take(limit: 9).map(\.title) == ["photo 2"])
    }

    /// The loader sees the same set twice, because it did not look between.
    @Test func whoLetsGoOfAPictureAndWantsItAgainInOneTurnIsAnsweredAgain() async throws {
        let bench = Bench()
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1]), session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).count == 1)
        bench.memory.trim(to: .visibleOnly)
        await bench.loader.occupied {
            session.want([])
            session.retry(sampleKey(1))
            session.want(wanted([1]))
        }
        await bench.loader.attend(to: session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).map(\.kind) == [.final])
    }

    @Test func aPictureThatIsHeldIsNotLoadedAgainWhenItBecomesMoreUrgent() async throws {
        let bench = Bench()
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .speculative), session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).count == 1)
        bench.memory.trim(to: .visibleOnly)
        await bench.want([WantedImage(request: sampleRequest(1), priority: .visible, isHeld: true)], session)
        await bench.untilIdle()
        #expect(bench.loader.counters.fetches == 1 && session.pendingDeliveries == 0)
    }

    @Test func retryAllTriesEveryFailureThatIsStillWanted() async throws {
        let bytes = ScriptedByteLoader { _, attempt in attempt == 0 ? .failure(failure(.notFound)) : .success([1]) }
        let bench = Bench(bytes: bytes)
        let session = bench.loader.makeSession {}
        await bench.want(wanted(1...3), session)
        await bench.untilIdle()
        await bench.want(wanted(1...2), session)
        _ = session.takeDeliveries(limit: 9)
        session.retryAll()
        await bench.loader.attend(to: session)
        await bench.untilIdle()
        #expect(session.takeDeliveries(limit: 9).compactMap(\.image).count == 2)
        #expect(bytes.gate.calls.count == 5)
    }

    @Test func theFailureMemoryIsBounded() {
        var memory = FailureMemory()
        for id in 0...FailureMemory.capacity { memory.remember(failure(.notFound), of: sampleKey(id)) }
        #expect(memory[sampleKey(0)] == nil)
        #expect(memory[sampleKey(1)] != nil && memory[sampleKey(FailureMemory.capacity)] != nil)
    }

    @Test func lettingGoOfASessionCancelsItsWorkAndReleasesItsClosure() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        weak var token: Token?
        do {
            let held = Token()
            token = held
            let session = bench.loader.makeSession { _ = held }
            await bench.want(wanted(1...3), session)
            await bench.bytes.gate.untilStarted(3)
        }
        #expect(token == nil)
        await bench.bytes.gate.until { $0.calls.allSatisfy { $0.status == .cancelled } }
        await bench.untilIdle()
        #expect(await bench.loader.isWithoutTrace)
        #expect(await bench.loader.inventory.sessions == 0)
    }

    @Test func aClosedSessionDeliversAndStartsNothing() async throws {
        let bench = Bench()
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1]), session)
        await bench.untilIdle()
        session.close()
        session.want(wanted([2]))
        await bench.loader.attend(to: session)
        #expect(session.takeDeliveries(limit: 9).isEmpty && bench.bytes.gate.calls.count == 1)
        #expect(await bench.loader.inventory.sessions == 0)
    }

    @Test func aSessionAndACallerShareTheWorkAndEachLeavesAlone() async throws {
        let bench = Bench(bytes: ScriptedByteLoader(isOpen: false))
        let session = bench.loader.makeSession {}
        await bench.want(wanted([1], .ahead), session)
        let caller = await bench.load(sampleRequest(1))
        await bench.want([], session)
        bench.bytes.gate.open()
        _ = try await caller.value
        #expect(bench.bytes.gate.calls.map(\.status) == [.done] && session.pendingDeliveries == 0)
    }

    private final class Token: Sendable {}
}

extension ImageSession {
    /// Two wishes in one turn of the actor: the first is begun, the second takes it back.
    @PipelineActor
    fileprivate func startAndLeave(_ images: [WantedImage]) {
        want(images)
        state.read()
        want([])
        state.read()
    }
}
