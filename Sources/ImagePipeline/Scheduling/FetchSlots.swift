// The slots of fetches: what waits for one, what holds one, what has to make room, and how many bytes may wait.
import Photos

/// The queue of fetches, the running ones, and the budget of encoded bytes that bounds both.
struct FetchSlots {
    private var queue: FetchQueue<FetchJob>
    /// Running fetches that were not cancelled; few, so a linear search is the quickest.
    private var running: [FetchJob] = []
    /// Files whose bytes have arrived and are not let go of; a few.
    private var readFiles: [FetchJob] = []
    private(set) var budget: EncodedByteBudget
    /// The highest priority at which a running fetch is preempted; nil for never.
    private let preemptionLimit: LoadPriority?

    init(_ configuration: LoaderConfiguration) {
        budget = EncodedByteBudget(limit: configuration.encodedBudget)
        preemptionLimit = configuration.preemptionLimit
        queue = FetchQueue(
            limits: .init(
                total: configuration.fetchLimit, host: configuration.hostLimit,
                multiplexedHost: configuration.multiplexedHostLimit,
                files: configuration.decodeLimit.addingSaturating(configuration.readAhead)))
    }

    /// Slots that are held; a cancelled fetch holds its slot until its call has ended.
    var count: Int { queue.running }
    /// The running fetches by priority, without those that were cancelled.
    var priorities: [LoadPriority: Int] { running.reduce(into: [:]) { $0[$1.priority, default: 0] += 1 } }
    /// Whether nothing waits, runs or is held.
    var isIdle: Bool { queue.isIdle && running.isEmpty && readFiles.isEmpty && budget.held == 0 }

    mutating func learn(_ host: FetchHost, isMultiplexed: Bool) { queue.learn(host, isMultiplexed: isMultiplexed) }
    mutating func learn(_ bytes: Int) { budget.learn(bytes) }

    /// Notes that bytes have arrived, which are kept for the decodes of a fetch until `release`.
    mutating func hold(_ bytes: EncodedBytes, of job: FetchJob) {
        budget.hold(bytes.count)
        if job.host == .files { readFiles.append(job) }
    }

    mutating func release(_ bytes: EncodedBytes, of job: FetchJob) {
        budget.release(bytes.count)
        readFiles.removeAll { $0 === job }
    }

    // MARK: Waiting

    mutating func enqueue(_ job: FetchJob) { job.state = .queued(queue.append(job, of: job.host, at: job.priority)) }

    /// Queues a fetch ahead of the others of its priority, because it had started before them.
    mutating func enqueueFirst(_ job: FetchJob) {
        job.state = .queued(queue.prepend(job, of: job.host, at: job.priority))
    }

    mutating func move(_ slot: FetchQueue<FetchJob>.Slot, to priority: LoadPriority) { queue.move(slot, to: priority) }
    mutating func moveToTail(_ slot: FetchQueue<FetchJob>.Slot) { queue.moveToTail(slot) }
    mutating func remove(_ slot: FetchQueue<FetchJob>.Slot) { queue.remove(slot) }

    // MARK: Running

    /// Looks at the priorities of the running fetches and of those that have arrived anew, on which depends how many
    /// others may start beside them.
    mutating func update() {
        queue.readFiles = (readFiles.count { $0.priority == .visible }, readFiles.count)
        queue.isYielding = running.contains { !$0.host.isLocal && $0.priority == .visible }
    }

    /// The next fetch that has a slot and room; it holds the slot until `end`.
    mutating func next() -> FetchJob? {
        guard let priority = queue.nextPriority, hasRoom(queue.running + 1, at: priority), let job = queue.popFirst()
        else { return nil }
        running.append(job)
        if !job.host.isLocal, job.priority == .visible { queue.isYielding = true }
        return job
    }

    /// Notes that a running fetch was cancelled: its slot will be free soon.
    mutating func leave(_ job: FetchJob) {
        queue.leave(job.host)
        running.removeAll { $0 === job }
    }

    /// Notes that the call of a running fetch has ended.
    mutating func end(_ job: FetchJob) {
        queue.end(job.host, wasLeaving: false)
        running.removeAll { $0 === job }
    }

    /// Notes that the call of a cancelled fetch has ended.
    mutating func endCancelled(of host: FetchHost) { queue.end(host, wasLeaving: true) }

    private func hasRoom(_ count: Int, at priority: LoadPriority) -> Bool {
        budget.allows(count, at: priority, received: running.lazy.map { $0.ticket?.progress.received ?? 0 })
    }

    // MARK: Preemption

    /// Takes as many running fetches out of their slots as visible ones lack slots. A slot is free when its call has
    /// ended.
    ///
    /// Fetches of what comes into view soon (`.ahead`) are spared by default: they are the next visible ones, and
    /// stopping them would only move the wait.
    /// - Returns: the fetches to be cancelled.
    mutating func preempt() -> [FetchJob] {
        guard let preemptionLimit, hasRoom(queue.running, at: .visible) else { return [] }
        let shortage = queue.shortage(at: .visible)
        var preempted: [FetchJob] = []
        for (host, slots) in shortage.hosts {
            for _ in 0..<slots {
                guard let job = leastUrgent(upTo: preemptionLimit, of: host) else { break }
                leave(job)
                preempted.append(job)
            }
        }
        for _ in 0..<shortage.total {
            guard let job = leastUrgent(upTo: preemptionLimit, of: nil) else { break }
            leave(job)
            preempted.append(job)
        }
        return preempted
    }

    /// The running fetch of the lowest priority, and of those the one that has received least.
    private func leastUrgent(upTo limit: LoadPriority, of host: FetchHost?) -> FetchJob? {
        var least: (job: FetchJob, priority: LoadPriority, received: Int)?
        for job in running where host == nil || job.host == host {
            let priority = job.priority
            guard priority <= limit, priority < .visible, job.canBePreempted else { continue }
            let received = job.ticket?.progress.received ?? 0
            if let least, (least.priority, least.received) <= (priority, received) { continue }
            least = (job, priority, received)
        }
        return least?.job
    }
}

/// The encoded bytes that arrived fetches hold, and what running ones will probably add to them.
struct EncodedByteBudget {
    private let limit: Int
    /// Bytes that are held now.
    private(set) var held = 0
    /// Running mean of what a fetch brings, in bytes.
    private(set) var expected = 64 << 10

    init(limit: Int) { self.limit = limit }

    mutating func hold(_ count: Int) { held += count }
    mutating func release(_ count: Int) { held -= count }

    /// Notes what a fetch has brought, whether or not it is still wanted.
    mutating func learn(_ count: Int) { expected = (7 * expected + count) / 8 }

    /// Whether so many running fetches have room: what has arrived, what each has received so far, and the mean for
    /// those that have received less.
    ///
    /// A visible fetch may use twice the limit. With nothing under way there is always room for one fetch, or a small
    /// budget would stop everything.
    /// - Parameter received: bytes received so far by each fetch that runs now.
    func allows(_ running: Int, at priority: LoadPriority, received: some Sequence<Int>) -> Bool {
        let beyond = received.reduce(0) { $0 + max(0, $1 - expected) }
        let total = held + running * expected + beyond
        return total <= (priority == .visible ? 2 * limit : limit) || (running <= 1 && held == 0)
    }
}
