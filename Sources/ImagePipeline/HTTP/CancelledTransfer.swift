// Completion of transfers that are cancelled shortly before their end.

/// The rule by which a cancelled transfer is completed or stopped. Over HTTP/1 a cancel closes the connection, and the
/// next request waits for a new one: a round trip, two or three with TLS. The rest of a body may arrive in less time
/// than that. Then the transfer runs to its end: its connection stays open, and the whole body is kept. A value.
public struct CancelledTransfer: Sendable {
    /// Maximum bytes left. 32 KB take 13 ms on a link of 20 Mbit/s.
    public var byteLimit = 32 << 10
    /// The time after which the transfer is stopped all the same. It holds its queue slot and its connection meanwhile,
    /// so this is the longest that a stalled server can keep a visible fetch waiting: about the cost of a new
    /// connection.
    public var timeLimit: Duration = .milliseconds(50)
    /// How long the body may have been silent when it is cancelled. A transfer that has stalled is not completed.
    public var silenceLimit: Duration = .milliseconds(50)

    /// Creates the rule with the values above.
    public init() {}

    /// Returns whether a transfer that is cancelled now runs to its end. An HTTP/2 stream never does: its connection
    /// outlives it.
    /// - Parameters:
    ///   - left: bytes of the body that are still to come; nil when its length was not announced.
    ///   - silence: time since the head or the last bytes of the body arrived.
    public func runsToItsEnd(left: Int?, silence: Duration, isMultiplexed: Bool) -> Bool {
        guard !isMultiplexed, let left else { return false }
        return left <= byteLimit && silence <= silenceLimit
    }
}
