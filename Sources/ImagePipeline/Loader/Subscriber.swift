// One subscriber of an image job, and the caches that may answer it.
import Photos

/// A subscriber of an image: its priority, and where the result goes.
struct Subscriber {
    /// An identity unique among the subscribers; a feed has one for all its images.
    struct ID: Hashable, Sendable {
        let number: Int
    }

    enum Sink {
        /// A call of `image(for:priority:)`.
        case caller(CheckedContinuation<any DecodedImage, any Error>)
        case task(TaskState)
        case feed(FeedMailbox)
        /// The job that makes another image of this one by a further processing step.
        case step(PictureFlight)
    }

    let id: ID
    var priority: LoadPriority
    let sink: Sink
    /// The time of the request.
    let asked: ContinuousClock.Instant
    /// Whether it has the image already, made of bytes that have changed since.
    var isRefreshing = false

    /// Whether it wants the image itself, rather than as the input of a processing step.
    var isForItself: Bool { if case .step = sink { false } else { true } }
}

/// The caches that may answer a request. Whatever is excluded, the result is stored as usual.
enum CacheUse: Int, Comparable {
    /// None: the bytes come from the server or the file.
    case none
    /// Stored bytes, but no image: images in memory were made of older bytes.
    case bytes
    case all

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
