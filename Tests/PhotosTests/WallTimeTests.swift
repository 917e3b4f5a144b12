// Moments that a calendar has, and those that it has not.
import Photos
import Testing

struct WallTimeTests {
    @Test(arguments: [
        (2024, 2, 29, 23, 59, 60, true), (2023, 2, 29, 0, 0, 0, false), (2000, 2, 29, 0, 0, 0, true),
        (1900, 2, 29, 0, 0, 0, false), (2026, 11, 30, 0, 0, 0, true), (2026, 11, 31, 0, 0, 0, false),
        (0, 0, 0, 0, 0, 0, false), (2026, 13, 1, 0, 0, 0, false), (2026, 1, 1, 24, 0, 0, false),
        (2026, 1, 1, 0, 60, 0, false), (2026, 1, 0, 0, 0, 0, false),
    ])
    func onlyDaysAndTimesThatThereAreCanBeMade(
        _ parts: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, exists: Bool)
    ) {
        let time = WallTime(
            year: parts.year, month: parts.month, day: parts.day, hour: parts.hour, minute: parts.minute,
            second: parts.second)
        #expect((time != nil) == parts.exists)
    }
}
