// The order of fetches and the limits of hosts: the most urgent fetch whose host has room is next.

/// Waiting fetches by host and priority, and the slots of the running ones.
///
/// A host at its limit does not delay fetches from other hosts. Among the hosts with room the order is that of one
/// queue: highest priority first, and within one the order of arrival, except that lowered work goes ahead of what
/// waits at its new priority and raised work behind, as in `PriorityBuckets`. Moves take constant time; the search for
/// the next fetch looks at each host that has one waiting.
struct FetchQueue<Element> {
    typealias Slot = LinkedSlab<Entry>.Slot

    /// Fetches that may run at once.
    struct Limits: Hashable, Sendable {
        /// All hosts together.
        var total: Int
        /// For one host whose connections carry one response at a time.
        var host: Int
        /// For one host whose connections carry many (HTTP/2).
        var multiplexedHost: Int
        /// Files that are being read, or have been and wait for their decode or its end.
        var files = Int.max
    }

    struct Entry {
        let element: Element
        fileprivate let line: Line
        fileprivate var priority: LoadPriority
        /// Ascends along every list, so that the heads of two lists can be compared.
        fileprivate var order: Int
    }

    /// The fetches of one host, as long as there are any.
    fileprivate final class Line {
        let host: FetchHost
        var lists = Array(repeating: LinkedSlab<Entry>.List(), count: LoadPriority.allCases.count)
        var running = 0
        /// Running fetches that were cancelled and will give their slots back soon.
        var leaving = 0

        init(_ host: FetchHost) { self.host = host }

        var highestPriority: LoadPriority? { LoadPriority.allCases.last { !lists[$0.rawValue].isEmpty } }
        var isIdle: Bool { running == 0 && highestPriority == nil }
    }

    /// Hosts remembered as multiplexed; all are forgotten when there are more, which bounds the memory for any number.
    static var multiplexedCapacity: Int { 1024 }

    /// Videos whose thumbnails are looked for or made at once: one may wait for its disk.
    static var videoLimit: Int { 2 }

    /// The limits. A raised one takes effect with the next `popFirst`; a lowered one lets running work finish.
    var limits: Limits
    /// Visible fetches run: what is less urgent starts only in a quarter of its host's slots meanwhile, because it
    /// shares their network. Files are not concerned.
    var isYielding = false
    /// Files that have been read and wait for their decode or its end: those that are visible, and all.
    var readFiles = (visible: 0, all: 0)
    private var slab = LinkedSlab<Entry>()
    private var lines: [FetchHost: Line] = [:]
    private var multiplexed: Set<FetchHost> = []
    private var orders = (first: 0, last: 0)
    /// Number of waiting fetches.
    private(set) var count = 0
    /// Fetches that hold a slot; a cancelled one holds it until it has ended.
    private(set) var running = 0
    private var leaving = 0

    init(limits: Limits) { self.limits = limits }

    var isEmpty: Bool { count == 0 }
    /// Whether nothing waits or runs, so that no host has a line.
    var isIdle: Bool { lines.isEmpty }

    // MARK: Waiting

    /// Adds work behind what waits at `priority`. The slot is valid until the work is removed or popped.
    mutating func append(_ element: Element, of host: FetchHost, at priority: LoadPriority) -> Slot {
        let slot = add(element, of: host, at: priority)
        link(slot, atHead: false)
        return slot
    }

    /// Adds work ahead of what waits at `priority`, for work that had already started.
    mutating func prepend(_ element: Element, of host: FetchHost, at priority: LoadPriority) -> Slot {
        let slot = add(element, of: host, at: priority)
        link(slot, atHead: true)
        return slot
    }

    /// Changes the priority by the rule of the type; nothing happens when it is the same.
    mutating func move(_ slot: Slot, to priority: LoadPriority) {
        let old = slab[slot].priority
        guard old != priority else { return }
        unlink(slot)
        slab[slot].priority = priority
        link(slot, atHead: priority < old)
    }

    /// Moves the work behind everything that waits at its priority, for a caller that imposes its own order.
    mutating func moveToTail(_ slot: Slot) {
        unlink(slot)
        link(slot, atHead: false)
    }

    @discardableResult
    mutating func remove(_ slot: Slot) -> Element {
        unlink(slot)
        count -= 1
        let entry = slab.release(slot)
        dropIfIdle(entry.line)
        return entry.element
    }

    // MARK: Running

    /// The priority of what `popFirst` returns; nil when no waiting work has a free slot.
    var nextPriority: LoadPriority? { next.map { slab[$0].priority } }

    /// The most urgent work that a slot is free for, and among equals the one that waits longest. It holds the slot
    /// until `end`.
    mutating func popFirst() -> Element? {
        guard let slot = next else { return nil }
        slab[slot].line.running += 1
        running += 1
        return remove(slot)
    }

    /// Records that a fetch was cancelled: its slot will be free soon.
    mutating func leave(_ host: FetchHost) {
        lines[host]?.leaving += 1
        leaving += 1
    }

    /// Frees the slot of a fetch that has ended.
    /// - Parameter wasLeaving: whether `leave` was called for it.
    mutating func end(_ host: FetchHost, wasLeaving: Bool) {
        running -= 1
        if wasLeaving { leaving -= 1 }
        guard let line = lines[host] else { return }
        line.running -= 1
        if wasLeaving { line.leaving -= 1 }
        dropIfIdle(line)
    }

    /// Notes the kind of a host's connections.
    mutating func learn(_ host: FetchHost, isMultiplexed: Bool) {
        guard isMultiplexed else {
            multiplexed.remove(host)
            return
        }
        if multiplexed.count == Self.multiplexedCapacity, !multiplexed.contains(host) { multiplexed = [] }
        multiplexed.insert(host)
    }

    /// Slots that the work waiting at `priority` lacks: at its hosts, whose own limits are reached, and beyond that in
    /// all. A slot that is free soon counts as free.
    func shortage(at priority: LoadPriority) -> (hosts: [(host: FetchHost, slots: Int)], total: Int) {
        guard count > 0 else { return ([], 0) }
        var hosts: [(host: FetchHost, slots: Int)] = []
        var startable = 0
        for line in lines.values {
            let waiting = line.lists[priority.rawValue].count
            guard waiting > 0 else { continue }
            let limit = line.host == .files ? fileLimit(at: priority) : limit(of: line.host)
            let room = max(0, limit - line.running + line.leaving)
            startable += min(waiting, room)
            if waiting > room { hosts.append((line.host, waiting - room)) }
        }
        return (hosts, max(0, startable - (limits.total - running + leaving)))
    }

    // MARK: Lists

    private func limit(of host: FetchHost) -> Int {
        if host == .files { return limits.total }
        if host == .videos { return Self.videoLimit }
        return multiplexed.contains(host) ? limits.multiplexedHost : limits.host
    }

    /// Returns the slots that work of `priority` may fill. Unless one connection carries everything, some are reserved
    /// for visible fetches, so that their connections stay open: a fetch that has to open one waits a round trip
    /// longer.
    private func limit(of host: FetchHost, at priority: LoadPriority) -> Int {
        if host == .files { return fileLimit(at: priority) }
        let limit = limit(of: host)
        if priority == .visible || host.isLocal { return limit }
        if isYielding { return max(1, limit / 4) }
        return multiplexed.contains(host) ? limit : limit - limit / (priority == .ahead ? 4 : 3)
    }

    /// Returns the files that may be read at once. One that is visible does not wait for the decodes of others.
    private func fileLimit(at priority: LoadPriority) -> Int {
        min(limits.total, max(0, limits.files - (priority == .visible ? readFiles.visible : readFiles.all)))
    }

    private var next: Slot? {
        guard count > 0, running < limits.total else { return nil }
        var best: (slot: Slot, entry: Entry)?
        for line in lines.values {
            guard let level = line.highestPriority, line.running < limit(of: line.host, at: level),
                let slot = line.lists[level.rawValue].first
            else { continue }
            let entry = slab[slot]
            if let best, (best.entry.priority, entry.order) > (level, best.entry.order) { continue }
            best = (slot, entry)
        }
        return best?.slot
    }

    private mutating func add(_ element: Element, of host: FetchHost, at priority: LoadPriority) -> Slot {
        let line = lines[host] ?? Line(host)
        lines[host] = line
        count += 1
        return slab.allocate(Entry(element: element, line: line, priority: priority, order: 0))
    }

    private mutating func link(_ slot: Slot, atHead: Bool) {
        let (line, level) = (slab[slot].line, slab[slot].priority.rawValue)
        if atHead {
            orders.first -= 1
            slab[slot].order = orders.first
            slab.prepend(slot, to: &line.lists[level])
        } else {
            orders.last += 1
            slab[slot].order = orders.last
            slab.append(slot, to: &line.lists[level])
        }
    }

    private mutating func unlink(_ slot: Slot) {
        let entry = slab[slot]
        slab.unlink(slot, from: &entry.line.lists[entry.priority.rawValue])
    }

    private mutating func dropIfIdle(_ line: Line) { if line.isIdle { lines[line.host] = nil } }
}
