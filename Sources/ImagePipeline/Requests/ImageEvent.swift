// The events of one image while it loads.
public import Photos

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
