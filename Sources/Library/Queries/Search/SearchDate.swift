// Days that are written as numbers.

/// A day, a month or a year, as the days from its first to the one behind its last.
struct SearchDate {
    let days: Range<CivilDay>
    /// The digits of the year, by which a photo may match too.
    let year: Substring

    private static let years = 1000...9999
    /// The first year of the century's two-digit ones: `69` is 1969 and `68` 2068, as POSIX has it.
    private static let firstOfLastCentury = 69

    /// Reads a word such as `2021`, `07/2025`, `2021-06`, `2021-06-05`, `05.06.2021` or `6/5/21`.
    /// - Parameter isDayFirst: Whether 5 June is `5/6`; where that is no date, the other order is tried.
    init?(_ word: Substring, isDayFirst: Bool) {
        guard let mark = word.first(where: { !$0.isNumber }) else {
            self.init(year: word)
            return
        }
        guard "-./".contains(mark) else { return nil }
        let parts = word.split(separator: mark, omittingEmptySubsequences: false)
        switch (parts.count, parts[0].utf8.count) {
        case (2, 4): self.init(year: parts[0], month: Self.number(parts[1]))
        case (2, 1...2): self.init(year: parts[1], month: Self.number(parts[0]))
        case (3, 4): self.init(year: parts[0], month: Self.number(parts[1]), day: Self.number(parts[2]))
        case (3, 1...2):
            let (first, second) = (Self.number(parts[0]), Self.number(parts[1]))
            let (day, month) = isDayFirst ? (first, second) : (second, first)
            if let date = Self(year: parts[2], month: month, day: day) ?? Self(year: parts[2], month: day, day: month) {
                self = date
            } else {
                return nil
            }
        default: return nil
        }
    }

    private init?(year text: Substring) {
        guard text.utf8.count == 4, let year = Self.number(text), Self.years.contains(year) else { return nil }
        days = CivilDay(year: year, month: 1, day: 1)..<CivilDay(year: year + 1, month: 1, day: 1)
        self.year = text
    }

    init?(year text: Substring, month: Int?) {
        guard text.utf8.count == 4, let year = Self.number(text), Self.years.contains(year), let month,
            (1...12).contains(month)
        else { return nil }
        days = Self.month(month, of: year)
        self.year = text
    }

    private init?(year text: Substring, month: Int?, day: Int?) {
        guard let written = Self.number(text), let month, let day else { return nil }
        let year: Int
        switch text.utf8.count {
        case 4: year = written
        case 2: year = written + (written < Self.firstOfLastCentury ? 2000 : 1900)
        default: return nil
        }
        guard Self.years.contains(year), let days = Self.days(day...day, month, of: year) else { return nil }
        self.days = days
        self.year = text
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.count <= 4 && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
    }

    /// The days of a month, which has to be one.
    static func month(_ month: Int, of year: Int) -> Range<CivilDay> {
        CivilDay(
            year: year, month: month, day: 1)..<CivilDay(
                year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
    }

    /// Some days of a month; nil where it does not have them.
    static func days(_ days: ClosedRange<Int>, _ month: Int, of year: Int) -> Range<CivilDay>? {
        guard (1...12).contains(month), days.lowerBound > 0 else { return nil }
        let all = Self.month(month, of: year)
        guard days.upperBound <= all.upperBound.number - all.lowerBound.number else { return nil }
        let before = all.lowerBound.number - 1
        return CivilDay(number: before + days.lowerBound)..<CivilDay(number: before + days.upperBound + 1)
    }
}
