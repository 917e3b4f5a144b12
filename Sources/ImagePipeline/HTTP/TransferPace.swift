// How slow a body may come before it counts as one that never will.

/// Watches one body for a server that drips: enough bytes to keep every time-out for silence from ending, and so few that
/// the transfer would hold its connection for ever. A value; the caller brings the time.
public struct TransferPace: Sendable {
    /// The least that must come.
    public struct Rule: Sendable {
        /// How long it may take.
        public var window: Duration = .seconds(30)
        /// Bytes of the body in each window. Twelve transfers that share a GPRS link of 4 KB/s get 10 KB each in 30 s, and
        /// a tile of 20 KB comes in a minute; a fifth of that is asked for.
        public var bytes = 2 << 10

        /// The values above.
        public init() {}
    }

    private let rule: Rule
    private var start: ContinuousClock.Instant
    private var count = 0

    /// The first window begins now.
    public init(_ rule: Rule, at now: ContinuousClock.Instant) {
        self.rule = rule
        start = now
    }

    /// Counts bytes that have come.
    /// - Returns: false when a window has ended with too few.
    public mutating func keepsUp(after length: Int, at now: ContinuousClock.Instant) -> Bool {
        count += min(max(0, length), max(0, rule.bytes - count))
        guard start.duration(to: now) >= rule.window else { return true }
        let isEnough = count >= rule.bytes
        restart(at: now)
        return isEnough
    }

    /// Begins a new window: the receiver has not read for a while, or the last one was full.
    public mutating func restart(at now: ContinuousClock.Instant) { (start, count) = (now, 0) }
}
