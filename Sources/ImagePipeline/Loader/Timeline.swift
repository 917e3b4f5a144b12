// When each thing happened to one request, kept for the last few so that a slow picture can be explained afterwards.
import Photos
import Synchronization

/// What happened to one request that needed work. A request that memory answers has none; it is counted.
public struct Timeline: Sendable {
    /// How the request ended.
    public enum Outcome: Sendable { case delivered, failed, cancelled }

    /// What the picture was made of.
    public enum Origin: Sendable {
        case network, disk, file
        /// A finished tile.
        case tile
        /// A larger size of it, or the picture before its last steps, that was in memory.
        case memory
    }

    /// The picture.
    public let key: ImageKey
    /// What a person calls the photo.
    public let title: String
    /// Unique to the request; a feed has one number for all its pictures.
    public let number: Int
    /// The other requests that had the same picture made, by number.
    public let sharedWith: [Int]
    /// Equal for requests that shared a fetch; nil without one.
    public let fetch: Int?
    /// Nil when it ended before that was known.
    public let origin: Origin?
    public let outcome: Outcome
    public let asked: ContinuousClock.Instant
    /// Of the last try.
    public let fetchStarted: ContinuousClock.Instant?
    public let fetchEnded: ContinuousClock.Instant?
    /// Of the decode; of the first step of work where nothing had to be decoded.
    public let decodeStarted: ContinuousClock.Instant?
    /// Of the last step of work.
    public let decodeEnded: ContinuousClock.Instant?
    /// When the result was handed over, or the request left.
    public let ended: ContinuousClock.Instant
}

/// What a flight knows of its own way so far.
struct Trace {
    var fetch: Int?
    var origin: Timeline.Origin?
    var fetchStarted: ContinuousClock.Instant?
    var fetchEnded: ContinuousClock.Instant?
    var decodeStarted: ContinuousClock.Instant?
    var decodeEnded: ContinuousClock.Instant?
}

/// The last timelines, in a ring.
struct TimelineRing: Sendable {
    private let capacity: Int
    private var ring: [Timeline] = []
    private var oldest = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func add(_ timeline: Timeline) {
        guard ring.count == capacity else { return ring.append(timeline) }
        ring[oldest] = timeline
        oldest = (oldest + 1) % capacity
    }

    /// Oldest first.
    var all: [Timeline] { Array(ring[oldest...] + ring[..<oldest]) }
}

extension ImageLoader {
    /// How many timelines are kept: the pictures of a few screens.
    static let timelineCapacity = 256

    /// The requests that ended last, in the order of their ends; at most 256. Without a hop.
    public nonisolated var recentTimelines: [Timeline] { timelines.withLock(\.all) }

    nonisolated func now() -> ContinuousClock.Instant { configuration.now() }

    /// Notes how a request ended.
    func record(_ flight: PictureFlight, for subscriber: Subscriber, _ outcome: Timeline.Outcome) {
        if case .fetch(let fetch) = flight.source { flight.takeOver(fetch) }
        let trace = flight.trace
        let others = flight.subscribers.lazy.filter { $0.isForItself && $0.id != subscriber.id }.map(\.id.number)
        let timeline = Timeline(
            key: flight.key, title: flight.request.title, number: subscriber.id.number, sharedWith: Array(others),
            fetch: trace.fetch, origin: trace.origin, outcome: outcome, asked: subscriber.asked,
            fetchStarted: trace.fetchStarted, fetchEnded: trace.fetchEnded, decodeStarted: trace.decodeStarted,
            decodeEnded: trace.decodeEnded, ended: now())
        timelines.withLock { $0.add(timeline) }
        if case .feed = subscriber.sink, outcome == .delivered { noteArrival(trace, at: timeline.ended) }
    }
}

extension PictureFlight {
    /// Notes the start of a step of work.
    func begin(at time: ContinuousClock.Instant) {
        if trace.decodeStarted == nil { trace.decodeStarted = time }
        switch source {
        case .tile: trace.origin = .tile
        case .image, .larger: if trace.origin == nil { trace.origin = .memory }
        case .fetch(let fetch): takeOver(fetch)
        case .undecided, .picture: break
        }
    }

    /// Notes what is known of the fetch.
    func takeOver(_ fetch: FetchFlight) {
        trace.fetch = fetch.number
        (trace.fetchStarted, trace.fetchEnded) = (fetch.started, fetch.ended)
        guard let origin = fetch.origin else { return }
        trace.origin =
            switch origin {
            case .network: .network
            case .disk: .disk
            case .file: .file
            }
        isStale = fetch.isStale
    }
}

extension Result {
    var outcome: Timeline.Outcome { if case .success = self { .delivered } else { .failed } }
}
