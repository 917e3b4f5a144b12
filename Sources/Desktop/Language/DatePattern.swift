// Patterns of dates by language.
import Glibc

/// How a language puts days and months together, for g_date_time_format. Unicode's CLDR has them as the formats yMMMMd
/// and yMMMM; the C library has only its short date.
public struct DatePattern: Hashable, Sendable {
    public let day: String
    /// With %OB, the name of a month that stands without a day.
    public let month: String
    public var year = "%Y"
    /// The month without its year.
    public var monthAlone = "%OB"

    /// The pattern of the locale of the process.
    public static let user = DatePattern(locale: setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C")

    /// - Parameter locale: Name of a locale of the C library, such as `de_DE.UTF-8`.
    public init(locale: String) {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        switch (name.prefix { $0 != "_" }, name) {
        case (_, "en_US"): self.init(day: "%B %-d, %Y", month: "%OB %Y")
        case ("bs", _), ("cs", _), ("da", _), ("de", _), ("et", _), ("fi", _), ("hr", _), ("is", _), ("nb", _),
            ("nn", _), ("sk", _), ("sl", _), ("sr", _):
            self.init(day: "%-d. %B %Y", month: "%OB %Y")
        case ("es", _), ("pt", _), ("gl", _): self.init(day: "%-d de %B de %Y", month: "%OB de %Y")
        case ("hu", _): self.init(day: "%Y. %B %-d.", month: "%Y. %OB", year: "%Y.")
        case ("ja", _), ("zh", _):
            self.init(day: "%Y年%-m月%-d日", month: "%Y年%-m月", year: "%Y年", monthAlone: "%-m月")
        case ("ko", _):
            self.init(day: "%Y년 %-m월 %-d일", month: "%Y년 %-m월", year: "%Y년", monthAlone: "%-m월")
        default: self.init(day: "%-d %B %Y", month: "%OB %Y")
        }
    }

    private init(day: String, month: String, year: String = "%Y", monthAlone: String = "%OB") {
        (self.day, self.month, self.year, self.monthAlone) = (day, month, year, monthAlone)
    }
}
