import Testing

@testable import Desktop

/// What the locale says of dates.
struct CalendarWordsTests {
    @Test(
        arguments: [
            ("%d.%m.%Y", true), ("%d/%m/%y", true), ("%-d. %B %Y", true), ("%e %b %Y", true), ("%m/%d/%Y", false),
            ("%D", false), ("%Y-%m-%d", false), ("", false), ("%%%", false),
        ])
    func theLocalesPatternSaysWhetherTheDayComesFirst(pattern: String, isDayFirst: Bool) {
        #expect(CalendarWords.isDayFirst(in: pattern) == isDayFirst)
    }
}
