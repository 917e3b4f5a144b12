// The calls of `image(for:priority:)` and `data(for:priority:)`, from the hop to the pipeline until the answer.
import Photos

/// One call that waits for an image.
@PipelineActor
final class ImageCall: ImageSubscriber {
    private let id: SubscriberID
    private let asked: ContinuousClock.Instant
    private var subscription: Subscription?
    private var continuation: PipelineContinuation<any DecodedImage>?

    nonisolated init(_ id: SubscriberID, asked: ContinuousClock.Instant) { (self.id, self.asked) = (id, asked) }

    func image(for request: ImageRequest, at priority: LoadPriority, of loader: LoaderCore) async throws
        -> any DecodedImage
    {
        try loader.lifetime.check(request)
        // It may have arrived during the hop.
        if let image = loader.find(request.key) { return image }
        // A cancellation before this turn has found nothing to cancel.
        try Task.checkCancellation()
        return try await suspended { continuation in
            self.continuation = continuation
            subscription =
                ImageJob.subscribe(
                    self, to: request, of: loader, id: id, kind: .call, asked: asked, at: priority
                ).subscription
            loader.fillSlots()
        }
    }

    func cancel(_ loader: LoaderCore) {
        subscription?.end()
        loader.fillSlots()
    }

    func show(preview: any DecodedImage, for subscription: Subscription) {}

    func take(_ answer: ImageAnswer, for subscription: Subscription) {
        self.subscription = nil
        continuation.take()?.resume(with: answer.result.mapError { $0 })
    }

    func left(_ subscription: Subscription) {
        self.subscription = nil
        continuation.take()?.resume(throwing: CancellationError())
    }
}

/// One call that waits for bytes alone.
@PipelineActor
final class DataCall: FetchUser {
    let priority: LoadPriority
    private var fetch: FetchJob?

    nonisolated init(at priority: LoadPriority) { self.priority = priority }

    var image: ImageKey? { nil }

    func data(for request: ImageRequest, of loader: LoaderCore) async throws -> EncodedBytes {
        try loader.lifetime.check(request)
        try Task.checkCancellation()
        let (fetch, isShared) = FetchJob.shared(for: request, of: loader)
        if isShared { loader.records.count { $0.joined += 1 } }
        self.fetch = fetch
        fetch.add(self)
        defer { leave(loader) }
        return try await fetch.bytes(for: self).encoded
    }

    /// Ends the wait.
    func leave(_ loader: LoaderCore) {
        fetch.take()?.leave(self)
        loader.fillSlots()
    }

    func bytesGrew(_ body: EncodedBytes) {}
    func outdate() {}
    func sharedWorkEnded() {}
    func bytesWithdrawn() {}
}
