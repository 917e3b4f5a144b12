// Where photos that are compared lie.
import Testing

@testable import Browse

struct CompareLayoutTests {
    private func layout(
        _ count: Int, _ width: Double = 1280, _ height: Double = 750, ratio: Double? = 1.5, isRightToLeft: Bool = false
    ) -> CompareLayout {
        CompareLayout(
            ratios: Array(repeating: ratio, count: count), width: width, height: height, gap: 6, caption: 44,
            isRightToLeft: isRightToLeft)
    }

    @Test func twoLieSideBySideOrAboveEachOtherInAPortraitWindow() {
        #expect(layout(2).columns == 2)
        #expect(layout(2, 360, 640).columns == 1)
        // Also where the pictures would be larger one above the other.
        #expect(layout(2, 800, 790, ratio: 3).columns == 2)
    }

    @Test func moreLieAsTheirPicturesAreLargest() {
        #expect(layout(3).columns == 2)
        #expect(layout(3, ratio: 0.67).columns == 3)
        #expect(layout(3, 360, 640).columns == 1)
        #expect(layout(4).columns == 2)
        #expect(layout(4, ratio: 0.5).columns == 4)
        #expect(layout(6).columns == 3)
        #expect(layout(6, 360, 640).columns == 2)
        #expect(layout(6, ratio: nil).columns == layout(6).columns)
    }

    @Test func cellsLieInTheRoomOnWholePixelsAndNoneOverAnother() {
        for count in 1...6 {
            for (width, height) in [(1280.0, 750.0), (360, 600), (361, 283), (1921, 1013), (90, 40), (40, 900)] {
                for ratio in [0.4, 0.67, 1, 1.5, 4] {
                    for isRightToLeft in [false, true] {
                        let cells = layout(count, width, height, ratio: ratio, isRightToLeft: isRightToLeft).cells
                        #expect(cells.count == count)
                        for (index, cell) in cells.enumerated() {
                            #expect(cell.width == cells[0].width && cell.height == cells[0].height)
                            for value in [cell.x, cell.y, cell.width, cell.height] { #expect(value == value.rounded()) }
                            #expect(cell.width >= 1 && cell.height >= 1)
                            if width >= 360, height >= 280 {
                                #expect(cell.x >= 0 && cell.maxX <= width && cell.y >= 0 && cell.maxY <= height)
                            }
                            for other in cells[(index + 1)...] {
                                let common = cell.intersection(other)
                                #expect(common.width * common.height == 0)
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func noOtherNumberOfColumnsGivesLargerPictures() {
        func area(_ columns: Int, _ count: Int, _ width: Double, _ height: Double, _ ratio: Double) -> Double {
            let rows = Double((count + columns - 1) / columns)
            let across = ((width - 6 * Double(columns + 1)) / Double(columns)).rounded(.down)
            let down = ((height - 6 * (rows + 1)) / rows).rounded(.down) - 44
            let side = min(across, max(0, down) * ratio)
            return side * side / ratio
        }
        for count in 3...6 {
            for (width, height) in [(1280.0, 750.0), (360, 600), (800, 800), (2560, 700)] {
                for ratio in [0.5, 0.67, 1, 1.5, 2.5] {
                    let chosen = layout(count, width, height, ratio: ratio).columns
                    let best = (1...count).map { area($0, count, width, height, ratio) }.max() ?? 0
                    #expect(area(chosen, count, width, height, ratio) == best)
                }
            }
        }
    }

    @Test func fromRightToLeftTheFirstOneIsTheRightmost() {
        let left = layout(3, ratio: 0.67).cells, right = layout(3, ratio: 0.67, isRightToLeft: true).cells
        #expect(right.map(\.x) == left.reversed().map(\.x))
    }

    @Test func arrowsLeadToTheCellBesideAndTheNearestAboveAndBelow() {
        // 0 1
        //  2
        let three = layout(3)
        #expect(CompareLayout.Direction.allCases.map { three.index(beside: 0, $0) } == [nil, 1, nil, 2])
        #expect(CompareLayout.Direction.allCases.map { three.index(beside: 1, $0) } == [0, nil, nil, 2])
        #expect(three.index(beside: 2, .left) == nil && three.index(beside: 2, .up) != nil)
        // 0 1 2
        // 3 4 5
        let six = layout(6)
        #expect(CompareLayout.Direction.allCases.map { six.index(beside: 4, $0) } == [3, 5, 1, nil])
        #expect(six.index(beside: 0, .right) == 1 && six.index(beside: 5, .up) == 2)
        let mirrored = layout(6, isRightToLeft: true)
        #expect(mirrored.index(beside: 4, .left) == 5 && mirrored.index(beside: 4, .right) == 3)
        #expect(six.index(beside: 9, .left) == nil)
        // One column: the nearest, not the last.
        let column = CompareLayout(
            ratios: [1, 1, 1, 1], width: 100, height: 900, gap: 6, caption: 44)
        #expect(column.columns == 1 && column.index(beside: 0, .down) == 1 && column.index(beside: 3, .up) == 2)
    }
}
