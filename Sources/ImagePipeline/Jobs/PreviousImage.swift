// The image before the last processing step, as the job that takes the step sees it.
import Photos

/// A job's share in the image before its last processing step.
@PipelineActor
final class PreviousImage: ImageSubscriber {
    /// Who takes the step.
    let job: ImageJob
    private let loader: LoaderCore
    private var subscription: Subscription?
    private var result: Result<any DecodedImage, LoadFailure>?

    init(of job: ImageJob, _ loader: LoaderCore) { (self.job, self.loader) = (job, loader) }

    /// Takes the image from memory, or joins the job that makes it.
    /// - Returns: whether that job, or what it needs, was under way.
    func join(using caches: CacheUse) -> Bool {
        let request = job.request.beforeLastStep
        if caches == .all, loader.memory.contains(request.key), let image = loader.memory.find(request.key) {
            result = .success(image)
            return false
        }
        let (subscription, isShared) = ImageJob.subscribe(
            self, to: request, of: loader, id: loader.numbers.next(), kind: .step, at: job.priority, using: caches)
        self.subscription = subscription
        return isShared
    }

    /// The image, once its job has ended.
    /// - Throws: the failure; `CancellationError` before the end.
    func image() throws -> any DecodedImage {
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    /// Ends the share.
    func leave() { subscription.take()?.end() }

    var isUnderWay: Bool { subscription != nil }
    var awaitsBytes: Bool { subscription?.job.isAwaitingBytes == true }
    func renew() { subscription?.job.renew() }
    func priorityChanged() { subscription?.setPriority(job.priority) }
    func moveToTail() { subscription?.moveToTail() }

    func show(preview: any DecodedImage, for subscription: Subscription) {}
    func left(_ subscription: Subscription) {}

    func take(_ answer: ImageAnswer, for subscription: Subscription) {
        self.subscription = nil
        result = answer.result
        job.inherit(answer)
        job.sharedWorkEnded()
    }
}
