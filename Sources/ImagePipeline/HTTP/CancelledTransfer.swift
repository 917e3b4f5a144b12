// What becomes of a transfer that is cancelled shortly before its end.

/// The rule for cancelled transfers. Over HTTP/1 a cancel closes the connection, and the next request waits for a new
/// one: a round trip, two or three with TLS. What is left of a body may come in less time than that. Then the transfer
/// runs to its end: its connection stays open, and the body is kept whole. A value.
public struct CancelledTransfer: Sendable {
    /// Bytes that may be left. 32 KB take 13 ms on a link of 20 Mbit/s.
    public var byteLimit = 32 << 10
    /// How long they may take before the transfer is stopped. It holds its queue slot and its connection meanwhile, so
    /// this is the longest that a server which stalls can keep a visible fetch waiting: about what a new connection
    /// costs.
    public var timeLimit: Duration = .milliseconds(50)
    /// How long the body may have been silent when it is cancelled. What has stalled already keeps nobody waiting.
    public var silenceLimit: Duration = .milliseconds(50)

    /// The values above.
    public init() {}

    /// Whether a transfer that is cancelled now is let run to its end. A stream of HTTP/2 never is: the connection
    /// outlives it.
    /// - Parameters:
    ///   - left: bytes of the body that are still to come; nil when its length was not announced.
    ///   - silence: since the head or the last bytes of the body came.
    public func runsToItsEnd(left: Int?, silence: Duration, isMultiplexed: Bool) -> Bool {
        guard !isMultiplexed, let left else { return false }
        return left <= byteLimit && silence <= silenceLimit
    }
}
