// A grid of very small tiles: which widgets and blocks there are, and what a click hits.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class MosaicTests: XCTestCase {
    func testNoTileIsAttachedToAScreenOfPhotos() {
        withGallery(ScriptedSource(count: 20_000), tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            XCTAssertGreaterThan(gallery.page.tileStates.visible, 1_400)
            XCTAssertEqual(gallery.page.tileStates.blank + gallery.page.tileStates.preview, 0)
            XCTAssertEqual(gallery.grid.tiles.count, 0)
            XCTAssertEqual(gallery.grid.binds, 0)
            XCTAssertLessThanOrEqual(Tile.tileCount, 1)
            gallery.grid.scrollOffset = 2_000
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.tiles.count, 0)
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
        }
    }

    func testAPictureMakesItsOwnBlockAnewAndNoOther() {
        withGallery(ScriptedSource(count: 2_000), tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            let mosaic = gallery.grid.mosaic, made = mosaic.madeCount
            mosaic.outdate([gallery.grid.snapshot.ref(at: 100)])
            XCTAssertFalse(mosaic.refresh())
            XCTAssertEqual(mosaic.madeCount, made + 1)
            mosaic.outdate((100..<110).map(gallery.grid.snapshot.ref(at:)))
            XCTAssertFalse(mosaic.refresh())
            XCTAssertEqual(mosaic.madeCount, made + 2)
            XCTAssertFalse(mosaic.refresh())
            XCTAssertEqual(mosaic.madeCount, made + 2)
        }
    }

    func testScrollingMakesEachBlockOnce() {
        withGallery(ScriptedSource(count: 20_000), tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            let made = gallery.grid.mosaic.madeCount
            for step in 1...20 {
                gallery.grid.scrollOffset = Double(step)
                gallery.waitForFrame()
            }
            gallery.waitUntilIdle()
            XCTAssertLessThanOrEqual(gallery.grid.mosaic.madeCount - made, 2)
        }
    }

    func testAClickHitsThePhotoThatIsDrawnThereAndItsTileShowsThePicture() {
        withGallery(ScriptedSource(count: 5_000), tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 333
            gallery.waitUntilIdle()
            let grid = gallery.grid
            var opened: [PhotoRef] = []
            grid.onActivate = { opened.append($0) }
            for position in [grid.visibleRange.lowerBound + 60, grid.visibleRange.upperBound - 80] {
                let cell = grid.cell(at: position), ref = grid.snapshot.ref(at: position)
                XCTAssertEqual(grid.photo(atX: cell.midX, y: cell.midY), ref)
                grid.focus.press(ref)
                GridPointer.click(ref, at: (cell.midX, cell.midY), [], grid)
                gallery.waitForFrame()
                XCTAssertEqual(opened.last, ref)
                XCTAssertEqual(Array(grid.tiles.keys), [ref])
                XCTAssertNotNil(grid.tiles[ref]?.texture)
                XCTAssertEqual(grid.tiles[ref].flatMap { Rectangle(of: $0.widget, in: grid.view) }, cell)
            }
        }
    }

    func testTheKeyboardsFocusHasTheOnlyTile() {
        withGallery(ScriptedSource(count: 5_000), tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.focus.grab()
            for step in [GridStep.next, .down, .pageDown, .last, .first] {
                gallery.grid.focus.move(step)
                gallery.waitForFrame()
                XCTAssertEqual(gallery.grid.tiles.count, 1)
                XCTAssertNotNil(gallery.grid.focus.position)
            }
        }
    }

    func testAnotherArrangementInTheMiddleLeavesNothingBehind() {
        let bytes = ScriptedBytes(isOpen: false)
        withGallery(ScriptedSource(count: 3_000), bytes: bytes, tileSize: 24) { gallery in
            runLoop { !bytes.held.isEmpty }
            XCTAssertEqual(gallery.page.tileStates.blank, gallery.page.tileStates.visible)
            gallery.grid.scrollOffset = 500
            gallery.rebind()
            gallery.page.setLayout(.whole)
            gallery.waitForFrame()
            bytes.open()
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
        }
    }

    func testNoBlockIsMadeOfAnArrangementThatIsOver() {
        withGallery(ScriptedSource(count: 2_000), tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            let mosaic = gallery.grid.mosaic, made = mosaic.madeCount
            gallery.rebind()
            mosaic.outdate([gallery.grid.snapshot.ref(at: 0)])
            XCTAssertFalse(mosaic.refresh())
            XCTAssertEqual(mosaic.madeCount, made)
            gallery.waitForFrame()
            gallery.waitUntilIdle()
            XCTAssertGreaterThan(mosaic.madeCount, made)
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
        }
    }

    func testLargerTilesTakeOverAndGiveBack() {
        withGallery(ScriptedSource(count: 3_000), tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            XCTAssertNotNil(gallery.grid.mosaic.table)
            gallery.page.setTileSize(200)
            runLoop { gallery.grid.tiles.count > 10 }
            gallery.waitUntilIdle()
            XCTAssertFalse(gallery.grid.mosaic.isShown)
            XCTAssertNil(gallery.grid.mosaic.table)
            gallery.page.setTileSize(32)
            runLoop { gallery.grid.mosaic.isShown }
            gallery.waitUntilIdle()
            XCTAssertEqual(gallery.grid.tiles.count, 0)
            XCTAssertEqual(gallery.page.tileStates.blank, 0)
        }
    }

    func testFailedPhotosAreNotWaitedForAndComeBack() {
        let bytes = ScriptedBytes()
        bytes.broken = [3, 4]
        withGallery(ScriptedSource(count: 300), bytes: bytes, tileSize: 24) { gallery in
            gallery.waitUntilIdle()
            let table = gallery.grid.mosaic.table
            XCTAssertEqual(table?.entry(of: gallery.grid.snapshot.ref(at: 3))?.isFailed, true)
            bytes.broken = []
            gallery.scheduler.retryAll()
            runLoop { table?.entry(of: gallery.grid.snapshot.ref(at: 3))?.picture != nil }
            gallery.waitUntilIdle()
        }
    }
}
