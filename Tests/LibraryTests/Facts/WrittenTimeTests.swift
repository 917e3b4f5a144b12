// Times as EXIF, XMP and PNG write them.
import Photos
import Testing

@testable import Library

struct WrittenTimeTests {
    private static let time = WallTime(year: 2023, month: 6, day: 14, hour: 18, minute: 30, second: 5)!

    @Test(arguments: [
        ("2023:06:14 18:30:05", 0, nil), ("2023-06-14T18:30:05", 0, nil), ("2023-06-14 18:30:05", 0, nil),
        ("2023:06:14  18:30:05", 0, nil), ("2023-06-14T18:30:05Z", 0, 0), ("2023-06-14T18:30:05.5", 50, nil),
        ("2023-06-14T18:30:05.05+02:00", 5, 120), ("2023-06-14T18:30:05.999-0330", 99, -210),
        ("2023:06:14 18:30:05+05:30", 0, 330), ("2023/06/14 18:30:05", 0, nil), ("2023-06-14T18:30:05+99:00", 0, nil),
        ("2023:06:14 18:30:05   ", 0, nil),
    ] as [(String, Int, Int?)])
    func numbersAreRead(text: String, hundredths: Int, offset: Int?) {
        #expect(WrittenTime(text) == WrittenTime(Self.time, hundredths: hundredths, offset: offset))
    }

    @Test(arguments: [
        ("Wed, 14 Jun 2023 18:30:05 +0200", 120), ("Wed, 14 Jun 2023 18:30:05 GMT", 0), ("14 June 2023 18:30:05", nil),
        ("Wed Jun 14 18:30:05 2023", nil), ("Wed 14 Jun 2023 06:30:05 PM CEST", nil),
        ("Wed 14 Jun 2023 06:30:05\u{202F}PM CEST", nil), ("14 jun 2023 18:30:05 -0500", -300),
    ] as [(String, Int?)])
    func wordsAreRead(text: String, offset: Int?) {
        #expect(WrittenTime(text) == WrittenTime(Self.time, offset: offset))
    }

    @Test(arguments: [
        ("2023", 1, 1, 0, 0), ("2023-06", 6, 1, 0, 0), ("2023-06-14", 6, 14, 0, 0), ("2023-06-14T18:30", 6, 14, 18, 30),
        ("2023:06:14", 6, 14, 0, 0), ("2023-06-14T18:30Z", 6, 14, 18, 30), ("Wed, 14 Jun 2023", 6, 14, 0, 0),
    ])
    func whatIsLeftOutIsTheBeginning(text: String, month: Int, day: Int, hour: Int, minute: Int) {
        let time = WallTime(year: 2023, month: month, day: day, hour: hour, minute: minute, second: 0)
        #expect(WrittenTime(text)?.time == time)
    }

    @Test(arguments: [
        "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2023:13:01 00:00:00", "2023:02:30 00:00:00", "23:06:14",
        "yesterday", "Jun 2023", "2023:06:14 24:00:00", "2023:06:14 aa:00:00", "2023:x", "32 Jun 2023 18:30:05",
        "14 Jun 2023 18:99:05", "14 Jun 2023 -1:30:05",
    ])
    func whatIsNoTimeIsNone(text: String) { #expect(WrittenTime(text) == nil) }

    @Test(arguments: [("12", 12), ("5", 50), ("05", 5), ("999", 99), ("", 0), ("  ", 0), ("1x", 10)])
    func aFractionIsDecimal(text: String, hundredths: Int) {
        #expect(WrittenTime.hundredths(ofFraction: text) == hundredths)
    }
}
