// The grid from right to left: places, hits, keys, marks, and where the zoom transition begins.
import Browse
import CGTK
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class RightToLeftTests: XCTestCase {
    /// Six folders of 25 photos each, with captions, in a window that is laid out from right to left.
    private static func withGrid(_ kind: LayoutKind, _ body: @MainActor (GalleryWindow) -> Void) {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
        }
        defer { MainActor.assumeIsolated { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) } }
        let source = LivingSource(count: 0)
        let photos = (0..<150).map { Photo(id: PhotoID("f\($0 / 25)/\(1000 + $0)"), title: "Photo \($0)", version: "") }
        source.tell(.added(PackedPage(photos), isLast: true))
        withGallery(source) { gallery in
            gallery.page.setShowsCaptions(true)
            gallery.page.setLayout(kind)
            runLoop { gallery.page.model.count == 150 }
            Task { await gallery.page.model.arrange(by: Query(grouping: .folder)) }
            runLoop { gallery.grid.layout.sections.count == 6 }
            gallery.layOut()
            body(gallery)
        }
    }

    func testPhotosFollowEachOtherFromRightToLeftAndAreFoundWhereTheyAreShown() {
        for kind in LayoutKind.allCases {
            Self.withGrid(kind) { gallery in
                let grid = gallery.grid, width = Double(grid.layout.room.width)
                XCTAssertTrue(grid.isRightToLeft)
                XCTAssertEqual(grid.cell(at: 0).maxX, width - 9)
                XCTAssertEqual(grid.cell(at: 1).maxX, grid.cell(at: 0).x)
                for position in grid.visibleRange.prefix(9) {
                    let cell = grid.cell(at: position), ref = grid.snapshot.ref(at: position)
                    guard let tile = grid.tile(at: position) else { return XCTFail("no tile") }
                    XCTAssertEqual(Rectangle(of: tile.widget, in: grid.view), cell)
                    XCTAssertEqual(grid.photo(atX: cell.midX, y: cell.y + 30), ref)
                    XCTAssertEqual(GridTooltip.photo(atX: cell.midX, y: cell.maxY - 5, in: grid), position)
                    let origin = gallery.page.geometry(of: ref, in: grid.view)?.tile
                    XCTAssertEqual(origin, tile.pictureBounds?.moved(x: cell.x, y: cell.y))
                }
            }
        }
    }

    func testAHeadingsCheckAndATilesCheckLieOnTheSideWhereLinesEndAndBegin() {
        Self.withGrid(.squares) { gallery in
            let grid = gallery.grid, width = Double(grid.layout.room.width)
            let checks = stride(from: 0.0, to: width, by: 1).filter { grid.heading(atX: $0, y: 12)?.isOnCheck == true }
            XCTAssertFalse(checks.isEmpty)
            // Behind title and number, which begin at the right edge.
            XCTAssertGreaterThan(checks.first ?? 0, width - 200)
            XCTAssertLessThan(checks.last ?? width, width - 20)
            guard let tile = grid.tile(at: 0), let picture = tile.pictureBounds else { return XCTFail("no tile") }
            XCTAssertTrue(tile.isOnCheck(x: picture.maxX - 20, y: picture.y + 20))
            XCTAssertFalse(tile.isOnCheck(x: picture.x + 20, y: picture.y + 20))
        }
    }

    func testTheRubberBandCoversWhatItIsDrawnOver() {
        Self.withGrid(.squares) { gallery in
            let grid = gallery.grid, first = grid.cell(at: 0), second = grid.cell(at: 1)
            gallery.page.selection.band.begin(atX: first.maxX - 1, y: first.y + 1, [])
            gallery.page.selection.band.move(toX: second.midX, y: second.midY)
            gallery.page.selection.band.end()
            XCTAssertEqual(gallery.page.selection.model.refs, [0, 1].map(grid.snapshot.ref(at:)))
        }
    }

    func testASizeChangesAroundThePointWhereItIsSeen() {
        Self.withGrid(.squares) { gallery in
            let grid = gallery.grid
            grid.scrollOffset = 900
            gallery.waitUntilIdle()
            let position = grid.visibleRange.lowerBound + 8, cell = grid.cell(at: position)
            grid.setTileSize(320, at: (cell.midX, cell.midY))
            gallery.layOut()
            XCTAssertEqual(grid.cell(at: position).y, cell.midY, accuracy: grid.cell(at: position).height)
            XCTAssertTrue((grid.cell(at: position).y...grid.cell(at: position).maxY).contains(cell.midY))
        }
    }
}
