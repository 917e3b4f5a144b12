// A request of the detail page and its results so far, kept so that navigating to a prefetched neighbour loses no
// event.
import Desktop
import ImagePipeline
import Photos

/// One image request with its latest results. It ends with `cancel`, or with its last reference.
final class PhotoLoad {
    let request: ImageRequest
    private let task: PhotoTask
    private var listening: Task<Void, Never>?
    /// The best preview so far; nil once the picture has arrived.
    private(set) var preview: Texture?
    private(set) var picture: Texture?
    private(set) var failure: LoadFailure?

    /// Called for each event from now on.
    var onEvent: (PhotoEvent) -> Void = { _ in }

    /// Starts the request. If the picture is in memory, `picture` is set when this returns.
    init(_ request: ImageRequest, loader: PhotoLoader, priority: LoadPriority) {
        self.request = request
        task = loader.task(for: request, priority: priority)
        picture = try? task.result?.get()
        // Also for a picture from memory: the bytes from which it was made may turn out to have changed.
        let events = task.events
        listening = Task { [weak self] in
            for await event in events {
                guard let self, !Task.isCancelled else { return }
                self.hear(event)
            }
        }
    }

    isolated deinit { cancel() }

    /// Priority of the request.
    var priority: LoadPriority {
        get { task.priority }
        set { task.priority = newValue }
    }

    /// Whether there is neither a picture nor a failure yet.
    var isLoading: Bool { picture == nil && failure == nil }

    /// Cancels the request; no more events are reported.
    func cancel() {
        onEvent = { _ in }
        listening?.cancel()
        task.cancel()
    }

    private func hear(_ event: PhotoEvent) {
        if case .final(let image) = event, let picture, image === picture { return }
        switch event {
        case .preview(let image): preview = image
        case .final(let image), .refreshed(let image): (picture, preview) = (image, nil)
        case .failed(let reason): failure = reason
        case .cancelled: break
        }
        onEvent(event)
    }
}
