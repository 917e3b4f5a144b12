// Timelines of the most recent requests, to explain slow images afterwards.
import Photos
import Synchronization

/// The times at which one request went through each stage. A request answered from memory has none; it is only counted.
public struct Timeline: Sendable {
    /// The outcome of a request.
    public enum Outcome: Sendable { case delivered, failed, cancelled }

    /// The origin of an image.
    public enum Origin: Sendable {
        case network, disk, file
        /// A finished tile.
        case tile
        /// An image in memory: a larger size of it, or the result before its last processing steps.
        case memory
    }

    /// The key of the image.
    public let key: ImageKey
    /// The name that the user sees for the photo.
    public let title: String
    /// Unique to the request; a feed has one number for all its images.
    public let number: Int
    /// The numbers of the other requests that shared the image.
    public let sharedWith: [Int]
    /// A number that requests sharing a fetch have in common; nil without a fetch.
    public let fetch: Int?
    /// Nil when the request ended before its origin was known.
    public let origin: Origin?
    public let outcome: Outcome
    public let asked: ContinuousClock.Instant
    /// The start of the last attempt.
    public let fetchStarted: ContinuousClock.Instant?
    public let fetchEnded: ContinuousClock.Instant?
    /// The start of the decode, or of the first processing step where nothing had to be decoded.
    public let decodeStarted: ContinuousClock.Instant?
    /// The end of the last processing step.
    public let decodeEnded: ContinuousClock.Instant?
    /// The time at which the result was delivered, or the request was cancelled.
    public let ended: ContinuousClock.Instant
}

/// The times and origin of a job so far.
struct Trace {
    var fetch: Int?
    var origin: Timeline.Origin?
    var fetchStarted: ContinuousClock.Instant?
    var fetchEnded: ContinuousClock.Instant?
    var decodeStarted: ContinuousClock.Instant?
    var decodeEnded: ContinuousClock.Instant?
}

/// The most recent timelines, in a ring buffer.
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

    /// All timelines, oldest first.
    var all: [Timeline] { Array(ring[oldest...] + ring[..<oldest]) }
}

extension ImageLoader {
    /// Number of timelines kept: the images of a few screens.
    static let timelineCapacity = 256

    /// The most recent requests in the order of their ends, at most 256. Read without a hop.
    public nonisolated var recentTimelines: [Timeline] { timelines.withLock(\.all) }

    nonisolated func now() -> ContinuousClock.Instant { configuration.now() }

    /// Records how a request ended.
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
    /// Records the start of a decode or a processing step.
    func begin(at time: ContinuousClock.Instant) {
        if trace.decodeStarted == nil { trace.decodeStarted = time }
        switch source {
        case .tile: trace.origin = .tile
        case .image, .larger: if trace.origin == nil { trace.origin = .memory }
        case .fetch(let fetch): takeOver(fetch)
        case .undecided, .picture: break
        }
    }

    /// Copies what is known of the fetch.
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
