// A handle of one request, to change its priority, cancel it, wait for it or observe it.
public import Photos

/// A running request.
///
/// The request is cancelled when the last reference is released: those to the task, its streams, and the tasks that
/// wait for `image` all count.
///
/// Isolation: callable from any thread; no call blocks for longer than a short lock. Changes reach the loader in one
/// hop with those of other tasks; a task that is cancelled before that starts no work.
public final class ImageTask: Sendable {
    /// The state of a task.
    public enum Status: Sendable {
        /// Under way, with the progress of the fetch, once there is some.
        case loading(FetchTicket.Progress?)
        case finished(any DecodedImage)
        case failed(LoadFailure)
        case cancelled
    }

    let state: TaskState

    init(_ state: TaskState) { self.state = state }
    deinit { state.letGo() }

    public var request: ImageRequest { state.request }

    /// How urgent the request is; may be changed as long as it runs.
    public var priority: LoadPriority {
        get { state.priority }
        set { state.setPriority(newValue) }
    }

    /// Ends the task: waiters for `image` get a `CancellationError`, and streams end. `isCancelled` is true when this
    /// returns. For a task that had already ended, this only ends the streams that wait for a refreshed image.
    public func cancel() { state.cancel() }

    /// Whether the task was cancelled before it ended by itself.
    public var isCancelled: Bool { if case .cancelled = status { true } else { false } }

    /// The current state.
    public var status: Status { state.status }

    /// The image. Cancelling the calling task ends only this wait; the request continues for its other users.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public var image: any DecodedImage {
        get async throws { try await state.image() }
    }

    /// The events from now on, beginning with the current state: the progress and preview so far, or the outcome. Each
    /// stream gets all events. It ends after the image; if that was made of stale bytes, it ends after the refreshed
    /// image, or once the bytes have been found unchanged or cannot be checked.
    public var events: AsyncStream<ImageEvent> { state.events() }
}
