// Times of day and date as numbers that columns hold.
public import Photos

/// A time on the clock of the place where a photo was taken, to the hundredth of a second, from 1800 to 2147. Times
/// before and after are no photo's, and forty bits hold all others.
public struct LocalMoment: Hashable, Comparable, Sendable {
    private static let years = 1800...2147
    private static let hundredthsPerDay = 8_640_000
    private static let first = CivilDay(year: 1800, month: 1, day: 1)

    /// Hundredths of a second since the beginning of 1800.
    let code: UInt64

    init(code: UInt64) { self.code = code }

    /// Nil for a year that is out of range. A leap second counts as the one before it.
    public init?(_ taken: TakenTime) {
        let time = taken.time
        guard Self.years.contains(time.year) else { return nil }
        let day = CivilDay(year: time.year, month: time.month, day: time.day).number - Self.first.number
        let seconds = (time.hour * 60 + time.minute) * 60 + min(time.second, 59)
        code = UInt64(day * Self.hundredthsPerDay + seconds * 100 + taken.hundredths)
    }

    var day: CivilDay { CivilDay(number: Self.first.number + Int(code) / Self.hundredthsPerDay) }

    /// The moments from the beginning of one day to that of another.
    static func range(from first: CivilDay, to end: CivilDay) -> Range<UInt64> {
        func code(_ day: CivilDay) -> UInt64 { UInt64(max(0, day.number - Self.first.number) * hundredthsPerDay) }
        return code(first)..<max(code(first), code(end))
    }

    /// Hundredths of the second that have passed, 0…99.
    public var hundredths: Int { Int(code % 100) }

    /// Date and time of day.
    public var time: WallTime? {
        let date = day.date
        let seconds = Int(code) % Self.hundredthsPerDay / 100
        return WallTime(
            year: date.year, month: date.month, day: date.day, hour: seconds / 3600, minute: seconds / 60 % 60,
            second: seconds % 60)
    }

    public static func < (a: Self, b: Self) -> Bool { a.code < b.code }
}
