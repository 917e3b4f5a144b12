// One shared image: its subscribers, its source and its history.
import Photos

/// The work for one `ImageKey`, from the first request until the image, the failure, or the last subscriber's leaving.
/// A request with processors is a chain of jobs, each subscribed to the one before its last step. Belongs to
/// `ImageJobs`.
final class ImageJob {
    /// What the image is made of. The bytes and images themselves are with the work that is queued for them.
    enum Source {
        /// Not known yet, or not any more.
        case undecided
        /// A finished tile; not found while the store is asked.
        case tile(isFound: Bool)
        /// Decoded from fetched bytes.
        case fetch(FetchJob.ID)
        /// One processing step on the result of another job.
        case job(ImageJob)
        /// One processing step on an image that was in memory, or that another job has just made.
        case image
        /// A larger size of the same image, to be scaled down.
        case larger
    }

    /// Also its number as a subscriber of another job and as a user of a fetch.
    let id: Subscriber.ID
    let request: ImageRequest
    var subscriptions: Subscriptions
    var source: Source = .undecided
    var trace = Trace()
    /// Made of bytes that were past their time and are being checked.
    var isStale = false
    /// The bytes that it is being made of have changed: it is to be made again afterwards.
    var isOutdated = false

    init(id: Subscriber.ID, request: ImageRequest, subscriber: Subscriber) {
        self.id = id
        self.request = request
        subscriptions = Subscriptions(subscriber)
    }

    var key: ImageKey { request.key }
    var priority: LoadPriority { subscriptions.priority }
    /// Whether its place is on the screen and empty. A region lies over the whole image, which is its preview.
    var wantsPreview: Bool { priority == .visible && key.region == nil && subscriptions.wantsPreview }

    /// The fetch that it waits for, through any number of processing steps.
    var fetch: FetchJob.ID? {
        switch source {
        case .fetch(let fetch): fetch
        case .job(let parent): parent.fetch
        case .undecided, .tile, .image, .larger: nil
        }
    }

    /// Notes the start of a decode or a processing step.
    func begin(at time: ContinuousClock.Instant) {
        if trace.decodeStarted == nil { trace.decodeStarted = time }
        switch source {
        case .tile: trace.origin = .tile
        case .image, .larger: if trace.origin == nil { trace.origin = .memory }
        case .fetch, .undecided, .job: break
        }
    }

    /// Notes what is known of the fetch.
    func add(_ fetch: FetchTrace) {
        trace.add(fetch)
        if fetch.origin != nil { isStale = fetch.isStale }
    }

    /// Takes over the history of the job that made the image before the last step.
    func inherit(_ parent: ImageJob) {
        (trace, isStale) = (parent.trace, parent.isStale)
        isOutdated = isOutdated || parent.isOutdated
    }

    /// The history of one of its requests.
    func timeline(
        for subscriber: Subscriber, _ outcome: Timeline.Outcome, at time: ContinuousClock.Instant
    ) -> Timeline {
        let others = subscriptions.all.lazy.filter { $0.isForItself && $0.id != subscriber.id }.map(\.id.number)
        return Timeline(
            key: key, title: request.title, number: subscriber.id.number, sharedWith: Array(others), fetch: trace.fetch,
            origin: trace.origin, outcome: outcome, asked: subscriber.asked, fetchStarted: trace.fetchStarted,
            fetchEnded: trace.fetchEnded, decodeStarted: trace.decodeStarted, decodeEnded: trace.decodeEnded,
            ended: time)
    }
}

/// A request and its result, to be handed over by the loader.
struct Answer {
    let subscriber: Subscriber
    let request: ImageRequest
    let result: Result<any DecodedImage, LoadFailure>
    /// The image was made of bytes that are being checked or have changed.
    var mayChange = false
}

/// A consequence of a change that concerns other parts.
enum ImageJobEvent {
    case answered(Answer)
    /// An image was made of bytes that have changed meanwhile.
    case outdated(FetchKey)
    /// An image was decoded from its original bytes.
    case decoded(any DecodedImage, ImageRequest)
}
