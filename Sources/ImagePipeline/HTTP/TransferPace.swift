// The minimum pace of a response body.

/// A watch on one body for a server that sends just enough bytes to avoid every idle time-out, and so few that the
/// transfer would hold its connection for ever. A value; the caller passes the time.
public struct TransferPace: Sendable {
    /// The minimum number of bytes in a window of time.
    public struct Rule: Sendable {
        /// The length of a window.
        public var window: Duration = .seconds(30)
        /// Minimum bytes of the body in each window. Twelve transfers that share a GPRS link of 4 KB/s get 10 KB each
        /// in 30 s, which brings a tile of 20 KB in a minute; a fifth of that is required.
        public var bytes = 2 << 10

        /// Creates a rule with the values above.
        public init() {}
    }

    private let rule: Rule
    private var start: ContinuousClock.Instant
    private var count = 0

    /// Starts the first window now.
    public init(_ rule: Rule, at now: ContinuousClock.Instant) {
        self.rule = rule
        start = now
    }

    /// Counts bytes that have arrived.
    /// - Returns: false when a window has ended with too few.
    public mutating func keepsUp(after length: Int, at now: ContinuousClock.Instant) -> Bool {
        count += min(max(0, length), max(0, rule.bytes - count))
        guard start.duration(to: now) >= rule.window else { return true }
        let isEnough = count >= rule.bytes
        restart(at: now)
        return isEnough
    }

    /// Starts a new window, because the receiver has paused or the last window has ended.
    public mutating func restart(at now: ContinuousClock.Instant) { (start, count) = (now, 0) }
}
