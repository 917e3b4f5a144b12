// One who waits for a picture: what it weighs, and how it is told.
import Photos

/// One who waits for a picture.
struct Subscriber {
    /// Unique among the waiters; a feed has one for all its pictures.
    struct ID: Hashable, Sendable {
        let number: Int
    }

    enum Sink {
        /// A call of `image(for:priority:)`.
        case caller(CheckedContinuation<any DecodedImage, any Error>)
        case task(TaskState)
        case feed(FeedMailbox)
        /// The picture that one more step of work makes of this one.
        case step(PictureFlight)
    }

    let id: ID
    var priority: LoadPriority
    let sink: Sink
    /// When it asked.
    let asked: ContinuousClock.Instant
    /// Has the picture already, made of bytes that have changed since.
    var isRefreshing = false

    /// Whether it wants the picture for itself, and not to make another one of it.
    var isForItself: Bool { if case .step = sink { false } else { true } }
}

/// Which caches may answer. Whatever they may not, what is fetched is stored for the next one.
enum CacheUse: Int, Comparable {
    /// None: the bytes are to come from where they are from.
    case none
    /// Stored bytes, but no picture: those were made of older bytes.
    case bytes
    case all

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
