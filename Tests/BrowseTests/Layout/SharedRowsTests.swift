import Library
import Testing

@testable import Browse

/// Small sections beside each other. That every cell, heading and viewport is where a list of rectangles has it, is
/// tested with all other layouts.
struct SharedRowsTests {
    /// Months of 1 to 3 photos, some of them with more.
    private func months(_ lengths: [Int]) -> [ArrangedSection] {
        var start = 0
        return lengths.enumerated().map { number, length in
            defer { start += length }
            return ArrangedSection(
                key: .month(year: 3_000 - number / 12, month: 12 - number % 12), start: start, count: length
            )
        }
    }

    private func room(_ kind: LayoutKind, width: Int = 1_280, headingWidth: Int = 190)
        -> GridLayout.Room
    {
        GridLayout.Room(
            kind: kind, width: width, scale: 1, tileSize: 200, headingHeight: 48,
            headingWidth: headingWidth)
    }

    private func layout(_ lengths: [Int], _ room: GridLayout.Room) -> GridLayout {
        let shapes: [Float] = [1.5, 0.667, 1.333, 1, 1.778]
        let count = lengths.reduce(0, +)
        return GridLayout(
            count: count, sections: months(lengths), proportions: (0..<count).map { shapes[$0 * 7 % 5] },
            in: room)
    }

    @Test(arguments: LayoutKind.allCases) func monthsOfAFewPhotosStandBesideEachOther(
        kind: LayoutKind
    ) {
        let layout = layout([1, 1, 2, 40, 3, 1, 1], room(kind))
        let headings = layout.sections.indices.map(layout.heading(of:))
        #expect(headings[0].y == 0 && headings[1].y == 0 && headings[1].x > headings[0].maxX)
        #expect(headings[3].x == 0 && headings[3].width == 1_280 && headings[4].y > headings[3].y)
        for section in layout.sections.indices {
            #expect(layout.cell(of: layout.sections[section].start).x == headings[section].x)
            #expect(layout.cell(of: layout.sections[section].start).y == headings[section].maxY)
            #expect(headings[section].width >= 190)
        }
        #expect(
            layout.height < self.layout([1, 1, 2, 40, 3, 1, 1], room(kind, headingWidth: 0)).height)
    }

    @Test(arguments: LayoutKind.allCases) func largeSectionsLieAsTheyWouldWithoutSmallOnes(
        kind: LayoutKind
    ) {
        let lengths = [40, 17, 90, 26, 12]
        let alone = layout(lengths, room(kind, headingWidth: 0))
        let layout = layout(lengths, room(kind))
        #expect(layout.cells(of: 0..<185) == alone.cells(of: 0..<185) && layout.height == alone.height)
        #expect(layout.byteCount == alone.byteCount)
    }

    /// No cell over another or outside, in order from left to right and from top to bottom, no row that the next
    /// section would still have fitted.
    @Test(arguments: 0..<200) func randomSectionsAreInOrderAndInside(number: Int) {
        var numbers = SeededNumbers(number)
        let lengths = (0..<60).map { _ in [1, 1, 2, 3, 5, 30].randomElement(using: &numbers) ?? 1 }
        let kind = LayoutKind.allCases[number % 3]
        let width = [360, 799, 1_280, 2_560].randomElement(using: &numbers) ?? 360
        let layout = layout(lengths, room(kind, width: width))
        var last = (row: -1, maxX: 0.0, bottom: 0.0)
        for index in 0..<layout.count {
            let cell = layout.cell(of: index)
            let row = layout.row(of: index)
            #expect(
                row == last.row
                    ? cell.x >= last.maxX : row == last.row + 1 && cell.x == 0 && cell.y >= last.bottom)
            #expect(cell.maxX <= Double(width))
            #expect(layout.index(at: cell.midX, y: cell.midY) == index)
            last = (row, cell.maxX, cell.maxY)
        }
        for section in layout.sections.indices.dropLast() {
            let one = layout.heading(of: section)
            let next = layout.heading(of: section + 1)
            guard next.x == 0 else { continue }
            let count = layout.sections[section + 1].count
            let start = layout.sections[section + 1].start
            let isSmall = layout.row(of: start) == layout.row(of: start + count - 1)
            let end = layout.cell(of: layout.sections[section].start + layout.sections[section].count - 1)
                .maxX
            let right = max(layout.cell(of: start + count - 1).maxX, min(190, Double(width - 18) / 2))
            let isOneRow =
                layout.body(of: section).height == layout.cell(of: layout.sections[section].start).height
            if isSmall, isOneRow, one.y != next.y {
                #expect(max(end, one.x + 190) + 18 + right > Double(width))
            }
        }
    }

    @Test(arguments: LayoutKind.allCases) func arrowKeysAndTheTimelineGoThroughThemInOrder(
        kind: LayoutKind
    ) throws {
        let layout = layout([1, 1, 2, 40, 3, 1, 1], room(kind))
        // Down from each month of the first row into the fourth month, and back to the one above
        for index in 0..<3 {
            let below = layout.index(from: index, rows: 1)
            #expect(layout.section(of: below) == 3)
            #expect(layout.index(from: below, rows: -1, x: layout.cell(of: index).midX) == index)
        }
        let timeline = try #require(Timeline(layout, pageHeight: 500, height: 1_000, labelHeight: 20))
        let passed = stride(from: 0.0, through: 999, by: 0.5).map(timeline.section(at:))
        #expect(passed == passed.sorted() && Set(passed) == Set(0..<7))
    }

    @Test func aMillionPhotosInSmallSectionsTakeEightBytesForEach() {
        let lengths = (0..<300_000).map { [1, 2, 3, 7][$0 % 4] }
        let layout = layout(lengths, room(.squares))
        #expect(layout.byteCount <= 8 * 300_000)
        #expect(layout.index(at: 1, y: layout.height - 1) != nil)
    }
}
