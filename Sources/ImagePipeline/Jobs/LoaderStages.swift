// The stages that an image job passes through, addressed together where a change concerns several of them.
import Photos

/// The schedulers beneath the image jobs. A job may wait or run in one of them, with its previews beside that.
struct LoaderStages {
    let fetches: FetchScheduler
    let decodes: DecodeScheduler
    let previews: PreviewScheduler
    let tiles: TileLookups

    /// Whether nothing waits, runs or is held in any stage.
    var isIdle: Bool { fetches.isIdle && decodes.isIdle && previews.isIdle && tiles.isIdle }

    /// Tells all stages but that of a parent job that the priority of a job has changed.
    func updatePriority(of job: ImageJob) {
        decodes.setPriority(job.priority, of: job.id)
        previews.setPriority(job.priority, of: job.id)
        if case .fetch(let fetch) = job.source { fetches.setPriority(job.priority, of: job.id, fetch) }
    }

    /// Puts a job, wherever it and its parents wait, behind the others of its priority.
    func moveToTail(_ job: ImageJob) {
        decodes.moveToTail(job.id)
        previews.moveToTail(job.id)
        switch job.source {
        case .job(let parent): moveToTail(parent)
        case .fetch(let fetch): fetches.moveToTail(fetch)
        case .undecided, .tile, .image, .larger: break
        }
    }

    /// Cancels the decode or the question for a tile; nothing of it reports any more.
    func stop(_ job: ImageJob) {
        decodes.cancel(job.id)
        tiles.cancel(job.id)
    }

    func enqueue(_ step: DecodeStep, for job: ImageJob) {
        decodes.enqueue(.init(job: job.id, request: job.request, step: step), at: job.priority)
    }

    /// Queues a look at the beginning of a visible image's file, while it waits for the file to be read.
    func previewFile(of job: ImageJob) {
        guard case .file = job.request.location, job.wantsPreview, job.fetch != nil else { return }
        previews.previewFile(of: job.request, for: job.id, at: job.priority)
    }

    /// Queues a look at a body that is still coming in.
    func preview(_ body: EncodedBytes, of job: ImageJob) {
        if job.wantsPreview { previews.preview(body, of: job.request, for: job.id, at: job.priority) }
    }

    /// Copies what is known of a job's fetch into its history.
    func updateTrace(of job: ImageJob) {
        if case .fetch(let fetch) = job.source, let trace = fetches.trace(of: fetch) { job.add(trace) }
    }

    /// Whether a job has what its image is made of.
    func hasInput(_ job: ImageJob) -> Bool {
        switch job.source {
        case .undecided, .tile(isFound: false), .job: false
        case .tile(isFound: true), .image, .larger: true
        case .fetch(let fetch): fetches.hasArrived(fetch)
        }
    }
}
