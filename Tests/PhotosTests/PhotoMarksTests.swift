// Marks in one byte.
import Photos
import Testing

struct PhotoMarksTests {
    @Test func everyMarkIsInTheByteAndComesBackFromIt() throws {
        for stars in -1...5 {
            for isFavourite in [false, true] {
                for label in PhotoLabel.allCases {
                    let marks = PhotoMarks(stars: stars, isFavourite: isFavourite, label: label)
                    #expect(try #require(PhotoMarks(code: marks.code)) == marks)
                    #expect(marks.rating == stars && marks.stars == max(stars, 0) && marks.isRejected == (stars < 0))
                    #expect(marks.isFavourite == isFavourite && marks.label == label)
                }
            }
        }
        #expect(PhotoMarks.none.code == 0)
        // What an older version has kept means the same.
        #expect(PhotoMarks(code: 12) == PhotoMarks(stars: 4, isFavourite: true))
        #expect(PhotoMarks(code: 7) == nil && PhotoMarks(code: 0x70) == nil && PhotoMarks(code: 0x80) == nil)
    }

    @Test func oneMarkLeavesTheOthers() {
        let marks = PhotoMarks(stars: -1, isFavourite: true, label: .blue)
        #expect(marks.with(.favourite(false)) == PhotoMarks(stars: -1, label: .blue))
        #expect(marks.with(.label(.none)) == PhotoMarks(stars: -1, isFavourite: true))
        #expect(marks.with(.stars(0)) == PhotoMarks(isFavourite: true, label: .blue))
        let stated = StatedMarks(stars: 3).completed(by: StatedMarks(stars: 1, label: .red))
        #expect(marks.overruled(by: stated) == PhotoMarks(stars: 3, isFavourite: true, label: .red))
    }
}
