// Which of several times is the one taken, and which are the times of clocks that were never set.
import Photos
import Testing

@testable import Library

struct TakenTimeRulesTests {
    private let rules = TakenTimeRules(now: time(2026, 2, 28, 12))

    private static func time(_ year: Int, _ month: Int = 6, _ day: Int = 15, _ hour: Int = 10) -> WallTime {
        WallTime(year: year, month: month, day: day, hour: hour, minute: 0, second: 0)!
    }

    @Test func theMostTrustworthyPlausibleTimeIsTaken() {
        var all = TakenTimeRules.Candidates()
        #expect(rules.taken(all) == nil)
        all.modified = WrittenTime(Self.time(2025), offset: 60)
        #expect(rules.taken(all) == TakenTime(Self.time(2025), offset: 60, origin: .modification))
        all.written = WrittenTime(Self.time(2024))
        #expect(rules.taken(all) == TakenTime(Self.time(2024), origin: .modification))
        all.name = "IMG_20230614_183000123.jpg"
        #expect(rules.taken(all)?.origin == .fileName)
        #expect(rules.taken(all)?.hundredths == 12)
        all.metadata = [WrittenTime(Self.time(1980, 1, 1)), WrittenTime(Self.time(2022))]
        #expect(rules.taken(all) == TakenTime(Self.time(2022), origin: .metadata))
        all.exif = [WrittenTime(Self.time(1970, 1, 1)), WrittenTime(Self.time(2021), hundredths: 7)]
        #expect(rules.taken(all) == TakenTime(Self.time(2021), hundredths: 7, origin: .exif))
        all.exif = [WrittenTime(Self.time(9999))]
        #expect(rules.taken(all)?.origin == .metadata)
    }

    @Test func daysOnWhichClocksBeginAreUnknown() {
        for year in [1904, 1970, 1980] {
            #expect(!rules.isPlausible(Self.time(year, 1, 1, 0)))
            #expect(!rules.isPlausible(Self.time(year, 1, 1, 23)))
            #expect(rules.isPlausible(Self.time(year, 1, 2)))
        }
        #expect(rules.isPlausible(Self.time(2000, 1, 1, 0)))
        #expect(!rules.isPlausible(Self.time(1)))
        #expect(!rules.isPlausible(Self.time(1825)) && rules.isPlausible(Self.time(1826)))
    }

    @Test func whatIsMoreThanADayAheadIsUnknown() {
        // The next day is 1 March.
        #expect(rules.isPlausible(Self.time(2026, 3, 1, 12)))
        #expect(!rules.isPlausible(Self.time(2026, 3, 1, 13)))
        #expect(!rules.isPlausible(Self.time(9999, 12, 31)))
        let last = TakenTimeRules(now: Self.time(9999, 12, 31))
        #expect(last.isPlausible(Self.time(9999, 12, 31, 23)))
    }

    @Test func aDateInTheNameThatIsNoneCountsForNothing() {
        var all = TakenTimeRules.Candidates()
        all.name = "/photos/2023-06-14/IMG_19800101_000000.jpg"
        #expect(rules.taken(all) == nil)
    }
}
