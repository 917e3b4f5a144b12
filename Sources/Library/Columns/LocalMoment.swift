// Times of day and date as numbers that columns hold.
public import Photos

/// A time on the clock of the place where a photo was taken, to the hundredth of a second, or a day, a month or a year
/// if only that is known, from 1800 to 2147. Times before and after are no photo's, and forty bits hold all others.
public struct LocalMoment: Hashable, Comparable, Sendable {
    private static let years = 1800...2147
    private static let hundredthsPerDay = 8_640_000
    /// A day's numbers: its year alone, where it is the first of one, its month, the day itself, then its hundredths.
    /// So a year comes before all that is known to be in it.
    private static let codesPerDay = hundredthsPerDay + exact
    private static let exact = Int(TakenTime.Precision.exact.rawValue)
    private static let first = CivilDay(year: 1800, month: 1, day: 1)

    let code: UInt64

    init(code: UInt64) { self.code = code }

    /// Nil for a year that is out of range. A leap second counts as the one before it.
    public init?(_ taken: TakenTime) {
        let time = taken.time
        guard Self.years.contains(time.year) else { return nil }
        let day = CivilDay(year: time.year, month: time.month, day: time.day).number - Self.first.number
        var place = Int(taken.precision.rawValue)
        if taken.precision == .exact {
            place += ((time.hour * 60 + time.minute) * 60 + min(time.second, 59)) * 100 + taken.hundredths
        }
        code = UInt64(day * Self.codesPerDay + place)
    }

    /// The first day of what is known.
    var day: CivilDay { CivilDay(number: Self.first.number + Int(code) / Self.codesPerDay) }

    /// How much is known.
    public var precision: TakenTime.Precision {
        TakenTime.Precision(rawValue: UInt8(min(Int(code) % Self.codesPerDay, Self.exact))) ?? .exact
    }

    /// The moments from the beginning of one day to that of another.
    static func range(from first: CivilDay, to end: CivilDay) -> Range<UInt64> {
        func code(_ day: CivilDay) -> UInt64 { UInt64(max(0, day.number - Self.first.number) * codesPerDay) }
        return code(first)..<max(code(first), code(end))
    }

    /// Whether the photo was taken in `range`, wherever in its year or month that was.
    func isInside(_ range: Range<UInt64>) -> Bool {
        guard range.contains(code) else { return false }
        let date = day.date
        let end: CivilDay
        switch precision {
        case .year: end = CivilDay(year: date.year + 1, month: 1, day: 1)
        case .month:
            end = CivilDay(year: date.month == 12 ? date.year + 1 : date.year, month: date.month % 12 + 1, day: 1)
        case .day, .exact: return true
        }
        return Self.range(from: day, to: end).upperBound <= range.upperBound
    }

    /// Hundredths of the second that have passed, 0…99.
    public var hundredths: Int { max(0, Int(code) % Self.codesPerDay - Self.exact) % 100 }

    /// Date and time of day; what is not known is the beginning.
    public var time: WallTime? {
        let date = day.date
        let seconds = max(0, Int(code) % Self.codesPerDay - Self.exact) / 100
        return WallTime(
            year: date.year, month: date.month, day: date.day, hour: seconds / 3600, minute: seconds / 60 % 60,
            second: seconds % 60)
    }

    public static func < (a: Self, b: Self) -> Bool { a.code < b.code }
}
