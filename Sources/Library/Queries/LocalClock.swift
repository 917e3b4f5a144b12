// The port to the rules of the user's time zone.

/// The difference between local time and UTC.
///
/// Isolation: callable from any thread.
public protocol LocalClock: Sendable {
    /// Seconds by which local time is ahead of UTC at a time in seconds since 1970 UTC.
    func secondsAhead(at time: Int64) -> Int
    /// Seconds since 1970 UTC; nil for a clock that says only how times are shown.
    var now: Int64? { get }
}

extension LocalClock {
    public var now: Int64? { nil }

    /// The day that it is now; nil where that is not known.
    var today: CivilDay? {
        now.map { now in
            let seconds = now + Int64(secondsAhead(at: now))
            return CivilDay(number: CivilDay.epoch.number + Int((Double(seconds) / 86_400).rounded(.down)))
        }
    }
}

/// A clock that shows UTC.
public struct UTCClock: LocalClock {
    public init() {}
    public func secondsAhead(at time: Int64) -> Int { 0 }
}
