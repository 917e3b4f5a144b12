// The queue of slots: who goes next, what hosts allow, what makes room, and that every slot comes back.
import Photos
import Testing

@testable import ImagePipeline

@Suite(.timeLimit(.minutes(5))) @PipelineActor struct SlotQueueTests {
    private let a = FetchHost.origin("http://a")
    private let b = FetchHost.origin("http://b")
    private let log = Log()

    private func queue(
        total: Int = 8, host: Int = 2, files: Int = .max, preemption: LoadPriority? = nil,
        gate: SuspensionGate = SuspensionGate()
    ) -> SlotQueue {
        SlotQueue(
            SlotLimits(
                total: total, hosts: HostLimits(host: host, multiplexedHost: 4, files: files), preemption: preemption),
            gate: gate)
    }

    private func owner(_ name: String, _ host: FetchHost?, _ priority: LoadPriority = .visible) -> Owner {
        Owner(name, host, priority, log)
    }

    private func add(_ names: [String], _ host: FetchHost?, _ priority: LoadPriority, to queue: SlotQueue) -> [Owner] {
        let owners = names.map { owner($0, host, priority) }
        for owner in owners { queue.add(owner) }
        return owners
    }

    /// What is granted from here on, one slot at a time.
    private func granted(_ queue: SlotQueue) -> [String] {
        log.granted = []
        queue.fill()
        return log.granted
    }

    /// Does the work of an owner whose slot was granted: nothing.
    private func work(_ owner: Owner, _ queue: SlotQueue) async throws { try await queue.withSlot(for: owner) {} }

    // MARK: Order

    @Test func theMostUrgentGoesFirstAndAmongEqualsTheOneThatWaitsLongest() {
        let queue = queue(total: 4, host: 8)
        _ = add(["1", "2"], a, .ahead, to: queue) + add(["3", "4"], b, .visible, to: queue)
        #expect(granted(queue) == ["3", "4", "1", "2"])
    }

    @Test func loweredRaisedMovedAndFirstWorkHasItsPlaceAmongAllHosts() {
        let queue = queue(host: 8)
        let lowered = owner("lowered", a, .visible), raised = owner("raised", b, .behind)
        let moved = owner("to the tail", b, .ahead)
        for owner in [lowered, raised, moved, owner("as it was", a, .ahead)] { queue.add(owner) }
        for owner in [lowered, raised] {
            owner.priority = .ahead
            queue.priorityChanged(of: owner)
        }
        queue.moveToTail(moved)
        queue.addFirst(owner("resumed", b, .ahead))
        #expect(granted(queue) == ["resumed", "lowered", "as it was", "raised", "to the tail"])
    }

    @Test func aRaisedOwnerGoesBehindWhatWaitsThere() {
        let queue = queue(total: 1, host: 8)
        let raised = owner("raised", a, .behind)
        queue.add(raised)
        queue.add(owner("there", a, .visible))
        raised.priority = .visible
        queue.priorityChanged(of: raised)
        #expect(granted(queue) == ["there"])
    }

    // MARK: Limits

    @Test func aHostAtItsLimitHoldsUpNobodyElse() async throws {
        let queue = queue()
        let ofA = add(["a1", "a2", "a3"], a, .visible, to: queue), ofB = add(["b1"], b, .ahead, to: queue)
        #expect(granted(queue) == ["a1", "a2", "b1"])
        try await work(ofB[0], queue)
        #expect(queue.heldCount == 2)
        try await work(ofA[0], queue)
        #expect(log.granted.last == "a3")
    }

    @Test func videosWaitForEachOtherAndHoldUpNoFile() {
        let queue = queue()
        _ = add(["v1", "v2", "v3"], .videos, .visible, to: queue) + add(["f1", "f2", "f3"], .files, .ahead, to: queue)
        #expect(granted(queue) == ["v1", "v2", "f1", "f2", "f3"])
    }

    @Test func aHostThatCarriesManyAnswersAtATimeHasMoreSlotsUntilItCarriesOne() async throws {
        let queue = queue()
        let owners = add(["1", "2", "3", "4", "5"], a, .visible, to: queue)
        #expect(granted(queue) == ["1", "2"])
        queue.learn(a, isMultiplexed: true)
        #expect(granted(queue) == ["3", "4"])
        queue.learn(a, isMultiplexed: false)
        try await work(owners[0], queue)
        #expect(granted(queue).isEmpty)
    }

    @Test func whileVisibleFetchesRunOthersHaveAQuarterOfAHostsSlots() {
        let queue = queue(total: 40, host: 8)
        _ = add(["v"], a, .visible, to: queue) + add(["1", "2", "3"], a, .ahead, to: queue)
        _ = add(["f1", "f2"], .files, .behind, to: queue)
        #expect(granted(queue) == ["v", "1", "f1", "f2"])
    }

    @Test(arguments: [(LoadPriority.visible, 12), (.ahead, 9), (.behind, 8), (.speculative, 8)])
    func someSlotsOfAHostAreLeftToVisibleFetchesUnlessOneConnectionCarriesAll(priority: LoadPriority, slots: Int) {
        var hosts = HostLimits(host: 12, multiplexedHost: 16)
        #expect(hosts.slots(of: a, at: priority) == slots)
        hosts.learn(a, isMultiplexed: true)
        #expect(hosts.slots(of: a, at: priority) == 16)
    }

    @Test func filesAreBoundByTheTotalAndByThoseThatWaitForTheirDecode() {
        let queue = queue(total: 5, files: 4)
        let reader = owner("reader", .files, .ahead)
        queue.hold(1, of: reader)
        _ = add(["1", "2", "3", "4"], .files, .ahead, to: queue)
        #expect(granted(queue) == ["1", "2", "3"])
        _ = add(["visible"], .files, .visible, to: queue)
        #expect(granted(queue) == ["visible"])
        queue.release(1, of: reader)
    }

    @Test func aSlotIsLeftToWhatIsVisible() {
        let queue = SlotQueue(SlotLimits(total: 3, unseen: 2))
        _ = add(["1", "2", "3"], nil, .ahead, to: queue)
        #expect(granted(queue) == ["1", "2"])
        _ = add(["4"], nil, .visible, to: queue)
        #expect(granted(queue) == ["4"])
    }

    @Test func beyondTheBudgetOnlyVisibleWorkBegins() {
        let queue = SlotQueue(SlotLimits(total: 9), budget: EncodedByteBudget(limit: 3 * 65_536))
        _ = add(["1", "2", "3", "4"], nil, .ahead, to: queue)
        #expect(granted(queue) == ["1", "2", "3"])
        _ = add(["5", "6", "7", "8"], nil, .visible, to: queue)
        #expect(granted(queue) == ["5", "6", "7"])
    }

    @Test func aClosedGateLetsNobodyBeginAndWhatRunsGoOn() async throws {
        let gate = SuspensionGate()
        let queue = queue(total: 1, gate: gate)
        let owners = add(["1", "2"], a, .visible, to: queue)
        #expect(granted(queue) == ["1"])
        gate.close()
        try await work(owners[0], queue)
        #expect(granted(queue).isEmpty)
        _ = gate.open()
        #expect(granted(queue) == ["2"])
    }

    // MARK: Leaving

    @Test func whoLeavesWhileItWaitsIsToldAndLeavesNoHostBehind() async {
        let queue = queue(total: 1)
        let first = owner("first", a), waiting = owner("waiting", b)
        queue.add(first)
        queue.fill()
        let call = Task { try await work(waiting, queue) }
        while waiting.slot == nil { await Task.yield() }
        queue.leave(waiting)
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(waiting.slot == nil && !queue.isIdle)
        queue.leave(first)
        #expect(queue.isIdle)
    }

    @Test func aSlotThatWasGrantedToOneWhoLeavesBeforeItsTurnComesBackAtOnce() async {
        let queue = queue(total: 1)
        let owners = add(["leaver", "next"], a, .visible, to: queue)
        #expect(granted(queue) == ["leaver"])
        queue.leave(owners[0])
        queue.leave(owners[0])
        #expect(log.granted == ["leaver", "next"] && queue.heldCount == 1)
    }

    /// The work begins, notices that its owner has left, and the slot comes back.
    @Test func aSlotOfWorkThatBeginsAnywayComesBackOnceItHasEnded() async {
        let queue = queue(total: 1)
        let owner = owner("leaver", a)
        queue.add(owner)
        queue.fill()
        queue.leave(owner, beginsAnyway: true)
        queue.leave(owner, beginsAnyway: true)
        #expect(queue.heldCount == 1 && queue.priorities.isEmpty)
        let call = Task { try await queue.withSlot(for: owner) { try Task.checkCancellation() } }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(queue.isIdle)
    }

    @Test func aCancelledOwnerWithoutASlotDoesNotWait() async {
        let queue = queue()
        let owner = owner("late", a)
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await work(owner, queue)
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(queue.isIdle && owner.slot == nil)
    }

    // MARK: Preemption

    @Test func asManyArePreemptedAsLackASlotTheLeastUrgentAndEmptiestFirst() {
        let queue = queue(total: 4, host: 8, preemption: .behind)
        let owners =
            add(["behind"], a, .behind, to: queue) + add(["full", "empty"], a, .speculative, to: queue)
            + add(["ahead"], a, .ahead, to: queue)
        owners[1].received = 2
        owners[2].received = 1
        #expect(granted(queue).count == 4)
        for (name, stopped) in [("1", "empty"), ("2", "full"), ("3", "behind")] {
            queue.add(owner(name, a))
            // A slot that is free soon counts, however often this is asked.
            for _ in 0..<3 { queue.fill() }
            #expect(log.preempted.last == stopped)
        }
        queue.add(owner("4", a))
        queue.fill()
        #expect(log.preempted == ["empty", "full", "behind"])
    }

    @Test func aVisibleOwnerTakesTheSlotOfItsOwnHost() {
        let queue = queue(total: 8, host: 2, preemption: .behind)
        _ = add(["a1"], a, .behind, to: queue) + add(["b1"], b, .speculative, to: queue)
        queue.fill()
        _ = add(["a2", "a3"], a, .visible, to: queue)
        queue.fill()
        #expect(log.preempted == ["a1"])
    }

    @Test func whatCannotBePreemptedIsLeftAlone() {
        let queue = queue(total: 1, preemption: .behind)
        let owner = owner("file", .files, .speculative)
        owner.canBePreempted = false
        queue.add(owner)
        queue.fill()
        queue.add(self.owner("visible", a))
        queue.fill()
        #expect(log.preempted.isEmpty)
    }

    @Test func whoWaitsAgainBeforeItsSlotComesBackGoesFirst() async throws {
        let queue = queue(total: 1, host: 1, preemption: .behind)
        let first = owner("first", a, .speculative)
        try await queue.withSlot(for: first) {
            queue.add(owner("second", a, .speculative))
            queue.addFirst(first)
        }
        #expect(log.granted == ["first", "first"])
    }

    // MARK: Storm

    /// Owners come, change their priority, leave and are preempted in any order: limits hold, and nothing is left.
    @Test(arguments: 0..<20) func aStormLeavesNothingBehind(seed: UInt64) async throws {
        var random = SplitMix(state: seed)
        let hosts: [FetchHost?] = [a, b, .files, .videos, nil]
        let queue = SlotQueue(
            SlotLimits(
                total: 5, unseen: 4, hosts: HostLimits(host: 2, multiplexedHost: 3, files: 3), preemption: .behind),
            budget: EncodedByteBudget(limit: 400_000))
        var tasks: [Task<Void, Never>] = []
        var owners: [Owner] = []
        for number in 0..<200 {
            let host = hosts.randomElement(using: &random) ?? nil
            let owner = owner("\(number)", host, LoadPriority.allCases.randomElement(using: &random) ?? .visible)
            owners.append(owner)
            let (turns, throwsError) = (Int.random(in: 0..<4, using: &random), Bool.random(using: &random))
            if Bool.random(using: &random) { queue.add(owner) }
            tasks.append(
                Task {
                    try? await queue.withSlot(for: owner) {
                        #expect(queue.heldCount <= 5)
                        queue.hold(turns * 10_000, of: owner)
                        defer { queue.release(turns * 10_000, of: owner) }
                        for _ in 0..<turns { await Task.yield() }
                        if throwsError { throw CancellationError() }
                    }
                })
            let index = Int.random(in: 0..<owners.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                tasks[index].cancel()
                queue.leave(owners[index])
            case 1:
                owners[index].priority = LoadPriority.allCases.randomElement(using: &random) ?? .ahead
                queue.priorityChanged(of: owners[index])
            case 2: queue.moveToTail(owners[index])
            case 3: queue.learn(a, isMultiplexed: Bool.random(using: &random))
            default: await Task.yield()
            }
            queue.fill()
        }
        for task in tasks { await task.value }
        #expect(queue.isIdle && queue.heldCount == 0)
        #expect(owners.allSatisfy { $0.slot == nil })
    }

    /// What the owners of a test were granted and were told to stop.
    @PipelineActor final class Log {
        var granted: [String] = []
        var preempted: [String] = []
    }

    @PipelineActor final class Owner: SlotOwner {
        let name: String
        let host: FetchHost?
        var priority: LoadPriority
        var slot: Slot?
        var received = 0
        var canBePreempted = true
        private let log: Log

        init(_ name: String, _ host: FetchHost?, _ priority: LoadPriority, _ log: Log) {
            (self.name, self.host, self.priority, self.log) = (name, host, priority, log)
        }

        func slotGranted() { log.granted.append(name) }
        func preempt() { log.preempted.append(name) }
    }
}

@Suite struct FetchHostTests {
    @Test(arguments: [
        ("http://Photos.example/id/1?x", "http://photos.example"), ("https://a:8080/", "https://a:8080"),
        ("http://user:word@a/b@c", "http://a"), ("http://a", "http://a"), ("http://a?q=http://b/", "http://a"),
    ])
    func aHostIsWhatTheAddressNames(address: String, host: String) {
        #expect(FetchHost(.remote(address)) == .origin(host))
        #expect(FetchHost(.file(FilePath(address))) == .files)
    }

    @Test func aShareTakesAsManyReadsAsItsKindServesAtOnce() {
        #expect(FetchHost(.remote("sftp://me@nas/a.jpg")) == .share("sftp://nas", width: 8))
        #expect(FetchHost(.remote("smb://nas/a/b.jpg")) == .share("smb://nas", width: 2))
        #expect(FetchHost(.remote("mtp://phone/a.jpg")) == .share("mtp://phone", width: 1))
        var limits = HostLimits(host: 12, multiplexedHost: 24)
        let slow = FetchHost.share("smb://nas", width: 2), fast = FetchHost.share("sftp://nas", width: 8)
        #expect(limits.slots(of: slow, at: .visible) == 2 && limits.slots(of: fast, at: .visible) == 8)
        #expect(limits.slots(of: slow, at: .ahead) > 0 && limits.slots(of: fast, at: .ahead) > 0)
        // What comes later waits until nothing visible is read.
        limits.noteStart(of: fast, at: .visible)
        #expect(limits.slots(of: slow, at: .ahead) == 0 && limits.slots(of: fast, at: .speculative) == 0)
    }
}
