import Photos
import Testing

@testable import Library

struct NamePatternTests {
    private func names(_ pattern: String, _ items: NamePattern.Item...) -> [String] {
        NamePattern(pattern).names(items)
    }

    private func moment(_ month: Int = 6, precision: TakenTime.Precision = .exact) throws -> LocalMoment {
        let time = try #require(WallTime(year: 2023, month: month, day: 4, hour: 8, minute: 5, second: 9))
        return try #require(LocalMoment(TakenTime(time, precision: precision, origin: .exif)))
    }

    @Test func numberSignsBecomeTheNumberAndTheExtensionStays() {
        let items = [FileName("IMG_1.JPG"), "b.cr2"].map { NamePattern.Item($0) }
        #expect(NamePattern("Crete ##").names(items) == ["Crete 01.JPG", "Crete 02.cr2"])
        #expect(NamePattern("#-a").names(items) == ["1-a.JPG", "2-a.cr2"])
        #expect(NamePattern("Crete").names(items) == ["Crete 1.JPG", "Crete 2.cr2"])
    }

    @Test func wordsInBracesBecomeWhatIsKnown() throws {
        let item = NamePattern.Item("IMG_1.JPG", taken: try moment(), camera: "Canon EOS 5D / Mark II")
        #expect(names("{date} {time} {name}", item) == ["2023-06-04 08-05-09 IMG_1.JPG"])
        #expect(names("{Year}-{month}-{day}_##", item) == ["2023-06-04_01.JPG"])
        #expect(names("{camera}", item) == ["Canon EOS 5D - Mark II.JPG"])
        // Other words in braces are text, and so is a brace alone.
        #expect(names("{place} {#", item) == ["{place} {1.JPG"])
    }

    @Test func whatIsNotKnownLeavesNoGap() throws {
        #expect(names("{date} {time} {name}", .init("a.jpg")) == ["a.jpg"])
        #expect(names("{date}", .init("a.jpg")) == ["a.jpg"])
        let month = NamePattern.Item("a.jpg", taken: try moment(precision: .month))
        #expect(names("{date} x{day}y {time}", month) == ["2023-06 xy.jpg"])
        #expect(names("{date}", .init("a.jpg", taken: try moment(precision: .year))) == ["2023.jpg"])
    }

    @Test func photosOfOneNameAreNumberedInTheirOrder() throws {
        let (one, other) = (try moment(), try moment(7))
        let items: [NamePattern.Item] = [
            .init("a.jpg", taken: one), .init("b.JPG", taken: one), .init("c.jpg", taken: other),
            .init("d.jpg", taken: one), .init("e.png", taken: one),
        ]
        #expect(
            NamePattern("{date}").names(items) == [
                "2023-06-04.jpg", "2023-06-04 2.JPG", "2023-07-04.jpg", "2023-06-04 3.jpg", "2023-06-04.png",
            ])
        // A name that the numbering would take is left to the photo that has it.
        let taken: [NamePattern.Item] = [.init("a 2.jpg"), .init("a.jpg"), .init("A.jpg")]
        #expect(NamePattern("{name}").names(taken) == ["a 2.jpg", "a.jpg", "A 3.jpg"])
    }

    @Test func tenThousandPhotosOfOneNameAreNumberedAtOnce() {
        let names = NamePattern("{camera}").names((0..<10_000).map { .init(FileName("\($0).jpg"), camera: "Camera") })
        #expect(names.last == "Camera 10000.jpg" && Set(names.map { FileName($0) }).count == 10_000)
    }
}
