// One picture under way: who wants it, how urgently, and which fetch it waits for.
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
        case feed(FeedMailbox)
    }

    let id: ID
    var priority: LoadPriority
    let sink: Sink
}

/// The way to one `ImageKey`, from the first wish until the picture, the failure, or the last subscriber's leaving.
/// Lives on the loader.
final class DecodeFlight {
    enum State {
        case awaitingBytes
        case queued(PriorityBuckets<DecodeFlight>.Slot)
        case running(Task<Void, Never>)
    }

    let request: ImageRequest
    let fetch: FetchFlight
    /// Usually one, so a linear search is the quickest.
    var subscribers: [Subscriber]
    var state: State = .awaitingBytes
    /// The decode that may still report.
    var token = 0
    /// The highest of the subscribers'; kept up to date by the loader.
    var priority: LoadPriority

    init(request: ImageRequest, fetch: FetchFlight, subscriber: Subscriber) {
        self.request = request
        self.fetch = fetch
        subscribers = [subscriber]
        priority = subscriber.priority
    }

    var key: ImageKey { request.key }
}
