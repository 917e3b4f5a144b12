// The previews of one image, beside its job, which never waits for them.
import Photos

/// The previews of an image that is waited for: of the beginning of its file, and of what of its bytes has come in so
/// far. One at a time; the newest bytes win. Ends with the job of the image.
@PipelineActor
final class PreviewJob: SlotOwner {
    /// In the queue of previews.
    var slot: Slot?
    private let job: ImageJob
    private let loader: LoaderCore
    private var task: Task<Void, Never>?
    private var isRunning = false
    private var isCancelled = false
    /// The newest bytes that no preview was made of.
    private var body: EncodedBytes?
    private var hasLookedAtFile = false
    /// The read of the beginning of the file.
    private var reading: Task<EncodedBytes?, any Error>?
    /// What the last preview was made of: the next one has to show more.
    private var shown: PreviewDetail?

    init(of job: ImageJob, _ loader: LoaderCore) { (self.job, self.loader) = (job, loader) }

    var priority: LoadPriority { job.priority }
    /// The share from which the beginning of the file is read; previews of all others share the slots of files.
    private(set) lazy var host: FetchHost? = {
        let host = FetchHost(job.request.location)
        if case .share = host { return host }
        return .files
    }()

    /// Has the beginning of the file looked at, the first time that it is called.
    func lookAtFile() {
        guard !hasLookedAtFile else { return }
        hasLookedAtFile = true
        request()
    }

    /// Has a preview made of bytes that have come in. They contain the beginning of the file, which nobody needs to
    /// wait for any longer: where both come over one line, it may come after them.
    func look(at body: EncodedBytes) {
        self.body = body
        reading?.cancel()
        request()
    }

    /// Ends the previews of a job, which has its image or has ended without.
    func cancel() {
        isCancelled = true
        loader.previewSlots.leave(self)
        task?.cancel()
    }

    private func request() {
        guard !isRunning else { return }
        isRunning = true
        loader.previewSlots.add(self)
    }

    /// Begins at the grant of the first slot, so that a preview that only waits costs no task.
    func slotGranted() { if task == nil { task = Task(priority: .medium) { await run() } } }

    /// Makes a preview of the newest bytes, and again as long as others have come in meanwhile. One that cannot be made
    /// is left out: the decode of all bytes reports what is wrong with them.
    private func run() async {
        repeat {
            let preview = try? await loader.previewSlots.withSlot(for: self) {
                try Task.checkCancellation()
                let bytes = await newestBytes()
                try Task.checkCancellation()
                guard let bytes else { return Preview<any DecodedImage>?.none }
                return try await loader.worker.preview(job.request, of: bytes, beyond: shown, priority)
            }
            if isCancelled { return }
            if let preview {
                shown = preview.detail
                loader.records.count { $0.previews += 1 }
                job.show(preview: preview.image)
            }
        } while body != nil
        (task, isRunning) = (nil, false)
    }

    /// Returns the newest bytes that have come in, or the beginning of the file, whichever is there first.
    private func newestBytes() async -> EncodedBytes? {
        if let body = body.take() { return body }
        let reading = Task { try await loader.worker.beginning(of: job.request) }
        self.reading = reading
        defer { self.reading = nil }
        let beginning = try? await withTaskCancellationHandler {
            try await reading.value
        } onCancel: {
            reading.cancel()
        }
        return body.take() ?? beginning
    }
}
