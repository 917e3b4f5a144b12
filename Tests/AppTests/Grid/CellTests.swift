import Browse
// What the grid keeps, attaches and measures: numbers that follow from the columns, whatever the number of photos.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class CellTests: XCTestCase {
    func testAHundredThousandPhotosKeepTilesForAScreenAndAHalf() {
        for width in [700, 1280, 1800] {
            withGallery(ScriptedSource(count: 100_000), width: width) { gallery in
                gallery.waitUntilIdle()
                let columns = GridMetrics(width: width, tileSize: 200).columns
                let rows = Double(100_000 / columns)
                let visible = (Int(gallery.grid.viewportHeight / Double(gallery.grid.metrics.cell)) + 2) * columns
                for share in [0, 0.5, 1] {
                    gallery.grid.scrollOffset = share * rows * Double(gallery.grid.metrics.cell)
                    gallery.waitUntilIdle()
                    XCTAssertLessThanOrEqual(Tile.tileCount, visible * 3 / 2 + 1)
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
            let measures = Tile.measureCount, allocations = PhotoGridWidget.allocationCount
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertGreaterThanOrEqual(gallery.page.counters.deliveries, gallery.page.tileStates.visible)
            XCTAssertEqual(Tile.measureCount, measures)
            XCTAssertEqual(PhotoGridWidget.allocationCount, allocations)
        }
    }

    func testAppendingPagesMovesNothingAndRebindsNothing() {
        withGallery(ScriptedSource(count: 3000, pageSize: 1000)) { gallery in
            runLoop { gallery.grid.count == 1000 }
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 4321
            gallery.waitUntilIdle()
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
        }
    }

    func testPagesAppendedInViewAttachEachTileOnce() {
        withGallery(ScriptedSource(count: 190, pageSize: 7)) { gallery in
            gallery.waitUntilIdle()
            XCTAssertGreaterThanOrEqual(gallery.grid.tiles.count, gallery.grid.visibleRange.count)
            XCTAssertEqual(gallery.grid.binds, gallery.grid.tiles.count)
            XCTAssertEqual(gallery.grid.scrollOffset, 0)
        }
    }

    func testTheCellOfAPhotoIsCalledByItsTitle() {
        let bytes = ScriptedBytes()
        bytes.broken = [1]
        withGallery(ScriptedSource(count: 50), bytes: bytes) { gallery in
            gallery.waitUntilIdle()
            @MainActor func isCalled(_ name: String, at position: Int) -> Bool {
                let cell = gallery.grid.tile(at: position).map(\.widget)
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
                    tessera_accessible_is_busy(entry.value.widget) != 0
                }.map { Int($0.key.slot) }.sorted()
            }
            XCTAssertEqual(busy(), Array(visible))
            let before = AccessibleTile.busyUpdateCount
            gallery.scheduler.photosChanged()
            runLoop { !gallery.scheduler.isAwake }
            XCTAssertEqual(AccessibleTile.busyUpdateCount, before)
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertEqual(busy(), [])
            // Once for each of them: what memory has, and what is out of view, says nothing.
            gallery.rebind()
            gallery.layOut()
            XCTAssertEqual(AccessibleTile.busyUpdateCount, before + visible.count)
            bytes.shut()
            gallery.grid.scrollOffset = 1e9
            runLoop { gallery.grid.visibleRange.upperBound == 1000 && !gallery.scheduler.isAwake }
            XCTAssertEqual(busy(), Array(gallery.grid.visibleRange))
        }
    }
}
