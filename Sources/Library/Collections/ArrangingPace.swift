// How often a collection that changes is arranged.

/// The time between arrangements of a collection that changes by itself.
///
/// A first change is arranged at once. What follows within the interval is arranged together at its end, so that a
/// hundred thousand photos whose dates are found out batch by batch are sorted a few times a second.
public struct ArrangingPace: Sendable {
    /// The shortest time between two arrangements that no query has asked for.
    let interval: Duration
    /// This many times as long as the last arrangement has taken is waited at least, so that the largest collections do
    /// not keep a core busy.
    static let restPerWork = 4
    /// The time for which facts have been found out is waited at least divided by this, so that a large collection
    /// whose dates are read for half a minute is arranged some twenty times meanwhile, and not a hundred times.
    /// Progress is reported in between.
    static let restPerLearning = 4
    /// Changes of a collection of at most so many photos are arranged at once: that takes a millisecond.
    static let smallCount = 10_000

    let now: @Sendable () -> ContinuousClock.Instant
    let pause: @Sendable (Duration) async -> Void

    /// - Parameters:
    ///   - now: the time.
    ///   - pause: returns after the duration, or when its task is cancelled.
    public init(
        interval: Duration = .milliseconds(250),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.interval = interval
        self.now = now
        self.pause = pause
    }
}
