// Image jobs without a loader: shared, chained, ended, and what is left for others to do.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) struct ImageJobsTests {
    private func grey(_ id: Int) -> ImageRequest { ImageRequest(sampleRequest(id), processors: [.dimmed]) }

    /// What has followed so far, in words.
    private func events(_ bench: PartBench) -> [String] {
        bench.jobs.takeEvents().map { event in
            switch event {
            case .answered(let answer):
                "\(answer.result.outcome) \(answer.request.key.processors.count)\(answer.mayChange ? " for now" : "")"
            case .outdated: "outdated"
            case .decoded: "decoded"
            }
        }
    }

    /// Starts what may start, and reports the end of each decode that there is.
    private func decode(_ bench: PartBench) async {
        let before = bench.letters.probe.state.count { $0.decodeEnd != nil }
        bench.jobs.startDecodes()
        let running = bench.stages.decodes.slotsInUse
        await bench.letters.probe.until { $0.count { $0.decodeEnd != nil } == before + running }
        for end in bench.letters.probe.state.compactMap(\.decodeEnd).dropFirst(before) { bench.jobs.decodeEnded(end) }
    }

    private func fetch(_ number: Int, _ bench: PartBench, isStale: Bool = false) {
        bench.fetches.start()
        bench.jobs.fetchEnded(bench.end(.init(number: number), isStale: isStale))
    }

    @Test func anImageGoesThroughItsStagesToAllWhoAskedForIt() async {
        let bench = PartBench()
        for _ in 0..<2 { bench.jobs.join(bench.subscriber(), sampleRequest(1), using: .all) }
        #expect(bench.records.counters.joined == 1 && bench.jobs.subscribers(of: sampleKey(1)) == 2)
        fetch(1, bench)
        #expect(events(bench).isEmpty)
        await decode(bench)
        #expect(events(bench) == ["delivered 0", "delivered 0", "decoded"])
        #expect(bench.jobs.isEmpty && bench.stages.isIdle && bench.memory.contains(sampleKey(1)))
    }

    @Test func anAnswerThatIsKnownAtOnceIsLeftAsAnEvent() {
        let bench = PartBench()
        bench.memory.insert(TestImage(), for: sampleKey(1))
        bench.jobs.admit(bench.subscriber(), sampleRequest(1))
        #expect(events(bench) == ["delivered 0"])
        bench.lifetime.end()
        for id in 1...2 { bench.jobs.admit(bench.subscriber(), sampleRequest(id)) }
        #expect(events(bench) == ["failed 0", "failed 0"])
        #expect(bench.jobs.isEmpty && bench.stages.isIdle)
    }

    @Test func aStepGoesOnFromTheImageBeforeIt() async {
        let bench = PartBench()
        bench.jobs.join(bench.subscriber(), grey(1), using: .all)
        #expect(bench.jobs.subscribers(of: sampleKey(1)) == 1)
        fetch(1, bench)
        await decode(bench)
        #expect(events(bench) == ["decoded"] && !bench.memory.contains(sampleKey(1)))
        await decode(bench)
        #expect(events(bench) == ["delivered 1"])
        #expect(bench.jobs.isEmpty && bench.stages.isIdle)
    }

    @Test func theLastOneToLeaveAChainEndsItsFetch() {
        let bench = PartBench()
        let (first, second) = (bench.subscriber(), bench.subscriber())
        bench.jobs.join(first, grey(1), using: .all)
        bench.jobs.join(second, grey(1), using: .all)
        bench.jobs.leave(first.id, grey(1).key)
        #expect(bench.fetches.jobCount == 1)
        bench.jobs.leave(second.id, grey(1).key)
        #expect(bench.jobs.isEmpty && bench.stages.isIdle && bench.records.counters.cancelled == 1)
        #expect(events(bench).isEmpty)
    }

    @Test func aPriorityGoesThroughAChainToItsFetch() {
        let bench = PartBench()
        let subscriber = bench.subscriber(.behind)
        bench.jobs.join(subscriber, grey(1), using: .all)
        bench.fetches.start()
        bench.jobs.setPriority(.visible, of: subscriber.id, grey(1).key)
        #expect(bench.fetches.ticket(for: FetchKey(sampleRequest(1)))?.priority == .visible)
    }

    @Test func onlyASubscriberMovesItsWork() {
        let bench = PartBench(.init(fetchLimit: 1))
        let subscribers = (1...2).map { _ in bench.subscriber() }
        for (index, subscriber) in subscribers.enumerated() {
            bench.jobs.join(subscriber, sampleRequest(index + 1), using: .all)
        }
        bench.jobs.moveToTail(bench.subscriber().id, sampleKey(1))
        bench.jobs.moveToTail(subscribers[1].id, sampleKey(2))
        bench.fetches.start()
        #expect(bench.fetches.ticket(for: FetchKey(sampleRequest(1))) != nil)
        #expect(bench.fetches.ticket(for: FetchKey(sampleRequest(2))) == nil)
    }

    @Test func aFailureEndsTheWholeChain() {
        let bench = PartBench()
        bench.jobs.join(bench.subscriber(), sampleRequest(1), using: .all)
        bench.jobs.join(bench.subscriber(), grey(1), using: .all)
        bench.fetches.start()
        bench.jobs.fetchEnded(bench.end(.init(number: 1), .failure(failure(.notFound))))
        #expect(events(bench) == ["failed 0", "failed 1"])
        #expect(bench.jobs.isEmpty && bench.stages.isIdle && bench.records.counters.failures == 2)
    }

    /// The answers are handed over before the images are made anew: the new requests meet no job that is ending.
    @Test func whatWasMadeOfOldBytesIsAnsweredAndThenReportedOutdated() async {
        let bench = PartBench()
        bench.jobs.join(bench.subscriber(), sampleRequest(1), using: .all)
        bench.jobs.join(bench.subscriber(), grey(1), using: .all)
        fetch(1, bench, isStale: true)
        #expect(bench.jobs.outdate(FetchKey(sampleRequest(1))) == [sampleKey(1), grey(1).key])
        #expect(bench.jobs.isOutdated(sampleKey(1)) && !bench.jobs.isOutdated(grey(1).key))
        await decode(bench)
        #expect(events(bench) == ["delivered 0 for now", "outdated", "decoded"])
        #expect(bench.jobs.isOutdated(grey(1).key))
        await decode(bench)
        #expect(events(bench) == ["delivered 1 for now", "outdated"])
    }

    @Test func anImageIsRefreshedUnlessThatFollowsAnyway() {
        let bench = PartBench()
        let (waiting, other) = (bench.subscriber(), bench.subscriber(isRefreshing: true))
        bench.jobs.join(waiting, sampleRequest(1), using: .all)
        #expect(!bench.jobs.refresh(waiting, sampleRequest(1)))
        #expect(bench.jobs.refresh(other, sampleRequest(1)) && bench.jobs.refresh(bench.subscriber(), sampleRequest(2)))
        fetch(1, bench, isStale: true)
        _ = bench.jobs.outdate(FetchKey(sampleRequest(1)))
        #expect(!bench.jobs.refresh(bench.subscriber(), sampleRequest(1)))
        #expect(bench.records.counters.refreshed == 2)
    }

    @Test func theSubscriberWithTheHighestPriorityCounts() {
        let bench = PartBench()
        let (low, high) = (bench.subscriber(.behind), bench.subscriber(.visible))
        var subscriptions = Subscriptions(low)
        subscriptions.add(high)
        #expect(subscriptions.priority == .visible)
        let isFound = [high.id, bench.numbers.next()].map { subscriptions.setPriority(.speculative, of: $0) }
        #expect(isFound == [true, false] && subscriptions.priority == .behind)
        let removed = (0..<2).map { _ in subscriptions.remove(low.id)?.id }
        #expect(removed == [low.id, nil] && subscriptions.priority == .speculative && !subscriptions.isEmpty)
    }
}

extension LoaderMessage {
    fileprivate var decodeEnd: DecodeEnd? { if case .decodeEnded(let end) = self { end } else { nil } }
}
