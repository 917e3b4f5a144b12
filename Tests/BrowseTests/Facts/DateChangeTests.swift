// What is asked for of the dates of photos.
import Library
import Photos
import Testing

@testable import Browse

@Suite struct DateChangeTests {
    private func time(_ text: String) throws -> WrittenTime { try #require(WrittenTime(numbers: text)) }

    @Test(arguments: [
        "1975", "1975-06", "1975-06-14", "1975-06-14 18:30", "1975-06-14 18:30:05", "1975:06:14", "1975/06",
    ])
    func aDateIsTakenAsFarAsItIsTyped(text: String) throws {
        let expected = try time(text)
        #expect(DateChange.date(text).edit == .date(expected))
    }

    @Test(arguments: [
        "", "75", "0", "1975-13", "1975-02-30", "1975-06-14 25:00", "1975-06-14 18", "June 1975", "1975-0", "1975-06-",
        "19755", "1975-06-14 18:30 and more", "14.06.1975",
    ])
    func whatIsNoDateIsNoEdit(text: String) {
        let edit = DateChange.date(text).edit
        #expect(edit == nil, "\(String(describing: edit))")
    }

    @Test func aShiftIsTheSumOfItsPartsAndNothingIsNoEdit() {
        #expect(DateChange.shift(days: -1, hours: 2, minutes: 3).edit == .shift(seconds: -79_020, zone: nil))
        #expect(DateChange.shift(days: 1, hours: -24, minutes: 0).edit == nil)
        #expect(DateChange.zone(from: 60, to: 540).edit == .shift(seconds: 8 * 3600, zone: 540))
        #expect(DateChange.zone(from: 60, to: 60).edit == nil)
    }

    @Test func thePreviewIsTheTimeOrTheReason() throws {
        let exact = try time("2023-06-14T18:30:00"), day = try time("1975-06-14")
        let taken = TakenTime(exact.time, offset: 60, origin: .exif)
        func preview(_ change: DateChange, of taken: TakenTime?) -> Result<WrittenTime, EditRefusal>? {
            change.preview(of: taken) { $0.time.year > 1825 }
        }
        #expect(preview(.zone(from: 60, to: 540), of: taken) == .success(try time("2023-06-15T02:30:00+09:00")))
        #expect(preview(.shift(days: 0, hours: 1, minutes: 0), of: nil) == .failure(.noDate))
        let scan = TakenTime(day.time, precision: .day, origin: .sidecar)
        #expect(preview(.shift(days: 0, hours: 1, minutes: 0), of: scan) == .failure(.coarseDate))
        #expect(preview(.shift(days: 2, hours: 0, minutes: 0), of: scan) == .success(try time("1975-06-16")))
        #expect(preview(.date("1700"), of: nil) == .failure(.implausibleDate))
        let guessed = TakenTime(exact.time, origin: .modification)
        #expect(preview(.shift(days: 1, hours: 0, minutes: 0), of: guessed) == .failure(.noDate))
        #expect(preview(.date("19"), of: taken) == nil)
    }
}
