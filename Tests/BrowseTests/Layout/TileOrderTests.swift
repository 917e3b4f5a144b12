// A larger size of tiles gives no smaller ones, whatever the width of the window.
import Library
import Testing

@testable import Browse

struct TileOrderTests {
    @Test(arguments: [1, 1.25, 1.5, 2, 3])
    func aLargerSizeNeverGivesSmallerSquares(scale: Double) {
        // Each width of a narrow window, and a part of the others.
        let widths =
            scale == 1
            ? Array(1...900) + Array(stride(from: 907, through: 7_680, by: 29))
            : Array(stride(from: 1, to: 1_500, by: 7))
        for width in widths {
            var before = GridMetrics(width: width, scale: scale, tileSize: GridMetrics.tileSizes.lowerBound)
            for size in GridMetrics.tileSizes {
                let metrics = GridMetrics(width: width, scale: scale, tileSize: size)
                guard metrics.cell >= before.cell, metrics.pictureSide >= before.pictureSide else {
                    Issue.record("\(size) at \(width): \(metrics) after \(before)")
                    return
                }
                before = metrics
            }
        }
    }

    /// What a key does: it goes from one step to the next.
    @Test(arguments: LayoutKind.allCases)
    func aStepUpNeverGivesSmallerTiles(kind: LayoutKind) {
        for width in stride(from: 60, through: 2_600, by: kind == .justified ? 37 : 1) {
            var before: GridLayout?
            for size in GridMetrics.tileSizeSteps {
                let room = GridLayout.Room(kind: kind, width: width, scale: 1, tileSize: size)
                let layout = GridLayout(count: 60, proportions: Self.proportions, in: room)
                // Justified rows are made as high as the step wants on the whole, not each; a wider gap takes from
                // them, heights are rounded, and a row that would end before the edge takes in another photo.
                let narrower = before.map { room.gap - $0.room.gap } ?? 0
                let allowed = kind == .justified ? (narrower > 0 ? Double(narrower) + 2 : 1) : 0
                if let before, Self.height(of: layout) < Self.height(of: before) - allowed {
                    Issue.record("\(size) at \(width): \(Self.height(of: layout)) after \(Self.height(of: before))")
                }
                before = layout
            }
        }
    }

    private static let proportions: [Float] = {
        var numbers = SeededNumbers(7)
        return (0..<60).map { _ in [0.667, 0.75, 1, 1.333, 1.5, 1.778].randomElement(using: &numbers) ?? 1 }
    }()

    /// Mean height of the pictures in all but the last rows, which may be short.
    private static func height(of layout: GridLayout) -> Double {
        let heights = (0..<52).map { layout.cell(of: $0).height - Double(layout.room.gap) }
        return heights.reduce(0, +) / Double(heights.count)
    }
}
