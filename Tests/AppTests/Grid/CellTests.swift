// What GTK keeps, binds and measures: numbers that follow from the columns, whatever the number of photos.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class CellTests: XCTestCase {
    func testAHundredThousandPhotosKeepNoMoreCellsThanThirtyTwoRows() {
        for width in [700, 1280, 1800] {
            withGallery(ScriptedSource(count: 100_000), width: width) { gallery in
                gallery.waitUntilIdle()
                let columns = GridMetrics(width: width, tileSize: 200).columns
                let rows = Double(100_000 / columns)
                for share in [0, 0.5, 1] {
                    gallery.grid.scrollOffset = share * rows * Double(gallery.grid.metrics.cell)
                    gallery.waitUntilIdle()
                    XCTAssertEqual(gtk_grid_view_get_min_columns(gallery.grid.view), UInt32(columns))
                    XCTAssertEqual(gtk_grid_view_get_max_columns(gallery.grid.view), UInt32(columns))
                    // GTK's own constant: 30 rows and one at either end, the anchor's cell, and the focused one
                    // where it was left behind.
                    XCTAssertLessThanOrEqual(Tile.tileCount, 32 * columns + 2)
                    XCTAssertLessThanOrEqual(Int(tessera_photo_list_live_items()), 32 * columns + 2)
                    XCTAssertGreaterThan(gallery.page.tileStates.visible, 0)
                }
            }
        }
    }

    func testAPictureThatArrivesMeasuresAndAllocatesNothing() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
            runLoop { gallery.page.tileStates.visible > 0 && !gallery.scheduler.isAwake }
            XCTAssertEqual(gallery.page.tileStates.blank, gallery.page.tileStates.visible)
            let measures = Tile.measureCount, allocations = tessera_grid_bin_allocate_count()
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertGreaterThanOrEqual(gallery.page.counters.deliveries, gallery.page.tileStates.visible)
            XCTAssertEqual(Tile.measureCount, measures)
            XCTAssertEqual(tessera_grid_bin_allocate_count(), allocations)
        }
    }

    func testAppendingPagesMovesNothingAndRebindsNothing() {
        withGallery(ScriptedSource(count: 3000, pageSize: 1000)) { gallery in
            runLoop { gallery.grid.count == 1000 }
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 4321
            gallery.waitUntilIdle()
            let model = gtk_grid_view_get_model(gallery.grid.view)
            let binds = gallery.grid.binds
            let tiles = gallery.grid.tiles
            for count in [2000, 3000] {
                gallery.page.model.loadMore()
                runLoop { gallery.grid.count == count }
                gallery.waitUntilIdle()
            }
            XCTAssertEqual(gallery.grid.scrollOffset, 4321)
            XCTAssertEqual(gallery.grid.binds, binds)
            XCTAssertEqual(gallery.grid.tiles, tiles)
            XCTAssertEqual(gtk_grid_view_get_model(gallery.grid.view), model)
        }
    }

    func testAPageAppendedWhereItsRowsAreKeptBindsOnlyTheNewCells() {
        withGallery(ScriptedSource(count: 190, pageSize: 150)) { gallery in
            runLoop { gallery.grid.count == 150 }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.tiles.count, 150)
            var bound: [Int] = []
            let show = gallery.grid.onBind
            gallery.grid.onBind = {
                bound.append(Int($0.slot))
                show($0, $1)
            }
            gallery.page.model.loadMore()
            runLoop { gallery.grid.count == 190 }
            gallery.waitUntilIdle()
            XCTAssertEqual(bound.sorted(), Array(150..<190))
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
        }
    }

    func testTheCellOfAPhotoIsCalledByItsTitle() {
        let bytes = ScriptedBytes()
        bytes.broken = [1]
        withGallery(ScriptedSource(count: 50), bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            @MainActor func isCalled(_ name: String, at position: Int) -> Bool {
                let cell = gallery.grid.tile(at: position).flatMap { gtk_widget_get_parent($0.widget) }
                return cell.map { tessera_accessible_has_label($0, name) != 0 } ?? false
            }
            XCTAssertTrue(isCalled("Photo 0", at: 0))
            XCTAssertTrue(isCalled("Photo 7", at: 7))
            XCTAssertFalse(isCalled("Photo 7", at: 8))
            // What the eye reads on a failed tile is said as well, and not for longer than it is true.
            XCTAssertTrue(isCalled("Photo 1: Not found", at: 1))
            bytes.broken = []
            gallery.activate(1)
            gallery.waitUntilIdle()
            XCTAssertTrue(isCalled("Photo 1", at: 1))
        }
    }

    func testACellInViewIsBusyUntilItsPictureOrItsFailureComes() {
        let bytes = ScriptedBytes(isOpen: false)
        bytes.broken = [3]
        withGallery(ScriptedSource(count: 1000), bytes: bytes) { gallery in
            runLoop { gallery.page.tileStates.visible > 0 && !gallery.scheduler.isAwake }
            let visible = gallery.grid.visibleRange
            @MainActor func busy() -> [Int] {
                gallery.grid.tiles.filter { entry in
                    gtk_widget_get_parent(entry.value.widget).map { tessera_accessible_is_busy($0) != 0 } ?? false
                }.map { Int($0.key.slot) }.sorted()
            }
            XCTAssertEqual(busy(), Array(visible))
            let before = Tile.busyUpdateCount
            gallery.scheduler.photosChanged()
            runLoop { !gallery.scheduler.isAwake }
            XCTAssertEqual(Tile.busyUpdateCount, before)
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertEqual(busy(), [])
            // Once for each of them: what memory has, and what is out of view, says nothing.
            gallery.rebind(from: 0, count: 100)
            gallery.layOut()
            XCTAssertEqual(Tile.busyUpdateCount, before + visible.count)
            bytes.shut()
            gallery.grid.scrollOffset = 1e9
            runLoop { gallery.grid.visibleRange.upperBound == 1000 && !gallery.scheduler.isAwake }
            XCTAssertEqual(busy(), Array(gallery.grid.visibleRange))
        }
    }
}
