// The history of one request, kept for the last few so that a slow image can be explained afterwards.
import Photos

/// The stages of one request that needed work. A request that memory answers has no trace; it is only counted.
public struct RequestTrace: Sendable {
    /// How the request ended.
    public enum Outcome: Sendable { case delivered, failed, cancelled }

    /// What the image was made of.
    public enum Origin: Sendable {
        case network, disk, file
        /// A finished tile.
        case tile
        /// A larger size, or the image before its last processing steps, that was in memory.
        case memory
    }

    /// The image.
    public let key: ImageKey
    /// The photo's name for people.
    public let title: String
    /// Unique to the request; a prefetch session has one number for all its images.
    public let number: Int
    /// The other requests that shared the job, by number.
    public let sharedWith: [Int]
    /// Equal for requests that shared a fetch; nil without one.
    public let fetch: Int?
    /// Nil when the request ended before that was known.
    public let origin: Origin?
    public let outcome: Outcome
    public let asked: ContinuousClock.Instant
    /// Of the last try.
    public let fetchStarted: ContinuousClock.Instant?
    public let fetchEnded: ContinuousClock.Instant?
    /// Of the decode; of the first processing step where nothing had to be decoded.
    public let decodeStarted: ContinuousClock.Instant?
    /// Of the last processing step.
    public let decodeEnded: ContinuousClock.Instant?
    /// When the result was handed over, or the request left.
    public let ended: ContinuousClock.Instant
}

/// The stages of one image job so far.
struct Trace {
    var fetch: Int?
    var origin: RequestTrace.Origin?
    var fetchStarted: ContinuousClock.Instant?
    var fetchEnded: ContinuousClock.Instant?
    var decodeStarted: ContinuousClock.Instant?
    var decodeEnded: ContinuousClock.Instant?

    /// Takes over what is known of the fetch.
    mutating func add(_ trace: FetchTrace) {
        (fetch, fetchStarted, fetchEnded) = (trace.number, trace.started, trace.ended)
        switch trace.origin {
        case .network: origin = .network
        case .disk: origin = .disk
        case .file: origin = .file
        case nil: break
        }
    }
}

extension RequestTrace {
    /// The history of a request that has ended.
    /// - Parameters:
    ///   - trace: The stages of its job.
    ///   - others: The other requests that share the job.
    @PipelineActor
    init(
        _ subscription: Subscription, _ trace: Trace, sharedWith others: [Int], _ outcome: Outcome,
        ended: ContinuousClock.Instant
    ) {
        let request = subscription.job.request
        self.init(
            key: request.key, title: request.title, number: subscription.id.number, sharedWith: others,
            fetch: trace.fetch, origin: trace.origin, outcome: outcome, asked: subscription.asked,
            fetchStarted: trace.fetchStarted, fetchEnded: trace.fetchEnded, decodeStarted: trace.decodeStarted,
            decodeEnded: trace.decodeEnded, ended: ended)
    }
}

extension Result {
    var outcome: RequestTrace.Outcome { if case .success = self { .delivered } else { .failed } }
}
