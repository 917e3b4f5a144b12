// The events of one image while it loads.
public import Photos

/// An event of an image that a task waits for.
public enum ImageEvent: Sendable {
    /// More bytes have arrived. Events in quick succession are merged.
    case progress(FetchTicket.Progress)
    /// A placeholder for the image: another size of it, its embedded thumbnail, or a decode of the bytes so far. Each
    /// is at least as good as the one before it. None comes after `final`.
    case preview(any DecodedImage)
    /// The image.
    case final(any DecodedImage)
    /// The image again, made of bytes that have changed since; follows a `final` whose bytes were stale.
    case refreshed(any DecodedImage)
    /// The image could not be loaded. The last event.
    case failed(LoadFailure)
    /// The task was cancelled. The last event.
    case cancelled
}
