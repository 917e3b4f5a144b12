// One photo's picture on its way, heard from the start, so that a neighbour that is turned to has missed nothing.
import Desktop
import ImagePipeline
import Photos

/// A request of the detail page and what has come of it so far. It ends with `cancel`, or when it is let go.
final class PhotoLoad {
    let request: ImageRequest
    private let task: ImageTask
    private var listening: Task<Void, Never>?
    /// The best of what came on the way; nil once the picture is there.
    private(set) var preview: Texture?
    private(set) var picture: Texture?
    private(set) var failure: LoadFailure?

    /// What is heard from now on.
    var onEvent: (ImageEvent) -> Void = { _ in }

    /// Asks for the picture. What is in memory has arrived when this returns.
    init(_ request: ImageRequest, loader: ImageLoader, priority: LoadPriority) {
        self.request = request
        task = loader.task(for: request, priority: priority)
        if case .finished(let image) = task.status { picture = image as? Texture }
        // Also to a picture that is there already: it may have come from bytes that turn out changed.
        let events = task.events
        listening = Task { [weak self] in
            for await event in events {
                guard let self, !Task.isCancelled else { return }
                self.hear(event)
            }
        }
    }

    isolated deinit { cancel() }

    /// How urgent it is.
    var priority: LoadPriority {
        get { task.priority }
        set { task.priority = newValue }
    }

    /// Whether there is neither a picture nor a reason why there is none.
    var isLoading: Bool { picture == nil && failure == nil }

    /// Ends it; nothing more is heard.
    func cancel() {
        onEvent = { _ in }
        listening?.cancel()
        task.cancel()
    }

    private func hear(_ event: ImageEvent) {
        if case .final(let image) = event, let picture, image as? Texture === picture { return }
        switch event {
        case .preview(let image): preview = image as? Texture
        case .final(let image), .refreshed(let image): (picture, preview) = (image as? Texture, nil)
        case .failed(let reason): failure = reason
        case .progress, .cancelled: break
        }
        onEvent(event)
    }
}
