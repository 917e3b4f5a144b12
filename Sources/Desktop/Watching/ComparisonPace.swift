// When a watched folder is compared with the disk.

/// The time from events to the comparison that follows from them.
struct ComparisonPace {
    /// Where the last events stand in a move.
    private enum Move {
        case none
        /// The last event was the first half.
        case begun
        /// The same, and its second half has been waited for.
        case awaited
    }

    private let timing: WatchTiming
    private var move = Move.none
    private var lastEnd: ContinuousClock.Instant?
    private var lastDuration = Duration.zero

    init(_ timing: WatchTiming) { self.timing = timing }

    /// Notes the last of the events that were read.
    mutating func note(last event: WatchEvent) { move = event.kinds.contains(.movedFrom) ? .begun : .none }

    /// Notes a comparison that ends now.
    mutating func noteComparison(since start: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        (lastEnd, lastDuration) = (end, end - start)
    }

    /// The time to wait for the next comparison.
    var wait: Duration {
        if move == .awaited { return timing.halfMove }
        guard let lastEnd else { return timing.gathering }
        let pause = max(timing.cadence, lastDuration * timing.rest)
        return max(timing.gathering, pause - (ContinuousClock.now - lastEnd))
    }

    /// Whether the second half of a move may be about to come. Says so once.
    mutating func isInMove() -> Bool {
        guard move == .begun else { return false }
        move = .awaited
        return true
    }
}
