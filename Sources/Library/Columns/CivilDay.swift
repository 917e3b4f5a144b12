// Days of the Gregorian calendar as numbers.

/// A day, counted from 1 January 1600, which begins one of the calendar's cycles of 400 years.
struct CivilDay: Hashable, Comparable, Sendable {
    /// 1 January 1970.
    static let epoch = CivilDay(number: 135_140)

    private static let daysPerCycle = 146_097

    let number: Int

    init(number: Int) { self.number = number }

    /// The day of a date, which has to exist. Counts from March on, so that the leap day is the last of its year (after
    /// H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”, `days_from_civil`).
    init(year: Int, month: Int, day: Int) {
        let years = (month > 2 ? year : year - 1) - 1600
        let cycle = (years >= 0 ? years : years - 399) / 400
        let yearOfCycle = years - cycle * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        // 1 March 1600 is day 60.
        number = cycle * Self.daysPerCycle + dayOfCycle + 60
    }

    /// The date (`civil_from_days` of the same source).
    var date: (year: Int, month: Int, day: Int) {
        let days = number - 60
        let cycle = (days >= 0 ? days : days - (Self.daysPerCycle - 1)) / Self.daysPerCycle
        let dayOfCycle = days - cycle * Self.daysPerCycle
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfCycle + cycle * 400 + 1600
        return (month < 10 ? year : year + 1, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// The day of the week, 0 for Monday. 1 January 1600 was a Saturday.
    var weekday: Int { ((number + 5) % 7 + 7) % 7 }

    static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
