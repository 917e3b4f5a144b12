// Fetches without a loader: shared, retried, preempted, outdated.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct FetchSchedulerTests {
    @Test func usersOfOneKeyShareAFetchAndTheLastOneCancelsIt() {
        let bench = PartBench()
        let users = [bench.user(.behind), bench.user(.visible)]
        let ids = users.map { bench.join(1, $0) }
        #expect(ids[0] == ids[1] && bench.fetches.jobCount == 1)
        bench.fetches.start()
        let ticket = bench.fetches.ticket(for: FetchKey(sampleRequest(1)))
        #expect(ticket?.priority == .visible)
        bench.fetches.leave(users[1].id, ids[1])
        #expect(ticket?.priority == .behind)
        bench.fetches.leave(users[0].id, ids[0])
        // Its slot is free when its call has ended.
        #expect(bench.fetches.jobCount == 0 && bench.fetches.slotsInUse == 1 && bench.fetches.runningPriorities.isEmpty)
        #expect(bench.fetches.ended(bench.end(ids[0])) == nil)
        #expect(bench.fetches.isIdle)
    }

    @Test func arrivedBytesAreHeldUntilTheLastUserLeaves() {
        let bench = PartBench()
        let user = bench.user()
        let id = bench.join(1, user)
        bench.fetches.start()
        guard case .arrived(_, let users, isOutdated: false) = bench.fetches.ended(bench.end(id, .success([1, 2]))) else {
            return #expect(Bool(false))
        }
        #expect(users.map(\.id) == [user.id] && bench.fetches.hasArrived(id) && bench.fetches.heldBytes == 2)
        let late = bench.fetches.join(bench.user(), FetchKey(sampleRequest(1)), title: "")
        #expect(late.isShared && late.bytes?.count == 2)
        bench.fetches.leave(user.id, id)
        #expect(bench.fetches.heldBytes == 2)
    }

    @Test func aTransientFailureIsTriedAgainAfterItsBackOff() async {
        let bench = PartBench(.init(retry: RetryPolicy(maximumRetries: 1), clock: RestlessClock()))
        let id = bench.join(1, bench.user())
        bench.fetches.start()
        #expect(bench.fetches.ended(bench.end(id, .failure(failure(.httpStatus(503))))) == nil)
        #expect(bench.fetches.slotsInUse == 0 && bench.fetches.jobCount == 1)
        bench.fetches.start()
        #expect(bench.fetches.slotsInUse == 0)
        await bench.letters.probe.until { $0.contains { if case .backOffEnded(id) = $0 { true } else { false } } }
        bench.fetches.backOffEnded(id)
        bench.fetches.start()
        #expect(bench.fetches.slotsInUse == 1 && bench.records.counters.retries == 1)
        let outcome = bench.fetches.ended(bench.end(id, .failure(failure(.httpStatus(503)))))
        guard case .failed(failure(.httpStatus(503)), _, let trace) = outcome else { return #expect(Bool(false)) }
        #expect(trace.number == 2 && bench.fetches.isIdle)
    }

    @Test func aVisibleFetchPreemptsWhichGoesOnFirst() {
        let bench = PartBench(.init(fetchLimit: 1))
        let ids = [bench.join(1, bench.user(.speculative)), bench.join(2, bench.user(.speculative))]
        bench.fetches.start()
        let visible = bench.join(3, bench.user(.visible))
        bench.fetches.start()
        #expect(bench.records.counters.preempted == 1 && bench.fetches.runningPriorities.isEmpty)
        #expect(bench.fetches.ended(bench.end(ids[0], .failure(.from(CancellationError(), stage: .fetch, culprit: "")))) == nil)
        bench.fetches.start()
        #expect(bench.fetches.runningPriorities == [.visible: 1])
        _ = bench.fetches.ended(bench.end(visible))
        bench.fetches.start()
        #expect(bench.fetches.ticket(for: FetchKey(sampleRequest(1)))?.priority == .speculative)
        #expect(bench.fetches.ticket(for: FetchKey(sampleRequest(2))) == nil)
        // A preempted try is none of its retries.
        #expect(bench.records.counters.fetches == 3 && bench.records.counters.retries == 0)
    }

    @Test func outdatedBytesAreGivenToNoNewUser() {
        let bench = PartBench()
        let key = FetchKey(sampleRequest(1))
        let user = bench.user()
        let id = bench.join(1, user)
        bench.fetches.start()
        _ = bench.fetches.ended(bench.end(id))
        #expect(bench.fetches.outdate(key).map(\.id) == [user.id])
        let next = bench.join(1, bench.user())
        #expect(next != id && bench.fetches.hasArrived(id) && !bench.fetches.hasArrived(next))
        #expect(bench.fetches.jobCount == 2)
        bench.fetches.leave(user.id, id)
        #expect(bench.fetches.jobCount == 1 && bench.fetches.heldBytes == 0)
    }

    @Test(arguments: [true, false]) func aChangeFoundWhileBytesComeInConcernsStaleOnesAlone(isStale: Bool) {
        let bench = PartBench()
        let id = bench.join(1, bench.user())
        bench.fetches.start()
        #expect(bench.fetches.outdate(FetchKey(sampleRequest(1))).isEmpty)
        let outcome = bench.fetches.ended(bench.end(id, isStale: isStale))
        guard case .arrived(_, _, isOutdated: isStale) = outcome else { return #expect(Bool(false)) }
        #expect(bench.fetches.trace(of: id)?.isStale == isStale)
    }

    @Test func confirmedBytesAreNotStale() {
        let bench = PartBench()
        let id = bench.join(1, bench.user())
        bench.fetches.start()
        bench.fetches.confirm(FetchKey(sampleRequest(1)))
        _ = bench.fetches.ended(bench.end(id, isStale: true))
        #expect(bench.fetches.trace(of: id)?.isStale == false)
    }

    @Test func damagedStoredBytesAreFetchedAgainOnceFromTheirOrigin() {
        let bench = PartBench()
        let id = bench.join(1, bench.user())
        for origin in [FetchedBytes.Origin.disk, .network] {
            bench.fetches.start()
            _ = bench.fetches.ended(bench.end(id, from: origin))
            switch (origin, bench.fetches.refetch(id)) {
            case (.disk, .queued(let users)): #expect(users.count == 1 && bench.fetches.heldBytes == 0)
            case (.network, .refused): #expect(bench.fetches.ticket(for: FetchKey(sampleRequest(1)))?.isReload == true)
            default: Issue.record("not fetched again, or for ever")
            }
        }
    }

    @Test func damagedOutdatedBytesGiveWayToNewerOnes() {
        let bench = PartBench()
        let id = bench.join(1, bench.user())
        bench.fetches.start()
        _ = bench.fetches.ended(bench.end(id, from: .disk))
        _ = bench.fetches.outdate(FetchKey(sampleRequest(1)))
        guard case .superseded = bench.fetches.refetch(id) else { return #expect(Bool(false)) }
    }
}
