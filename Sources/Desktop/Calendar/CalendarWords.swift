// The names of months and weekdays in the user's language.
import Glibc
public import Library

/// Names of the calendar from the locale that the process has set, full and abbreviated. Read once, on the thread that
/// makes the value: `nl_langinfo` answers in storage of its own.
public struct CalendarWords: SearchWords {
    public let months: [[String]]
    public let weekdays: [[String]]
    public let isDayFirst: Bool

    public init() {
        months = (0..<12).map { Self.names(Int(MON_1) + $0, Int(ABMON_1) + $0) }
        // The system's week begins with Sunday.
        weekdays = (1...7).map { Self.names(Int(DAY_1) + $0 % 7, Int(ABDAY_1) + $0 % 7) }
        isDayFirst = Self.isDayFirst(in: Self.names(Int(D_FMT)).first ?? "")
    }

    /// Whether a pattern of strftime has the day before the month. `%D` has the month first.
    static func isDayFirst(in pattern: String) -> Bool {
        // Behind the per cent sign there may be flags.
        let items = pattern.split(separator: "%").compactMap { $0.first { !"-_0OE".contains($0) } }
        return items.first { "deDmbBh".contains($0) }.map { $0 == "d" || $0 == "e" } ?? false
    }

    /// The texts of some items; those that are not UTF-8 are left out.
    private static func names(_ items: Int...) -> [String] {
        items.compactMap { item in
            guard let text = nl_langinfo(nl_item(item)) else { return nil }
            let name = String(validatingCString: text) ?? ""
            return name.isEmpty ? nil : name
        }
    }
}
