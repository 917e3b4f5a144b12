// The system's time zone.
import Glibc
public import Library
import Synchronization

/// The difference between local time and UTC, from the system's rules. Any thread.
public final class SystemLocalClock: LocalClock {
    /// Seconds within which no zone changes its clock: all changes fall on whole quarters of an hour.
    private static let steady: Int64 = 900

    /// The last answer, because neighbours are often of one hour: the system takes a lock and reads a table.
    private let last = Mutex<(quarter: Int64, seconds: Int)?>(nil)

    public init() {}

    public var now: Int64? { Int64(time(nil)) }

    public func secondsAhead(at time: Int64) -> Int {
        let quarter = time / Self.steady - (time % Self.steady < 0 ? 1 : 0)
        return last.withLock { last in
            if let last, last.quarter == quarter { return last.seconds }
            var seconds = time_t(quarter * Self.steady)
            var parts = tm()
            let ahead = localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
            last = (quarter, ahead)
            return ahead
        }
    }
}
