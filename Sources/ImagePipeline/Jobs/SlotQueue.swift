// The one queue of the pipeline: whoever fetches, decodes or makes a preview waits here for a slot.
import Photos
import Synchronization

/// A job that waits for a slot and holds it.
@PipelineActor
protocol SlotOwner: AnyObject {
    /// The priority now. Each change is followed by `SlotQueue.priorityChanged(of:)`.
    var priority: LoadPriority { get }
    /// The host whose limits apply; nil for none.
    var host: FetchHost? { get }
    /// The slot that it waits for or that it was last granted. Set by the queue.
    var slot: Slot? { get set }
    /// Bytes that the work in the slot has received.
    var received: Int { get }
    /// Whether the work in the slot loses nothing by being stopped for something visible.
    var canBePreempted: Bool { get }

    /// Called in the turn in which a slot is granted, before the owner goes on.
    func slotGranted()
    /// Stops the work in the slot, which is given back when that has ended.
    func preempt()
}

extension SlotOwner {
    var host: FetchHost? { nil }
    var received: Int { 0 }
    var canBePreempted: Bool { false }
    func slotGranted() {}
    func preempt() {}
}

/// One place in a queue, from the wait for it until it is given back.
@PipelineActor
final class Slot {
    fileprivate enum State {
        case waiting, held
        /// Held by work that was cancelled or preempted: it is free soon.
        case leaving
        case ended
    }

    fileprivate let owner: any SlotOwner
    fileprivate let line: SlotQueue.Line
    fileprivate var node: LinkedSlab<Slot>.Slot?
    fileprivate var state = State.waiting
    /// The list in which it waits.
    fileprivate var priority: LoadPriority
    /// Ascends along every list, so that the heads of two lists can be compared.
    fileprivate var order = 0
    /// Whether the work has begun, or is suspended until it may.
    fileprivate(set) var isClaimed = false
    fileprivate var continuation: PipelineContinuation<Void>?

    fileprivate init(_ owner: any SlotOwner, in line: SlotQueue.Line) {
        (self.owner, self.line, priority) = (owner, line, owner.priority)
    }
}

/// Slots for work of one kind: limited in number, by host and by bytes.
///
/// The most urgent owner goes first, and among equals the one that waits longest, except that lowered work goes ahead
/// of what waits at its new priority and raised work behind. A host at its limit delays no other. Moves take constant
/// time; the search for the next slot looks at each host that has one waiting.
///
/// A change is followed by `fill()`, once for all the changes of a turn: the most urgent of them is served first then,
/// in whatever order they were made.
@PipelineActor
final class SlotQueue {
    /// The slots of one host, as long as there are any.
    @PipelineActor
    fileprivate final class Line {
        let host: FetchHost?
        var lists = Array(repeating: LinkedSlab<Slot>.List(), count: LoadPriority.allCases.count)
        var held = 0
        var leaving = 0

        init(_ host: FetchHost?) { self.host = host }

        var highestPriority: LoadPriority? { LoadPriority.allCases.last { !lists[$0.rawValue].isEmpty } }
        var isIdle: Bool { held == 0 && highestPriority == nil }
    }

    private let gate: SuspensionGate
    private var limits: SlotLimits
    private(set) var budget: EncodedByteBudget
    private var slab = LinkedSlab<Slot>()
    private var lines: [FetchHost?: Line] = [:]
    /// Few, so that a linear search is the quickest.
    private var held: [Slot] = []
    /// Owners that have read their files and keep the bytes; a few.
    private var readers: [any SlotOwner] = []
    private var orders = (first: 0, last: 0)
    private var waitingCount = 0
    private var leaving = 0
    private let count = Atomic<Int>(0)

    /// - Parameter gate: while it is closed, no slot is granted.
    nonisolated init(
        _ limits: SlotLimits, budget: EncodedByteBudget = EncodedByteBudget(limit: .max / 4),
        gate: SuspensionGate = SuspensionGate()
    ) {
        (self.limits, self.budget, self.gate) = (limits, budget, gate)
    }

    /// Slots that are held; cancelled work holds its slot until it has ended. Readable without a hop.
    nonisolated var heldCount: Int { count.load(ordering: .relaxed) }

    /// The held slots by priority, without those whose work was cancelled.
    var priorities: [LoadPriority: Int] {
        held.reduce(into: [:]) { if $1.state == .held { $0[$1.owner.priority, default: 0] += 1 } }
    }

    /// Whether nothing waits, runs or is kept.
    var isIdle: Bool { lines.isEmpty && held.isEmpty && readers.isEmpty && budget.held == 0 }

    // MARK: Work

    /// Does the work in a slot, which is given back exactly once, however the work ends. Takes up the slot for which
    /// the owner waits already, or that it was granted before this call.
    ///
    /// The work begins also if it was cancelled after the grant.
    /// - Throws: `CancellationError` if the owner has left; what the work throws.
    func withSlot<Value>(
        for owner: any SlotOwner, _ work: @PipelineActor () async throws -> Value
    ) async throws -> Value {
        let slot = try unclaimedSlot(of: owner)
        slot.isClaimed = true
        if slot.state == .waiting { try await suspended { slot.continuation = $0 } }
        defer { end(slot) }
        return try await work()
    }

    private func unclaimedSlot(of owner: any SlotOwner) throws -> Slot {
        if let slot = owner.slot, !slot.isClaimed { return slot }
        try Task.checkCancellation()
        let slot = add(owner)
        fill()
        return slot
    }

    // MARK: Waiting

    /// Lets an owner wait, behind the others of its priority.
    @discardableResult
    func add(_ owner: any SlotOwner) -> Slot { add(owner, atHead: false) }

    /// Lets an owner wait ahead of the others of its priority, because its work had begun before theirs.
    func addFirst(_ owner: any SlotOwner) { add(owner, atHead: true) }

    /// Ends the wait of an owner. A slot that it holds is given back when its work has ended; at once if that has not
    /// begun, unless it begins anyway.
    func leave(_ owner: any SlotOwner, beginsAnyway: Bool = false) {
        guard let slot = owner.slot else { return }
        switch slot.state {
        case .waiting:
            unlink(slot)
            finish(slot)
            slot.continuation.take()?.resume(throwing: CancellationError())
        case .held where !slot.isClaimed && !beginsAnyway: end(slot)
        case .held: markLeaving(slot)
        case .leaving, .ended: break
        }
    }

    /// Moves an owner that waits to its present priority.
    func priorityChanged(of owner: any SlotOwner) {
        guard let slot = owner.slot, slot.state == .waiting else { return }
        let priority = owner.priority
        guard slot.priority != priority else { return }
        let isLowered = priority < slot.priority
        unlink(slot)
        slot.priority = priority
        link(slot, atHead: isLowered)
    }

    /// Puts an owner that waits behind the others of its priority, for a caller that imposes its own order.
    func moveToTail(_ owner: any SlotOwner) {
        guard let slot = owner.slot, slot.state == .waiting else { return }
        unlink(slot)
        link(slot, atHead: false)
    }

    /// Grants the free slots, and preempts work for visible owners that lack one.
    func fill() {
        guard waitingCount > 0, !gate.isClosed else { return }
        updateHosts()
        while let slot = next, hasRoom(held.count + 1, at: slot.priority) { grant(slot) }
        preempt()
    }

    // MARK: Bytes and hosts

    /// Notes that the work of an owner has brought bytes, which are kept until `release`.
    func hold(_ bytes: Int, of owner: any SlotOwner) {
        budget.hold(bytes)
        if owner.host == .files { readers.append(owner) }
    }

    func release(_ bytes: Int, of owner: any SlotOwner) {
        budget.release(bytes)
        readers.removeAll { $0 === owner }
    }

    /// Notes what some work has brought, whether or not it is still wanted.
    func learn(_ bytes: Int) { budget.learn(bytes) }

    /// Notes the kind of a host's connections.
    func learn(_ host: FetchHost, isMultiplexed: Bool) { limits.hosts?.learn(host, isMultiplexed: isMultiplexed) }

    // MARK: Slots

    @discardableResult
    private func add(_ owner: any SlotOwner, atHead: Bool) -> Slot {
        let slot = Slot(owner, in: line(of: owner.host))
        owner.slot = slot
        link(slot, atHead: atHead)
        return slot
    }

    private func line(of host: FetchHost?) -> Line {
        if let line = lines[host] { return line }
        let line = Line(host)
        lines[host] = line
        return line
    }

    private func link(_ slot: Slot, atHead: Bool) {
        let node = slab.allocate(slot)
        slot.node = node
        if atHead {
            orders.first -= 1
            slot.order = orders.first
            slab.prepend(node, to: &slot.line.lists[slot.priority.rawValue])
        } else {
            orders.last += 1
            slot.order = orders.last
            slab.append(node, to: &slot.line.lists[slot.priority.rawValue])
        }
        waitingCount += 1
    }

    private func unlink(_ slot: Slot) {
        guard let node = slot.node.take() else { return }
        slab.unlink(node, from: &slot.line.lists[slot.priority.rawValue])
        _ = slab.release(node)
        waitingCount -= 1
    }

    private func grant(_ slot: Slot) {
        unlink(slot)
        slot.state = .held
        slot.line.held += 1
        held.append(slot)
        count.store(held.count, ordering: .relaxed)
        if let host = slot.line.host { limits.hosts?.noteStart(of: host, at: slot.priority) }
        slot.owner.slotGranted()
        slot.continuation.take()?.resume()
    }

    /// Gives a slot back.
    private func end(_ slot: Slot) {
        slot.line.held -= 1
        if slot.state == .leaving {
            slot.line.leaving -= 1
            leaving -= 1
        }
        held.removeAll { $0 === slot }
        count.store(held.count, ordering: .relaxed)
        finish(slot)
        fill()
    }

    private func finish(_ slot: Slot) {
        slot.state = .ended
        if slot.owner.slot === slot { slot.owner.slot = nil }
        if slot.line.isIdle, lines[slot.line.host] === slot.line { lines[slot.line.host] = nil }
    }

    private func markLeaving(_ slot: Slot) {
        slot.state = .leaving
        slot.line.leaving += 1
        leaving += 1
    }

    // MARK: Choice

    /// The waiting slot that is to be granted next; nil when none has room at its host.
    private var next: Slot? {
        guard waitingCount > 0, held.count < limits.total else { return nil }
        var best: Slot?
        for line in lines.values {
            guard let level = line.highestPriority, held.count < limits.total(at: level),
                line.held < limits.slots(of: line.host, at: level),
                let slot = line.lists[level.rawValue].first.map({ slab[$0] })
            else { continue }
            if let best, (best.priority, slot.order) > (level, best.order) { continue }
            best = slot
        }
        return best
    }

    private func hasRoom(_ count: Int, at priority: LoadPriority) -> Bool {
        budget.allows(count, at: priority, received: held.lazy.filter { $0.state == .held }.map(\.owner.received))
    }

    /// Reads the priorities of what runs and of what is kept anew, on which depends how many others may start.
    private func updateHosts() {
        guard limits.hosts != nil else { return }
        limits.hosts?.readFiles = (readers.count { $0.priority == .visible }, readers.count)
        limits.hosts?.isYielding = held.contains { slot in
            slot.state == .held && slot.line.host?.isLocal == false && slot.owner.priority == .visible
        }
    }

    // MARK: Preemption

    /// Stops as much work as visible owners lack slots: at their hosts, whose own limits are reached, and beyond that
    /// in all. A slot that is free soon counts as free.
    ///
    /// What comes into view soon (`.ahead`) is spared by default: it is visible next, and stopping it would only move
    /// the wait.
    private func preempt() {
        guard let limit = limits.preemption, hasVisibleWaiting, hasRoom(held.count, at: .visible) else { return }
        var startable = 0
        for line in lines.values {
            let waiting = line.lists[LoadPriority.visible.rawValue].count
            guard waiting > 0 else { continue }
            let room = max(0, limits.slots(of: line.host, at: .visible) - line.held + line.leaving)
            startable += min(waiting, room)
            stop(waiting - room, upTo: limit) { $0.line === line }
        }
        stop(startable - (limits.total - held.count + leaving), upTo: limit) { _ in true }
    }

    private var hasVisibleWaiting: Bool {
        waitingCount > 0 && lines.values.contains { !$0.lists[LoadPriority.visible.rawValue].isEmpty }
    }

    /// Stops work of the lowest priorities, and among equals what has received least.
    private func stop(_ count: Int, upTo limit: LoadPriority, where isMeant: (Slot) -> Bool) {
        guard count > 0 else { return }
        let victims =
            held
            .filter { slot in
                let priority = slot.owner.priority
                return slot.state == .held && isMeant(slot) && priority <= limit && priority < .visible
                    && slot.owner.canBePreempted
            }
            .map { (slot: $0, priority: $0.owner.priority, received: $0.owner.received) }
            .sorted { ($0.priority, $0.received) < ($1.priority, $1.received) }
        for victim in victims.prefix(count) {
            markLeaving(victim.slot)
            victim.slot.owner.preempt()
        }
    }
}
