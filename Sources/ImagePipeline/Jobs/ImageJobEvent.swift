// What the image jobs report to the loader.
import Photos

/// A request and its result, to be handed over by the loader.
struct Answer {
    let subscriber: Subscriber
    let request: ImageRequest
    let result: Result<any DecodedImage, LoadFailure>
    /// The image was made of bytes that are being checked or have changed.
    var mayChange = false
}

/// What follows from a change of the jobs and concerns others.
enum ImageJobEvent {
    case answered(Answer)
    /// An image was made of bytes that have changed meanwhile.
    case outdated(FetchKey)
    /// An image was decoded from its original bytes.
    case decoded(any DecodedImage, ImageRequest)
}
