// How long it takes to fetch and make a picture: what the last ones took.
import Synchronization

/// The time that a source's next picture will probably take: a high percentile of the last ones', smoothed, so that one
/// stray picture changes little and a source of another speed is known within a screen.
///
/// Neither the wait for a slot, to be fetched or to be decoded, nor pictures from memory play a part: the plan itself
/// makes them.
struct ArrivalTime: Sendable {
    /// Seconds assumed before anything has arrived.
    static let unknown = 0.2
    /// Never less: a picture is seen two frames after it is planned, at the earliest. Never more: what comes later than
    /// this is no reason to leave out what is on the screen.
    static let bounds = 0.033...0.5
    /// Pictures that are looked at: about a screen of them.
    private static let memory = 32
    /// Of a hundred pictures this many are there by then.
    private static let percentile = 75
    /// How much of the way to the new percentile each picture takes it.
    private static let step = 0.125

    private var ring: [Double] = []
    private var oldest = 0
    private var smoothed: Double?

    /// Seconds, within the bounds.
    var seconds: Double {
        guard let smoothed else { return Self.unknown }
        return min(max(smoothed, Self.bounds.lowerBound), Self.bounds.upperBound)
    }

    /// Takes note of a picture that took `seconds`.
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
    /// Seconds that it will probably take to fetch and make the next picture of a feed, its waits for others left out.
    /// Without a hop.
    public nonisolated var arrivalTime: Double { arrivals.withLock(\.seconds) }

    /// Takes note of a picture that was delivered to a feed.
    nonisolated func noteArrival(_ trace: Trace, at time: ContinuousClock.Instant) {
        guard let decodeStarted = trace.decodeStarted, trace.origin != .memory else { return }
        let fetch = trace.fetchStarted.flatMap { started in trace.fetchEnded.map { $0 - started } } ?? .zero
        arrivals.withLock { $0.note((fetch + (time - decodeStarted)) / .seconds(1)) }
    }
}
