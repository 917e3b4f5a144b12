// The handle of one request: to change its priority, to cancel it, to wait for it and to listen to its events.
public import Photos

/// A running request.
///
/// The request goes on as long as this handle, one of its streams or a waiting call of `image` exists, and is cancelled
/// with the last of them.
///
/// Isolation: callable from any thread; no call waits for more than a short lock. Changes reach the loader together
/// with those of other tasks; a task that is cancelled before that starts nothing.
public final class ImageTask<Image: DecodedImage>: Sendable {
    let state: TaskState

    init(_ state: TaskState) { self.state = state }
    deinit { state.letGo() }

    public var request: ImageRequest { state.request }

    /// The priority; may be changed as long as the task runs.
    public var priority: LoadPriority {
        get { state.priority }
        set { state.setPriority(newValue) }
    }

    /// Ends the task: waiting calls of `image` throw a `CancellationError`, and streams end. `isCancelled` is true when
    /// this returns, unless the task had ended before; then only the streams that wait for a refresh end.
    public func cancel() { state.cancel() }

    /// Whether the task was cancelled before it ended by itself.
    public var isCancelled: Bool { if case .failure(is CancellationError) = result { true } else { false } }

    /// How the task has ended: with the image, a `LoadFailure` or a `CancellationError`; nil while it is under way.
    public var result: Result<Image, any Error>? { state.result?.typed() }

    /// The image. Cancelling the calling task ends that wait and not this task, which others may wait for.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public var image: Image {
        get async throws { try await state.image().typed() }
    }

    /// The events from now on, after the state so far: the preview, or how the task ended. Each stream gets all of
    /// them. It ends after the image or, when that was decoded from bytes past their time, after the refreshed image or
    /// once those bytes have turned out unchanged or cannot be checked.
    public var events: AsyncStream<ImageEvent<Image>> { state.events() }
}

/// An event of an image that a task waits for.
public enum ImageEvent<Image: Sendable>: Sendable {
    /// A stand-in until the image is there: another size of it, its embedded thumbnail, or a decode of a part of its
    /// bytes. Each shows no less than the one before it. None comes after `final`.
    case preview(Image)
    /// The image.
    case final(Image)
    /// The image again, decoded from bytes that have changed since; follows a `final` whose bytes were past their time.
    case refreshed(Image)
    /// There is no image. The last event.
    case failed(LoadFailure)
    /// The task was cancelled. The last event.
    case cancelled
}
