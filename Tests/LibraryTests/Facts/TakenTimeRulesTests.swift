// Which of several times is the one taken, by which clock, and which are the times of clocks that were never set.
import Photos
import Testing

@testable import Library

struct TakenTimeRulesTests {
    /// Two hours ahead.
    private struct Berlin: LocalClock {
        func secondsAhead(at time: Int64) -> Int { 7200 }
    }

    private let rules = TakenTimeRules(now: time(2026, 2, 28, 12), clock: Berlin())

    private static func time(_ year: Int, _ month: Int = 6, _ day: Int = 15, _ hour: Int = 10, _ minute: Int = 0)
        -> WallTime
    {
        WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: 0)!
    }

    @Test func theFirstPlausibleStatementOfTheTableCounts() throws {
        var all = StatedTimes()
        #expect(rules.taken(all) == nil)
        var year = 2025
        for statement in TimeStatement.allCases.reversed() {
            all[statement] = WrittenTime(Self.time(year), hundredths: 7, offset: 60)
            let taken = try #require(rules.taken(all))
            #expect(taken == TakenTime(Self.time(year), hundredths: 7, offset: 60, origin: statement.origin))
            year -= 1
        }
        #expect(all.entries.map(\.statement) == TimeStatement.allCases)
        all[.sidecarOriginal] = WrittenTime(Self.time(1970, 1, 1))
        #expect(rules.taken(all)?.time == all[.sidecarCreated]?.time)
        all[.sidecarCreated] = WrittenTime(Self.time(9999))
        #expect(rules.taken(all)?.origin == .exif)
    }

    @Test func theNamesDateCountsAsItsClockIs() {
        var all = StatedTimes()
        all[.position] = WrittenTime(Self.time(2022), isUniversal: true)
        all[.exifChanged] = WrittenTime(Self.time(2024))
        #expect(rules.taken(all, name: "IMG_20230614_183000123.jpg")?.origin == .fileName)
        #expect(rules.taken(all, name: "IMG_20230614_183000123.jpg")?.hundredths == 12)
        #expect(rules.taken(all, name: "IMG-20230614-WA0001.jpg")?.origin == .exif)
        #expect(rules.taken(StatedTimes(), name: "IMG-20230614-WA0001.jpg")?.precision == .day)
        #expect(rules.taken(StatedTimes(), name: "/photos/2023-06-14/IMG_19800101_000000.jpg") == nil)
    }

    @Test func whatTellsTheSameTimeMoreExactlyCompletesIt() {
        var all = StatedTimes()
        all[.iptcCreated] = WrittenTime("1985-07")
        all[.exifDigitized] = WrittenTime("1985:07:14 10:30:00")
        #expect(rules.taken(all) == TakenTime(Self.time(1985, 7, 14, 10, 30), origin: .exif))
        all[.exifDigitized] = WrittenTime("2015:07:14 10:30:00")
        #expect(rules.taken(all) == TakenTime(Self.time(1985, 7), precision: .month, origin: .metadata))
        all[.exifChanged] = WrittenTime("1985:07:14 10:30:00")
        #expect(rules.taken(all)?.precision == .month)
        #expect(rules.taken(all, name: "1985-07-14.jpg")?.precision == .day)
        #expect(rules.taken(all, name: "1985-08-14.jpg")?.precision == .month)
    }

    @Test func aMomentInUTCIsPutOnThePhotographersClock() throws {
        var all = StatedTimes()
        all[.xmpOriginal] = WrittenTime("2023-04-21T16:53:30.25Z")
        let written = WallTime(year: 2023, month: 4, day: 21, hour: 9, minute: 53, second: 30)
        let there = try #require(written)
        let here = try #require(WallTime(year: 2023, month: 4, day: 21, hour: 18, minute: 53, second: 30))
        #expect(rules.taken(all) == TakenTime(here, hundredths: 25, offset: 120, origin: .metadata, clock: .machine))
        // By the name, which that clock has written.
        #expect(
            rules.taken(all, name: "VID_20230421_095400.mp4")
                == TakenTime(there, hundredths: 25, offset: -420, origin: .metadata, clock: .file))
        // Another event.
        #expect(rules.taken(all, name: "VID_20230421_100100.mp4")?.clock == .machine)
        #expect(rules.taken(all, name: "VID_20230423_095400.mp4")?.clock == .machine)
        all[.exifChanged] = WrittenTime("2023:04:21 11:53:30")
        #expect(rules.taken(all)?.clock == .machine)
        all.offset = -420
        #expect(rules.taken(all) == TakenTime(there, hundredths: 25, offset: -420, origin: .metadata, clock: .offset))
    }

    @Test func aNameInUTCIsNoTimeOfThePlace() {
        let taken = rules.taken(StatedTimes(), name: "PXL_20230421_165330123.MP.jpg")
        #expect(taken?.time.hour == 18 && taken?.clock == .machine && taken?.hundredths == 12)
        // Across midnight and the year.
        let next = rules.taken(StatedTimes(), name: "PXL_20221231_230000000.jpg")
        #expect(next?.time == Self.time(2023, 1, 1, 1))
    }

    @Test func theClockOfThePlaceStaysAsItWasWritten() throws {
        var all = StatedTimes()
        all[.exifOriginal] = WrittenTime("2023:04:21 09:53:30")
        all[.position] = WrittenTime("2023:04:21 16:51:02Z")
        let there = try #require(WallTime(year: 2023, month: 4, day: 21, hour: 9, minute: 53, second: 30))
        #expect(rules.taken(all) == TakenTime(there, offset: -420, origin: .exif))
        all[.position] = WrittenTime("2023:04:21 16:45:02Z")
        #expect(rules.taken(all) == TakenTime(there, origin: .exif))
        all.offset = 60
        #expect(rules.taken(all) == TakenTime(there, offset: 60, origin: .exif))
    }

    @Test func daysOnWhichClocksBeginAreUnknown() {
        func isPlausible(_ time: WallTime, _ precision: TakenTime.Precision = .exact) -> Bool {
            rules.isPlausible(WrittenTime(time, precision: precision))
        }
        for year in [1904, 1970, 1980] {
            #expect(!isPlausible(Self.time(year, 1, 1, 0)) && !isPlausible(Self.time(year, 1, 1), .day))
            #expect(!isPlausible(Self.time(year, 1, 1, 23)))
            #expect(isPlausible(Self.time(year, 1, 2)))
            // A person has written these.
            #expect(isPlausible(Self.time(year), .year) && isPlausible(Self.time(year, 1), .month))
        }
        #expect(isPlausible(Self.time(2000, 1, 1, 0)))
        #expect(!isPlausible(Self.time(1)))
        #expect(!isPlausible(Self.time(1825)) && isPlausible(Self.time(1826)))
    }

    @Test func whatIsMoreThanADayAheadIsUnknown() {
        // The next day is 1 March.
        #expect(rules.isPlausible(WrittenTime(Self.time(2026, 3, 1, 12))))
        #expect(!rules.isPlausible(WrittenTime(Self.time(2026, 3, 1, 13))))
        #expect(!rules.isPlausible(WrittenTime(Self.time(9999, 12, 31))))
        let last = TakenTimeRules(now: Self.time(9999, 12, 31))
        #expect(last.isPlausible(WrittenTime(Self.time(9999, 12, 31, 23))))
    }

    @Test func secondsAreThoseOfTheCalendar() {
        for (text, seconds) in [
            ("1970:01:01 00:00:00", 0), ("2023:04:21 16:53:30", 1_682_096_010), ("1969:12:31 23:59:59", -1),
            ("1826:01:01 00:00:00", -4_544_208_000), ("2100:03:01 00:00:00", 4_107_542_400),
        ] {
            #expect(WrittenTime(numbers: text)?.time.seconds == Int64(seconds))
            #expect(WallTime(seconds: Int64(seconds)) == WrittenTime(numbers: text)?.time)
        }
        #expect(WallTime(seconds: .max) == nil && WallTime(seconds: .min) == nil)
    }
}
