// What is heard of one picture while it loads.
public import Photos

/// One thing that happened to a picture that a task waits for.
public enum ImageEvent: Sendable {
    /// More bytes have come in. Steps that follow each other closely are joined.
    case progress(FetchTicket.Progress)
    /// Something to show until the picture is there: another size of it, its embedded thumbnail, or what a part of its
    /// bytes gives. Each is better than or as good as the one before it. None comes after `final`.
    case preview(any DecodedImage)
    /// The picture.
    case final(any DecodedImage)
    /// The picture again, made of bytes that have changed since; follows a `final` whose bytes were past their time.
    case refreshed(any DecodedImage)
    /// There is no picture. The last event.
    case failed(LoadFailure)
    /// The task was cancelled. The last event.
    case cancelled
}
