// Dates in header fields, in any of the three HTTP formats.

/// A parser of HTTP dates (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the seconds since 1970, or nil when the text is not a date. Two-digit years from 70 on are in the 1900s,
    /// others in the 2000s.
    static func seconds(_ text: String) -> Int? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
        // "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"
        switch words.count {
        case 6 where words[5] == "GMT": return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5: return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        default: return nil
        }
    }

    private static func seconds(day: Substring, month: Substring, year: Substring, time: Substring) -> Int? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).compactMap(number)
        guard let day = number(day), (1...31).contains(day),
            let month = months.firstIndex(of: String(month)),
            let written = number(year), year.utf8.count == 4 || year.utf8.count == 2,
            clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] <= 60
        else { return nil }
        let year = year.utf8.count == 4 ? written : written + (written < 70 ? 2000 : 1900)
        return ((days(year, month + 1, day) * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// Returns the days since 1 January 1970 in the Gregorian calendar. Years begin in March here, so that a leap day
    /// is the last day of its year; every 400 years have 146,097 days, and from March on every five months have 153.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays = year / 4 - year / 100 + year / 400
        return year * 365 + leapDays + dayOfYear - 719_468
    }
}
