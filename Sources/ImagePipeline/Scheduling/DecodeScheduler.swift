// The decodes and processing steps of the loader: queued by priority, bounded in number.
import Photos

/// Owns what is ready to be decoded or processed, and what runs. Jobs are known by their numbers. Starts nothing by
/// itself: each change is followed by a `start`.
final class DecodeScheduler {
    /// Work for one image job, which has at most one piece at a time.
    struct Work {
        let job: Subscriber.ID
        let request: ImageRequest
        let step: DecodeStep
    }

    private enum State {
        case queued(PriorityBuckets<Work>.Slot)
        case running(Task<Void, Never>, token: Int)
    }

    private let worker: ImageWorker
    private let records: LoaderRecords
    private let outbox: Outbox
    private let limit: Int
    /// The limit for what is not visible: a core that is left free serves the next visible image, and the frame that
    /// shows it.
    private let aheadLimit: Int
    private var queue = PriorityBuckets<Work>()
    private var states: [Subscriber.ID: State] = [:]
    private var tokens = 0
    /// Slots held, those of cancelled work included until it has ended.
    private(set) var slotsInUse = 0

    init(worker: ImageWorker, limit: Int, aheadLimit: Int, records: LoaderRecords, outbox: Outbox) {
        self.worker = worker
        self.limit = limit
        self.aheadLimit = aheadLimit
        self.records = records
        self.outbox = outbox
    }

    /// Whether nothing waits or runs.
    var isIdle: Bool { queue.isEmpty && states.isEmpty && slotsInUse == 0 }

    func enqueue(_ work: Work, at priority: LoadPriority) {
        states[work.job] = .queued(queue.append(work, at: priority))
    }

    /// Moves work that waits; what runs keeps the priority that it was started with.
    func setPriority(_ priority: LoadPriority, of job: Subscriber.ID) {
        if case .queued(let slot) = states[job] { queue.move(slot, to: priority) }
    }

    /// Puts work that waits behind the other work of its priority.
    func moveToTail(_ job: Subscriber.ID) { if case .queued(let slot) = states[job] { queue.moveToTail(slot) } }

    /// Removes work that waits and cancels work that runs.
    func cancel(_ job: Subscriber.ID) {
        switch states.removeValue(forKey: job) {
        case .queued(let slot): queue.remove(slot)
        case .running(let task, _): task.cancel()
        case nil: break
        }
    }

    /// Starts as much as has a slot.
    /// - Parameter begin: called before each start; returns whether the image is to be stored in memory.
    func start(_ begin: (Subscriber.ID, ImageKey) -> Bool) {
        while let priority = queue.highestPriority, slotsInUse < limit(at: priority), let work = queue.popFirst() {
            start(work, priority, isKept: begin(work.job, work.request.key))
        }
    }

    /// Takes the end of work and counts it.
    /// - Returns: whether the work was still wanted.
    func ended(_ end: DecodeEnd) -> Bool {
        slotsInUse -= 1
        if case .success = end.result {
            records.count { counters in
                switch end.step {
                case .decodeTile: (counters.decoded, counters.tileHits) = (counters.decoded + 1, counters.tileHits + 1)
                case .decode: counters.decoded += 1
                case .process: counters.processed += 1
                }
            }
        }
        guard case .running(_, token: end.token) = states[end.job] else { return false }
        states[end.job] = nil
        return true
    }

    /// Stores an image in memory that was not to be kept when its work started.
    func store(_ image: any DecodedImage, for key: ImageKey) { worker.store(image, for: key) }

    private func limit(at priority: LoadPriority) -> Int { priority == .visible ? limit : min(limit, aheadLimit) }

    private func start(_ work: Work, _ priority: LoadPriority, isKept: Bool) {
        tokens += 1
        slotsInUse += 1
        let task = outbox.run { [worker, token = tokens] in
            let result = await worker.make(work.step, work.request, priority, isKept: isKept)
            return .decodeEnded(
                DecodeEnd(
                    job: work.job, token: token, request: work.request, step: work.step, isStored: isKept,
                    result: result))
        }
        states[work.job] = .running(task, token: tokens)
    }
}
