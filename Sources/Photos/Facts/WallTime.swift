// A date and time of day without a time zone, as cameras record them.

/// A local time without a time zone. Only dates and times that exist in the calendar can be created.
public struct WallTime: Hashable, Sendable {
    /// The date in the Gregorian calendar.
    public let year: Int, month: Int, day: Int
    /// The time of day on a 24-hour clock.
    public let hour: Int, minute: Int, second: Int

    /// Creates a time; nil when there is no such day or time. A second of 60 is a leap second.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// The beginning of the year, the month or the day.
    public func beginning(of precision: TakenTime.Precision) -> WallTime {
        guard precision < .exact else { return self }
        return WallTime(
            existing: (year, precision > .year ? month : 1, precision > .month ? day : 1), clock: (0, 0, 0))
    }

    private init(existing date: (Int, Int, Int), clock: (Int, Int, Int)) {
        (year, month, day) = date
        (hour, minute, second) = clock
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
