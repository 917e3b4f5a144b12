// Times as EXIF, XMP, IPTC and PNG write them, and as sloppy writers do.
import Photos
import Testing

@testable import Library

struct WrittenTimeTests {
    private static let time = WallTime(year: 2023, month: 6, day: 14, hour: 18, minute: 30, second: 5)!

    @Test(
        arguments: [
            ("2023:06:14 18:30:05", 0, nil), ("2023-06-14T18:30:05", 0, nil), ("2023-06-14 18:30:05", 0, nil),
            ("2023:06:14  18:30:05", 0, nil), ("2023-06-14T18:30:05.5", 50, nil),
            ("2023-06-14T18:30:05.05+02:00", 5, 120), ("2023-06-14T18:30:05.999-0330", 99, -210),
            ("2023:06:14 18:30:05+05:30", 0, 330), ("2023/06/14 18:30:05", 0, nil),
            ("2023-06-14T18:30:05+99:00", 0, nil),
            ("2023:06:14 18:30:05   ", 0, nil), ("2023:06:14 18:30:05 +02:00", 0, 120),
            ("2023:06:14 18:30:05+2", 0, 120),
            ("2023:06:14:18:30:05", 0, nil), ("2023.06.14 18.30.05", 0, nil), ("2023:06:14_18:30:05", 0, nil),
            ("2023: 6:14 18:30: 5", 0, nil), ("2023:6:14 18:30:5", 0, nil), ("  2023:06:14 18:30:05", 0, nil),
            ("20230614183005", 0, nil), ("20230614T183005", 0, nil), ("20230614 183005", 0, nil),
            ("20230614183005250", 25, nil), ("20230614183005.25+0200", 25, 120), ("20230614T183005+02", 0, 120),
            ("2023:06:14 06:30:05 PM", 0, nil), ("2023:06:14 6:30:05pm", 0, nil), ("2023:06:14 06:30:05 p.m.", 0, nil),
            ("2023:06:14 PM 06:30:05", 0, nil), ("2023:06:14 06:30:05\u{202F}PM", 0, nil),
            ("2023:06:14 06:30:05.5 PM +02:00", 50, 120), ("2023:06:14 18:30:05 PM", 0, nil),
            ("2023:06:14 18:30:05 GMT+02:00", 0, 120),
        ] as [(String, Int, Int?)])
    func numbersAreRead(text: String, hundredths: Int, offset: Int?) {
        #expect(WrittenTime(text) == WrittenTime(Self.time, hundredths: hundredths, offset: offset))
    }

    @Test(arguments: [
        "2023-06-14T18:30:05Z", "20230614183005Z", "2023:06:14 18:30:05 UTC", "2023-06-14T18:30:05-00:00",
        "Wed, 14 Jun 2023 18:30:05 GMT", "2023-06-14T18:30:05z",
    ])
    func whatIsInUTCSaysNothingOfThePlace(text: String) {
        #expect(WrittenTime(text) == WrittenTime(Self.time, offset: 0, isUniversal: true))
        #expect(WrittenTime(text) != WrittenTime("2023-06-14T18:30:05+00:00"))
    }

    @Test(
        arguments: [
            ("Wed, 14 Jun 2023 18:30:05 +0200", 120), ("14 June 2023 18:30:05", nil),
            ("Wed Jun 14 18:30:05 2023", nil), ("Wed 14 Jun 2023 06:30:05 PM CEST", nil),
            ("Wed 14 Jun 2023 06:30:05\u{202F}PM CEST", nil), ("14 jun 2023 18:30:05 -0500", -300),
            ("14 Jun 2023 18:30:05 PM", nil),
        ] as [(String, Int?)])
    func wordsAreRead(text: String, offset: Int?) {
        #expect(WrittenTime(text) == WrittenTime(Self.time, offset: offset))
    }

    @Test(
        arguments: [
            ("1975", 1, 1, .year), ("1975  ", 1, 1, .year), ("1975:", 1, 1, .year),
            ("1975:00:00 00:00:00", 1, 1, .year),
            ("1975:  :  ", 1, 1, .year), ("1975:  :     :  :  ", 1, 1, .year), ("1975:00:14 10:00:00", 1, 1, .year),
            ("19750000", 1, 1, .year), ("1975-00-00T00:00:00Z", 1, 1, .year), ("1975?", 1, 1, .year),
            ("19750000000000", 1, 1, .year),
            ("1975-06", 6, 1, .month), ("1975:06:00 00:00:00", 6, 1, .month), ("1975:06:  ", 6, 1, .month),
            ("1975: 6:  :     :  :  ", 6, 1, .month), ("1975:6", 6, 1, .month), ("19750600", 6, 1, .month),
            ("1975:06:00", 6, 1, .month), ("June 1975", 6, 1, .month),
            ("1975-06-14", 6, 14, .day), ("1975:06:14", 6, 14, .day), ("1975: 6:14", 6, 14, .day),
            ("19750614", 6, 14, .day),
            ("1975:06:14   :  :  ", 6, 14, .day), ("1975:06:14 \0", 6, 14, .day), ("Sat, 14 Jun 1975", 6, 14, .day),
            ("1975-06-14+02:00", 6, 14, .day), ("1975-06-14Z", 6, 14, .day),
            // A time of day that no clock shows leaves the day.
            ("1975:06:14 aa:00:00", 6, 14, .day), ("1975:06:14 25:00:00", 6, 14, .day),
            ("1975:06:14 24:00:01", 6, 14, .day),
            ("1975:06:14 18:61:00", 6, 14, .day), ("1975:06:14 at home", 6, 14, .day),
            ("1975:06:14 12 apples", 6, 14, .day),
        ] as [(String, Int, Int, TakenTime.Precision)])
    func whatIsNotKnownIsLeftOpen(text: String, month: Int, day: Int, precision: TakenTime.Precision) throws {
        let time = try #require(WallTime(year: 1975, month: month, day: day, hour: 0, minute: 0, second: 0))
        #expect(WrittenTime(text) == WrittenTime(time, precision: precision))
    }

    @Test(arguments: [
        ("2023:12:31 24:00:00", 2024, 1, 1, 0, 0), ("2023:06:14 24:00", 2023, 6, 15, 0, 0),
        ("20230614240000", 2023, 6, 15, 0, 0), ("2023:06:14 12:30:00 AM", 2023, 6, 14, 0, 30),
        ("2023:06:14 12:30:00 PM", 2023, 6, 14, 12, 30), ("2023-06-14T18:30", 2023, 6, 14, 18, 30),
        ("2023:06:14 18:30:  ", 2023, 6, 14, 18, 30), ("2023:06:14 18:  :  ", 2023, 6, 14, 18, 0),
        ("202306141830", 2023, 6, 14, 18, 30), ("2023:06:14 6 PM", 2023, 6, 14, 18, 0),
        ("2023: 6: 4  8: 5:  ", 2023, 6, 4, 8, 5),
    ])
    func theClockMayBeAnyClock(text: String, year: Int, month: Int, day: Int, hour: Int, minute: Int) {
        let time = WallTime(year: year, month: month, day: day, hour: hour, minute: minute, second: 0)
        #expect(WrittenTime(text) == time.map { WrittenTime($0) })
    }

    @Test(arguments: [
        "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2023:13:01 00:00:00", "2023:02:30 00:00:00", "23:06:14",
        "yesterday", "2023:x", "32 Jun 2023 18:30:05", "14 Jun 2023 18:99:05", "14 Jun 2023 -1:30:05", "Jun",
        "20231301000000", "20230230", "2023061", "202306", "20230614183", "20230614996199", "00000000000000",
        "1182184517", "1182184517123", "1182184517123456789", "2023:123:01", "1985/1990", "30/06/2007 18:45:17",
        "2023:06:141", "2023-06-14x", "07:06:30 18:45:17", "Jun 2023 18:30", "9999999999999999999999999999",
    ])
    func whatIsNoTimeIsNone(text: String) { #expect(WrittenTime(text) == nil) }

    @Test(
        arguments: [
            ("19850714", "103000+0200", "1985-07-14T10:30:00+02:00"), ("19850714", "10:30:00", "1985-07-14T10:30:00"),
            ("1985-07-14", nil, "1985-07-14"), ("19850714", "  ", "1985-07-14"), ("19850700", "103000", "1985-07"),
            ("19850000", nil, "1985"), ("00000000", "103000", ""), ("1985-07-14T11:00:00", "103000", ""),
        ] as [(String, String?, String)])
    func aDateAndItsTimeMayBeApart(date: String, clock: String?, same: String) {
        #expect(WrittenTime(date: date, clock: clock) == WrittenTime(same))
    }

    @Test(
        arguments: [
            ("+02:00", 120), ("-0500", -300), ("Z", 0), (" +5:30", 330), ("+02:00 ", 120), ("   :  ", nil),
            ("+15:00", nil),
        ]
            as [(String, Int?)])
    func offsetsAreRead(text: String, minutes: Int?) { #expect(WrittenTime.offset(text) == minutes) }

    @Test(arguments: [("12", 12), ("5", 50), ("05", 5), ("999", 99), ("", 0), ("  ", 0), ("1x", 10)])
    func aFractionIsDecimal(text: String, hundredths: Int) {
        #expect(WrittenTime.hundredths(ofFraction: text) == hundredths)
    }

    @Test func anyDigitsAndSeparatorsAreBearable() {
        var random = SplitMix(seed: 11)
        let alphabet = Array("0123456789 :-/.TZ+pm\0é\u{202F}".unicodeScalars)
        for _ in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int(random.next() % 30) { text.append(alphabet[Int(random.next() % UInt64(alphabet.count))]) }
            guard let time = WrittenTime(numbers: "19" + String(text)) else { continue }
            #expect((1900...2000).contains(time.time.year) && (0...99).contains(time.hundredths))
        }
    }
}
