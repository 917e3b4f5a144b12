// The job of one image: its subscribers, its priority and its source.
import Photos

/// The work for one `ImageKey`, from the first request until the image, the failure, or the last subscriber leaving. A
/// request with processors is a chain of jobs, each subscribed to the one before its last step. Isolated to the loader.
final class PictureFlight {
    /// The source that the image is made of.
    enum Source {
        /// Not known yet, or not any more.
        case undecided
        /// A finished tile; nil while the store is asked.
        case tile(EncodedBytes?)
        /// Decoded from fetched bytes.
        case fetch(FetchFlight)
        /// One processing step on the result of another job.
        case picture(PictureFlight)
        /// One processing step on this image.
        case image(any DecodedImage, Processor)
        /// A larger size of the same image, to be scaled down.
        case larger(any DecodedImage)
    }

    enum State {
        /// Waiting for its source.
        case waiting
        /// The tile store is being asked; holds no slot.
        case asking(Task<Void, Never>)
        case queued(PriorityBuckets<PictureFlight>.Slot)
        case running(Task<Void, Never>)
    }

    let id: Subscriber.ID
    let request: ImageRequest
    /// Usually one, so a linear search is the quickest.
    var subscribers: [Subscriber]
    var source: Source = .undecided
    var state: State = .waiting
    /// Identifies the query or the work whose result is still accepted.
    var token = 0
    /// The highest priority of the subscribers; kept up to date by the loader.
    var priority: LoadPriority
    var trace = Trace()
    var preview = PreviewState()
    /// Whether it is made of stale bytes that are being checked.
    var isStale = false
    /// Whether its bytes were found changed while it was under way; it has to be made again.
    var isOutdated = false

    init(id: Subscriber.ID, request: ImageRequest, subscriber: Subscriber) {
        self.id = id
        self.request = request
        subscribers = [subscriber]
        priority = subscriber.priority
    }

    var key: ImageKey { request.key }
    /// Whether a subscriber wants the image itself, so that it is stored in memory.
    var isAskedFor: Bool { subscribers.contains { $0.isForItself } }
    /// Whether its source is complete.
    var hasInput: Bool {
        switch source {
        case .undecided, .tile(nil), .picture: false
        case .tile, .image, .larger: true
        case .fetch(let fetch): if case .arrived = fetch.state { true } else { false }
        }
    }
}
