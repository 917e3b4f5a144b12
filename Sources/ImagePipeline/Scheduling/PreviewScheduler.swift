// The previews of visible images: a small queue beside the decodes.
import Photos

/// Owns the previews that wait or run, at most one for each image job, and what each job has been shown so far. Starts
/// nothing by itself: each change is followed by a `start()`.
final class PreviewScheduler {
    private struct State {
        let request: ImageRequest
        var priority: LoadPriority
        var slot: PriorityBuckets<Subscriber.ID>.Slot?
        var task: Task<Void, Never>?
        /// The newest bytes of a body that is still coming in; older ones are skipped.
        var body: EncodedBytes?
        /// What the last preview was made of: the next one has to show more.
        var shown: PreviewDetail?
        /// The beginning of a file is looked at once.
        var hasTriedFile = false
    }

    private let worker: ImageWorker
    private let limit: Int
    private let records: LoaderRecords
    private let outbox: Outbox
    private var queue = PriorityBuckets<Subscriber.ID>()
    private var states: [Subscriber.ID: State] = [:]
    /// Previews that run, cancelled ones included until they have ended.
    private(set) var slotsInUse = 0

    init(worker: ImageWorker, limit: Int, records: LoaderRecords, outbox: Outbox) {
        self.worker = worker
        self.limit = limit
        self.records = records
        self.outbox = outbox
    }

    /// Whether nothing waits or runs.
    var isIdle: Bool { queue.isEmpty && states.isEmpty && slotsInUse == 0 }

    /// Queues a preview from the beginning of the file, the first time that it is asked for.
    func previewFile(of request: ImageRequest, for job: Subscriber.ID, at priority: LoadPriority) {
        var state = states[job] ?? State(request: request, priority: priority)
        guard !state.hasTriedFile else { return }
        state.hasTriedFile = true
        states[job] = state
        enqueue(job)
    }

    /// Queues a preview of a body that is still coming in.
    func preview(_ body: EncodedBytes, of request: ImageRequest, for job: Subscriber.ID, at priority: LoadPriority) {
        states[job, default: State(request: request, priority: priority)].body = body
        enqueue(job)
    }

    func setPriority(_ priority: LoadPriority, of job: Subscriber.ID) {
        guard let state = states[job] else { return }
        states[job]?.priority = priority
        if let slot = state.slot { queue.move(slot, to: priority) }
    }

    /// Puts a preview that waits behind the others of its priority.
    func moveToTail(_ job: Subscriber.ID) { if let slot = states[job]?.slot { queue.moveToTail(slot) } }

    /// Ends the previews of a job, which has its image or has ended without.
    func end(_ job: Subscriber.ID) {
        guard let state = states.removeValue(forKey: job) else { return }
        if let slot = state.slot { queue.remove(slot) }
        state.task?.cancel()
    }

    /// Starts as many previews as have a slot.
    func start() {
        while slotsInUse < limit, let job = queue.popFirst() { start(job) }
    }

    /// Takes the end of a preview, and queues the next one if newer bytes have come in meanwhile.
    /// - Returns: the preview, if the job still waits for one.
    func ended(_ end: PreviewEnd) -> Preview<any DecodedImage>? {
        slotsInUse -= 1
        guard var state = states[end.job] else { return nil }
        state.task = nil
        if let preview = end.preview {
            state.shown = preview.detail
            records.count { $0.previews += 1 }
        }
        states[end.job] = state
        if state.body != nil { enqueue(end.job) }
        return end.preview
    }

    private func enqueue(_ job: Subscriber.ID) {
        guard let state = states[job], state.slot == nil, state.task == nil else { return }
        states[job]?.slot = queue.append(job, at: state.priority)
    }

    private func start(_ job: Subscriber.ID) {
        guard var state = states[job] else { return }
        let (request, body, shown, priority) = (state.request, state.body, state.shown, state.priority)
        slotsInUse += 1
        state.slot = nil
        state.body = nil
        state.task = outbox.run { [worker] in
            // A preview that cannot be made is left out; the decode of all bytes reports what is wrong with them.
            let preview = try? await worker.preview(request, of: body, beyond: shown, priority)
            return .previewEnded(PreviewEnd(job: job, key: request.key, preview: preview))
        }
        states[job] = state
    }
}
