// The port to the rules of the user's time zone.

/// The difference between local time and UTC.
///
/// Isolation: callable from any thread.
public protocol LocalClock: Sendable {
    /// Seconds by which local time is ahead of UTC at a time in seconds since 1970 UTC.
    func secondsAhead(at time: Int64) -> Int
}

/// A clock that shows UTC.
public struct UTCClock: LocalClock {
    public init() {}
    public func secondsAhead(at time: Int64) -> Int { 0 }
}
