import Library
import Photos
import Testing

@testable import Browse

/// The margin around the photos, and tiles that are as high as the viewport at most. That every cell and heading is
/// where a list of rectangles has it is tested with all other layouts.
struct RoomTests {
    private static let shapes: [Float] = [1.5, 0.667, 1.333, 1, 1.778, 3.3, 0.45]

    private func layout(_ room: GridLayout.Room, count: Int = 60) -> GridLayout {
        GridLayout(
            count: count, sections: [ArrangedSection(key: .undated, start: 0, count: count)],
            proportions: (0..<count).map { Self.shapes[$0 * 5 % Self.shapes.count] }, in: room)
    }

    @Test(arguments: LayoutKind.allCases) func picturesStandOnOneMarginAtBothEdges(kind: LayoutKind) {
        for (width, tile) in pairs([360, 641, 799, 1_280, 1_291, 1_920], [64, 128, 200, 400]) {
            let room = GridLayout.Room(
                kind: kind, width: width, scale: 1, tileSize: tile, margin: 12, headingHeight: 40)
            let layout = layout(room)
            let first = picture(0, in: layout)
            // A side of equal squares is a multiple of four pixels.
            #expect((12.0...13).contains(first.x), "\(kind) \(width) \(tile)")
            let last = picture(layout.indices(ofRow: 0).upperBound - 1, in: layout)
            #expect((12.0...14).contains(Double(width) - last.maxX), "\(kind) \(width) \(tile)")
            #expect(layout.heading(of: 0) == Rectangle(x: 0, y: 0, width: Double(width), height: 40))
        }
    }

    private func pairs<First, Second>(_ firsts: [First], _ seconds: [Second]) -> [(First, Second)] {
        firsts.flatMap { first in seconds.map { (first, $0) } }
    }

    private func picture(_ index: Int, in layout: GridLayout) -> Rectangle {
        let size = layout.pictureSize(of: index), cell = layout.cell(of: index)
        return TileGeometry.frame(
            of: (Double(size.width), Double(size.height)), inCell: (cell.width, cell.height), scale: 1
        ).moved(x: cell.x, y: cell.y)
    }

    @Test(arguments: LayoutKind.allCases) func withoutHeadingsTheMarginIsAboveToo(kind: LayoutKind) {
        let room = GridLayout.Room(kind: kind, width: 1_280, scale: 1, tileSize: 200, margin: 12)
        let layout = GridLayout(count: 100, proportions: Array(repeating: 1.5, count: 100), in: room)
        #expect(picture(0, in: layout).y == 12 || picture(0, in: layout).y == 13)
        // It scrolls away, and comes back with the first row.
        #expect(layout.scroll(toReveal: 0, from: 900, pageHeight: 500) == 0)
        #expect(layout.scroll(toTop: 0, pageHeight: 500) == 0)
        #expect(ScrollAnchor(top: 0).scroll(layout: layout, pageHeight: 500) == 0)
        let below = layout.indices(ofRow: 1).lowerBound
        #expect(layout.scroll(toTop: below, pageHeight: 500) == layout.cell(of: below).y)
    }

    @Test(arguments: LayoutKind.allCases) func theLargestTileFitsTheViewportWhole(kind: LayoutKind) {
        for (width, page) in pairs([360, 640, 1_000, 1_280, 2_560], [203.0, 450, 706, 1_033]) {
            let room = GridLayout.Room(
                kind: kind, width: width, scale: 1, tileSize: 512, margin: 12, headingHeight: 44,
                captionHeight: width % 3 == 0 ? 0 : 40, pageHeight: page)
            let layout = layout(room)
            for row in 0..<layout.rowCount {
                let height = layout.cell(of: layout.indices(ofRow: row).lowerBound).height
                #expect(height + 44 <= page, "\(kind) \(width) \(page)")
            }
            // No step of sizes that fits is left out.
            #expect(TileSizeLadder(room).clamped(.infinity) >= TileSizeLadder(room).height(of: room.largestTile))
            if page > 1_000, width > 1_000 { #expect(room.tileSize == 512) }
        }
        // Before the first layout the height is not known.
        #expect(GridLayout.Room(kind: kind, width: 1, scale: 1, tileSize: 512).tileSize == 512)
    }

    @Test func theSizeThatWasChosenComesBackWithTheHeight() {
        func room(_ page: Double) -> GridLayout.Room {
            GridLayout.Room(kind: .justified, width: 900, scale: 1, tileSize: 400, margin: 12, pageHeight: page)
        }
        #expect(room(300).tileSize < 200 && room(900).tileSize == 400)
        // A size in between stays as it is where it fits.
        #expect(room(300).with(tileSize: 90).tileSize == 90)
        #expect(room(900) == room(901), "heights that limit nothing make no other room")
    }
}
