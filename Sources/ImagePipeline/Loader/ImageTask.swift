// One request as a thing to hold: its priority can be changed, it can be cancelled, waited for and listened to.
public import Photos

/// A running request.
///
/// Letting go of it, of its streams and of all that waits for `image` cancels it; as long as one of them is there, it
/// goes on.
///
/// Isolation: callable from any thread; no call waits for more than a short lock. What is wished reaches the loader
/// together with what others wish meanwhile: a task that is cancelled before that starts nothing.
public final class ImageTask: Sendable {
    /// Where a task stands.
    public enum Status: Sendable {
        /// With the progress of the fetch, once there is some.
        case loading(FetchTicket.Progress?)
        case finished(any DecodedImage)
        case failed(LoadFailure)
        case cancelled
    }

    let state: TaskState

    init(_ state: TaskState) { self.state = state }
    deinit { state.letGo() }

    public var request: ImageRequest { state.request }

    /// How urgent it is; may be changed as long as it runs.
    public var priority: LoadPriority {
        get { state.priority }
        set { state.setPriority(newValue) }
    }

    /// Ends the task: who waits for `image` gets a `CancellationError`, streams end. `isCancelled` is true when this
    /// returns, unless the task had ended before; then nothing changes but that streams which wait for a refresh end.
    public func cancel() { state.cancel() }

    /// Whether the task was cancelled before it ended by itself.
    public var isCancelled: Bool { if case .cancelled = status { true } else { false } }

    /// Where it stands now.
    public var status: Status { state.status }

    /// The picture. Cancelling the calling task ends its waiting and not the task, which others may be waiting for.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public var image: any DecodedImage {
        get async throws { try await state.image() }
    }

    /// What happens from now on, beginning with where the task stands: its progress and its preview, or how it ended.
    /// Each stream gets everything. It ends after the picture, or, when that was made of bytes past their time, after
    /// the refreshed picture, or once those bytes have turned out unchanged or cannot be checked.
    public var events: AsyncStream<ImageEvent> { state.events() }
}
