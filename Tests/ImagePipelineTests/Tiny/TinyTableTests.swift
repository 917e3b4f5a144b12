import Photos
import Testing

@testable import ImagePipeline

/// The bounds of the tiny pictures in memory.
struct TinyTableTests {
    private func ref(_ slot: Int) -> PhotoRef { NumberedListing.ref(slot) }
    private func picture(_ side: Int = 24) -> TinyPicture {
        TinyPicture(size: PixelSize(square: side), pixels: ContiguousArray(repeating: 7, count: side * side))!
    }

    @Test func whatWasUsedLongestAgoGoesFirst() {
        let table = TinyTable(budget: 100 << 10)
        for slot in 0..<60 { table.insert(picture(), for: ref(slot)) }
        let each = table.bytes / 60
        #expect((1152..<1400).contains(each))
        _ = table.entries(of: (0..<10).map(ref))
        for slot in 60..<100 { table.insert(picture(), for: ref(slot)) }
        #expect(table.bytes > 100 << 10)
        table.trim()
        #expect(table.bytes <= (100 << 10) / 8 * 7 && table.bytes > (100 << 10) / 8 * 7 - 2 * each)
        #expect((0..<10).allSatisfy { table.entry(of: ref($0)) != nil })
        #expect((60..<100).allSatisfy { table.entry(of: ref($0)) != nil })
    }

    @Test func bytesAreThoseOfWhatIsThere() {
        let table = TinyTable()
        table.note(AverageColour(red: 1, green: 2, blue: 3), for: ref(1))
        table.insert(picture(), for: ref(1))
        table.insert(picture(48), for: ref(1))
        table.fail(ref(2))
        table.trim()
        #expect(table.count == 2 && table.bytes > 4608)
        table.remove([ref(1), ref(2), ref(3)])
        #expect(table.count == 0 && table.bytes == 0)
    }

    @Test func onlyWhatIsMissingOrOfAnotherSizeIsLacking() {
        let table = TinyTable()
        table.insert(picture(), for: ref(1))
        table.fail(ref(2))
        func lacks(_ side: Int) -> [Bool] {
            table.lacks((1...3).map { TinyWanted(ref: ref($0), size: PixelSize(square: side), fit: .fill) })
        }
        #expect(lacks(24) == [false, false, true])
        #expect(lacks(48) == [true, false, true])
        table.removeFailures()
        #expect(lacks(24) == [false, true, true])
    }
}
