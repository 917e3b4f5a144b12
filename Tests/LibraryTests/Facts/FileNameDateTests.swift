// Dates in the names that cameras, phones and messengers write, and numbers that are none.
import Photos
import Testing

@testable import Library

struct FileNameDateTests {
    @Test(arguments: [
        "IMG_20230614_183000.jpg", "IMG_20230614_183000_HDR.jpg", "IMG20230614183000.jpg", "VID_20230614_183000.mp4",
        "20230614_183000.jpg", "20230614_183000(1).jpg", "20230614_183000-1.heic", "20230614183000.jpg",
        "Screenshot_20230614-183000.png", "Screenshot_20230614-183000_Chrome.jpg", "Screenshot_2023-06-14-18-30-00.png",
        "Screenshot from 2023-06-14 18-30-00.png", "Bildschirmfoto vom 2023-06-14 18-30-00.png",
        "Bildschirmfoto 2023-06-14 um 18.30.00.png", "Screenshot 2023-06-14 at 6.30.00 PM.png",
        "Screenshot 2023-06-14 at 6.30.00\u{202F}PM.png", "Capture d’écran 2023-06-14 à 18.30.00.png",
        "WhatsApp Image 2023-06-14 at 18.30.00.jpeg", "WhatsApp Image 2023-06-14 at 18.30.00 (2).jpeg",
        "signal-2023-06-14-183000.jpg", "signal-2023-06-14-183000_002.jpeg", "signal-2023-06-14-18-30-00-000.jpg",
        "photo_2023-06-14_18-30-00.jpg", "photo_2023-06-14 18.30.00.jpeg", "2023-06-14 18.30.00.jpg",
        "2023-06-14 18.30.00-1.jpg", "2023-06-14_18-30-00.jpg", "2023-06-14T18:30:00.png", "2023_06_14_18_30_00.jpg",
        "2023.06.14 18.30.00.jpg", "holiday/0042 IMG_20230614_183000.jpg", "MVIMG_20230614_183000.jpg",
        "00000IMG_00000_BURST20230614183000000_COVER.jpg", "20230614_183000_20240101_000000.jpg",
    ])
    func aTimeIsRead(name: String) throws {
        let date = try #require(FileNameDate(name))
        #expect(date.time.time == WallTime(year: 2023, month: 6, day: 14, hour: 18, minute: 30, second: 0))
        #expect(date.hasClock)
        #expect(date.time.hundredths == 0)
    }

    /// Midnight is 12 AM and noon 12 PM.
    @Test(arguments: [
        ("12.05.09 AM", 0, 5, 9), ("12.05.09 PM", 12, 5, 9), ("1.05.09 AM", 1, 5, 9), ("1.05.09 PM", 13, 5, 9),
        ("11.59.59 AM", 11, 59, 59), ("11.59.59 PM", 23, 59, 59), ("12.00.00 am", 0, 0, 0), ("12.00.00 pm", 12, 0, 0),
        ("12.05.09\u{202F}AM", 0, 5, 9), ("12.05.09\u{202F}PM", 12, 5, 9), ("12.05.09AM", 0, 5, 9),
        ("12.05.09", 12, 5, 9),
        // Hours that a clock of twelve does not have are of one of twenty-four.
        ("13.05.09 PM", 13, 5, 9), ("0.05.09 AM", 0, 5, 9), ("0.05.09 PM", 0, 5, 9),
    ])
    func theHalfOfTheDayIsHeeded(clock: String, hour: Int, minute: Int, second: Int) throws {
        let date = try #require(FileNameDate("Screenshot 2023-06-14 at \(clock).png"))
        #expect(date.time.time == WallTime(year: 2023, month: 6, day: 14, hour: hour, minute: minute, second: second))
    }

    @Test(arguments: [
        "IMG_20230614_183000123.jpg", "PXL_20230614_183000123.jpg", "PXL_20230614_183000123.MP.jpg",
        "PXL_20230614_183000123.PORTRAIT-01.COVER.jpg", "20230614183000123.jpg", "Urlaub PXL_20230614_183000123~2.jpg",
        "signal-2023-06-14-18-30-00-123.jpg",
    ])
    func thousandthsAreRead(name: String) throws {
        let date = try #require(FileNameDate(name))
        #expect(date.time.time == WallTime(year: 2023, month: 6, day: 14, hour: 18, minute: 30, second: 0))
        #expect(date.time.hundredths == 12)
        #expect(date.time.offset == (name.contains("PXL_") ? 0 : nil))
        #expect(date.time.isUniversal == name.contains("PXL_"))
    }

    @Test(arguments: [
        "IMG-20230614-WA0001.jpg", "VID-20230614-WA0012.mp4", "20230614.jpg", "20230614 (2).jpg", "20230614_0001.jpg",
        "2023-06-14.jpg", "2023-06-14 Birthday.jpg", "Birthday 2023.06.14.png", "20230614_996199.jpg",
        "2023-06-14 12 apples.jpg", "IMG_20230614.jpg",
    ])
    func aDateWithoutATimeIsMidnight(name: String) throws {
        let date = try #require(FileNameDate(name))
        #expect(date.time.time == WallTime(year: 2023, month: 6, day: 14, hour: 0, minute: 0, second: 0))
        #expect(!date.hasClock && date.time.precision == .day)
    }

    @Test(arguments: [
        "", "DSC_0001.JPG", "DSC00042.jpg", "DSCF2023.jpg", "IMG_1234.HEIC", "IMG_20231399_183000.jpg", "P1010042.JPG",
        "12345678.jpg", "20231350.jpg", "20230230.jpg", "99991231.jpg", "18991231.jpg", "DSC20230614.jpg",
        "120230614.jpg", "202306141.jpg", "2023-6-14.jpg", "2023-06.jpg", "2023-06_14.jpg", "06-14-2023.jpg",
        "1686767400123.jpg", "FB_IMG_1686767400123.jpg", "7d4a20230614183000beef20230614.jpg.42",
        "a.20230614183000999999.b",
        "20230614/photo.jpg", "1920x1080.png", "4032-3024-42.png", "２０２３０６１４.jpg",
    ])
    func aNumberIsNoDate(name: String) {
        if name.hasPrefix("7d4a") {
            // Fourteen digits that are a time are taken for one wherever they stand.
            #expect(FileNameDate(name)?.hasClock == true)
        } else {
            #expect(FileNameDate(name) == nil)
        }
    }

    @Test func anyBytesAreBearable() {
        var random = SplitMix(seed: 7)
        let alphabet = Array("0123456789-_. :Tat\u{202F}é\u{10FE80}/".unicodeScalars)
        for _ in 0..<20_000 {
            var name = String.UnicodeScalarView()
            for _ in 0..<Int(random.next() % 40) { name.append(alphabet[Int(random.next() % UInt64(alphabet.count))]) }
            if let date = FileNameDate(String(name)) { #expect((1900...2099).contains(date.time.time.year)) }
        }
        #expect(FileNameDate(String(repeating: "1", count: 100_000)) == nil)
    }
}
