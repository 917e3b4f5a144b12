// What a wanted set changes, without a loader: who joins, who moves, who leaves, and what is answered at once.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct PrefetchStateTests {
    private let mailbox = PrefetchMailbox(id: Subscriber.ID(number: 1)) {}
    private let memory = TestCache(budget: 1 << 20)
    private let records = LoaderRecords()
    private let log = SubscriptionLog()
    private let state: PrefetchState

    init() {
        state = PrefetchState(
            mailbox: mailbox, jobs: log, memory: memory, records: records, lives: FailureLives(),
            now: { [start] in start })
    }

    private let start = ContinuousClock.now

    private func want(_ set: [WantedImage]) -> [String] { apply(.init(wanted: set)) }

    private func apply(_ wishes: PrefetchMailbox.Wishes) -> [String] {
        state.apply(wishes)
        return log.take()
    }

    private func recover(at time: ContinuousClock.Instant) -> [String] {
        state.recover(at: time)
        return log.take()
    }

    private func answer(_ id: Int, _ result: Result<any DecodedImage, LoadFailure>, isRefreshing: Bool = false) {
        let subscriber = Subscriber(
            id: mailbox.id, priority: .visible, sink: .session(mailbox), asked: start, isRefreshing: isRefreshing)
        state.take(Answer(subscriber: subscriber, request: sampleRequest(id), result: result))
    }

    @Test func aNewSetJoinsWhatIsNewInItsOrderAndLeavesTheRestLast() {
        #expect(want(wanted([1, 2])) == ["join 1", "last 1", "join 2", "last 2"])
        #expect(want(wanted([3, 2])) == ["join 3", "last 3", "last 2", "leave 1"])
        #expect(want(wanted([3, 2])).isEmpty && records.counters.requests == 3)
        #expect(want(wanted([3]) + wanted([2, 3], .ahead)) == ["last 3", "ahead 2", "last 2"])
    }

    @Test func whatIsAnsweredIsSubscribedToNoMore() {
        _ = want(wanted([1]))
        answer(1, .success(TestImage()))
        #expect(mailbox.take(limit: 9).map(\.kind) == [.final])
        #expect(want([]).isEmpty)
    }

    @Test func memoryAnswersAtOnce() {
        memory.insert(TestImage(), for: sampleKey(1))
        #expect(want(wanted([1])).isEmpty && mailbox.take(limit: 9).count == 1)
    }

    @Test func anEvictedImageIsLoadedAgainWhenItBecomesMoreUrgentAndOnlyThen() {
        _ = want(wanted([1], .ahead))
        answer(1, .success(TestImage()))
        #expect(want(wanted([1], .behind)).isEmpty)
        #expect(want(wanted([1], .visible)) == ["join 1", "last 1"])
    }

    @Test func aFailureAnswersUntilItIsRetried() {
        _ = want(wanted([1]))
        answer(1, .failure(failure(.corrupt(Message("x")))))
        _ = want([])
        #expect(want(wanted([1])).isEmpty && mailbox.take(limit: 9).count == 1)
        #expect(apply(.init(retries: [sampleKey(2)])).isEmpty)
        #expect(apply(.init(retries: [sampleKey(1)])) == ["join 1"])
    }

    @Test func retryAllForgetsTheFailuresOfWhatIsNotWantedToo() {
        _ = want(wanted([1, 2]))
        for id in 1...2 { answer(id, .failure(failure(.corrupt(Message("x"))))) }
        _ = want(wanted([1]))
        #expect(apply(.init(retryAll: true)) == ["join 1"])
        #expect(want(wanted([1, 2])) == ["last 1", "join 2", "last 2"])
    }

    @Test func onlyVisibleTransientFailuresThatAreDueAreRecovered() {
        var time = start
        _ = want(wanted([1, 2]) + wanted([3], .ahead))
        answer(1, .failure(failure(.unreachable(Message("down")))))
        answer(2, .failure(failure(.notFound)))
        answer(3, .failure(failure(.unreachable(Message("down")))))
        #expect(state.nextRecovery == start + .seconds(10) && recover(at: time).isEmpty)
        time += .seconds(10)
        #expect(recover(at: time) == ["join 1"])
    }

    @Test func aRefreshThatFailsLeavesWhatIsShown() {
        _ = want(wanted([1]))
        answer(1, .success(TestImage()))
        #expect(state.refreshable(FetchKey(sampleRequest(1))).map(\.1) == [sampleRequest(1)])
        state.noteRefreshing(sampleKey(1))
        #expect(state.refreshable(FetchKey(sampleRequest(1))).isEmpty)
        _ = mailbox.take(limit: 9)
        answer(1, .failure(failure(.notFound)), isRefreshing: true)
        #expect(mailbox.count == 0 && state.refreshable(FetchKey(sampleRequest(1))).count == 1)
    }

    @Test func closingLeavesWhatIsNotAnswered() {
        _ = want(wanted([1, 2]))
        answer(1, .success(TestImage()))
        #expect(apply(.init(isClosed: true)) == ["leave 2"])
    }
}

@Suite(.timeLimit(.minutes(5))) struct PrefetchSessionsTests {
    private let letters = Letters()
    private let clock = ManualClock()
    private let log = SubscriptionLog()
    private let lifetime = LoaderLifetime()
    private let mailbox = PrefetchMailbox(id: Subscriber.ID(number: 1)) {}

    private func sessions() -> PrefetchSessions {
        let now = ContinuousClock.now
        return PrefetchSessions(
            configuration: .init(clock: clock, now: { now }), jobs: log, memory: TestCache(budget: 1),
            records: LoaderRecords(), lifetime: lifetime, outbox: letters.outbox)
    }

    private func fail(_ id: Int, _ sessions: PrefetchSessions) {
        let subscriber = Subscriber(id: mailbox.id, priority: .visible, sink: .session(mailbox), asked: .now)
        sessions.take(
            Answer(subscriber: subscriber, request: sampleRequest(id), result: .failure(failure(.unreachable(Message("down"))))),
            for: mailbox)
    }

    @Test func oneTimerServesAllFailuresOfASessionUntilItCloses() async {
        let sessions = sessions()
        _ = mailbox.wish { $0.wanted = wanted(1...3) }
        sessions.read(mailbox)
        #expect(log.take().count == 6 && sessions.count == 1)
        for id in 1...3 { fail(id, sessions) }
        #expect(sessions.timerCount == 1)
        await clock.untilAsleep()
        #expect(clock.probe.state.naps == [.seconds(10)])
        clock.wakeAll()
        guard case .recoveryDue(mailbox.id) = await letters.message(0) else { return #expect(Bool(false)) }
        // Not due by the clock: the next timer waits for the rest.
        sessions.recover(mailbox.id)
        #expect(log.take().isEmpty)
        await clock.untilAsleep()
        _ = mailbox.wish { $0.isClosed = true }
        sessions.read(mailbox)
        #expect(log.take().isEmpty && sessions.count == 0)
        await clock.probe.until { $0.waiting.isEmpty }
    }

    @Test func aLoaderThatHasEndedRetriesNothing() {
        let sessions = sessions()
        _ = mailbox.wish { $0.wanted = wanted([1]) }
        sessions.read(mailbox)
        lifetime.end()
        fail(1, sessions)
        #expect(sessions.timerCount == 0)
    }
}
