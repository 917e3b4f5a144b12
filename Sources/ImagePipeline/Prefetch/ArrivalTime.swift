// An estimate of the time to fetch and make an image, from the most recent ones.
import Synchronization

/// The probable time until a source's next image is there: a high percentile of the most recent times, smoothed, so
/// that an outlier changes little and a change of speed is known within a screen.
///
/// Waiting for a fetch or decode slot is not included, since the plan itself causes it, and neither are images from
/// memory.
struct ArrivalTime: Sendable {
    /// Seconds assumed before anything has arrived.
    static let unknown = 0.2
    /// Limits of the estimate, in seconds. Lower: an image is seen two frames after it is planned at the earliest.
    /// Upper: a later arrival is no reason to leave out what is on the screen.
    static let bounds = 0.033...0.5
    /// Number of images taken into account: about a screen of them.
    private static let memory = 32
    /// The percentile of the times.
    private static let percentile = 75
    /// The fraction of the way to the new percentile that the estimate moves with each image.
    private static let step = 0.125

    private var ring: [Double] = []
    private var oldest = 0
    private var smoothed: Double?

    /// The estimate in seconds, within the bounds.
    var seconds: Double {
        guard let smoothed else { return Self.unknown }
        return min(max(smoothed, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    /// Records an image that took `seconds`.
    mutating func note(_ seconds: Double) {
        if ring.count < Self.memory {
            ring.append(seconds)
        } else {
            ring[oldest] = seconds
            oldest = (oldest + 1) % Self.memory
        }
        let now = ring.sorted()[(ring.count - 1) * Self.percentile / 100]
        smoothed = smoothed.map { $0 + (now - $0) * Self.step } ?? now
    }
}

extension ImageLoader {
    /// The probable time to fetch and make the next image of a feed, in seconds, without its waits for slots. Read
    /// without a hop.
    public nonisolated var arrivalTime: Double { arrivals.withLock(\.seconds) }

    /// Records an image that was delivered to a feed.
    nonisolated func noteArrival(_ trace: Trace, at time: ContinuousClock.Instant) {
        guard let decodeStarted = trace.decodeStarted, trace.origin != .memory else { return }
        let fetch = trace.fetchStarted.flatMap { started in trace.fetchEnded.map { $0 - started } } ?? .zero
        arrivals.withLock { $0.note((fetch + (time - decodeStarted)) / .seconds(1)) }
    }
}
