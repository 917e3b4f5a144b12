// One picture under way: who wants it, how urgently, and what it is made of.
import Photos

/// The way to one `ImageKey`, from the first wish until the picture, the failure, or the last subscriber's leaving.
/// A request with processors is a chain of flights, each subscribed to the one before its last step. Lives on the loader.
final class PictureFlight {
    /// What the picture is made of.
    enum Source {
        /// Not known yet, or not any more.
        case undecided
        /// A finished tile; nil while the store is asked.
        case tile(EncodedBytes?)
        /// Decoded from fetched bytes.
        case fetch(FetchFlight)
        /// One step of work on the result of another flight.
        case picture(PictureFlight)
        /// One step of work on this picture.
        case image(any DecodedImage, Processor)
        /// A larger size of the same picture, to be scaled down.
        case larger(any DecodedImage)
    }

    enum State {
        /// For what it is made of.
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
    /// The question or the work that may still report.
    var token = 0
    /// The highest of the subscribers'; kept up to date by the loader.
    var priority: LoadPriority
    var trace = Trace()
    var preview = PreviewState()
    /// Made of bytes that were past their time and are being checked.
    var isStale = false
    /// Under way when the bytes that it is made of were found changed: to be made again.
    var isOutdated = false

    init(id: Subscriber.ID, request: ImageRequest, subscriber: Subscriber) {
        self.id = id
        self.request = request
        subscribers = [subscriber]
        priority = subscriber.priority
    }

    var key: ImageKey { request.key }
    /// Somebody wants the picture itself, so it belongs into memory.
    var isAskedFor: Bool { subscribers.contains { $0.isForItself } }
    /// Whether it has what it is made of.
    var hasInput: Bool {
        switch source {
        case .undecided, .tile(nil), .picture: false
        case .tile, .image, .larger: true
        case .fetch(let fetch): if case .arrived = fetch.state { true } else { false }
        }
    }
}
