// Justified rows of large grids, which are laid out off the main thread while the old ones stay.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import Library

nonisolated final class LayoutTaskTests: XCTestCase {
    /// A grid of justified rows in a window, at rest in the middle of its list.
    private func withRows(count: Int, _ body: @MainActor (GalleryWindow, TileGrid) -> Void) {
        withGallery(ScriptedSource(count: count)) { gallery in
            runLoop { gallery.page.model.count == count }
            gallery.grid.kind = .justified
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 30_000
            gallery.waitUntilIdle()
            body(gallery, gallery.grid)
        }
    }

    func testTheOldRowsStayUntilTheNewOnesAreMadeAndThePhotoInTheMiddleStaysInPlace() {
        withRows(count: 6_000) { gallery, grid in
            let photo = grid.position(atX: 640, y: 400) ?? 0, made = LayoutTask.madeCount
            let before = grid.layout.room
            grid.setTileSize(128, at: (640, 400))
            grid.allocate(width: before.width, height: Int(grid.viewportHeight))
            // The layout of a frame has made none.
            XCTAssertEqual(grid.layout.room, before)
            XCTAssertEqual(grid.position(atX: 640, y: 400), photo)
            runLoop { grid.layout.room.tileSize == 128 }
            XCTAssertEqual(LayoutTask.madeCount, made + 1)
            gallery.waitUntilIdle()
            let cell = grid.cell(at: photo)
            XCTAssertTrue(cell.y <= 401 && cell.maxY >= 399)
            XCTAssertTrue(grid.visibleRange.allSatisfy { grid.tile(at: $0) != nil })
        }
    }

    func testADragThroughManyWidthsLeavesNoBacklogAndEndsWithTheLast() {
        withRows(count: 6_000) { gallery, grid in
            let made = LayoutTask.madeCount, height = Int(grid.viewportHeight), scale = grid.layout.room.scale
            // The loop does not run meanwhile: no layout is taken.
            for size in stride(from: 201, through: 240, by: 1) {
                grid.setTileSize(size, at: (640, 400))
                grid.allocate(width: 1_280, height: height)
            }
            runLoop { grid.layout.room.tileSize == 240 }
            XCTAssertEqual(LayoutTask.madeCount, made + 2)
            XCTAssertEqual(grid.layout.room.scale, scale)
            gallery.waitUntilIdle()
        }
    }

    func testAStepOfTheCollectionOvertakesALayoutThatIsBeingMade() {
        let source = LivingSource(count: 6_000)
        withGallery(source) { gallery in
            let grid = gallery.grid
            runLoop { grid.count == 6_000 }
            grid.kind = .justified
            gallery.waitUntilIdle()
            let made = LayoutTask.madeCount
            grid.setTileSize(128)
            grid.allocate(width: 1_280, height: Int(grid.viewportHeight))
            grid.collectionChanged(
                by: CollectionUpdate(
                    snapshot: CollectionSnapshot(grid.snapshot.collection),
                    edit: ListEdit(at: 0, removed: 6_000, added: 0), changed: [], isListed: true))
            XCTAssertEqual(grid.layout.count, 0)
            XCTAssertEqual(grid.layout.room.tileSize, 128)
            source.remove([0])
            runLoop { grid.count == 5_999 }
            gallery.waitUntilIdle()
            XCTAssertEqual(grid.layout.count, 5_999)
            XCTAssertEqual(LayoutTask.madeCount, made)
        }
    }

    func testAStepOfTheWheelInALargeGridIsDrawnWithoutAJump() {
        withRows(count: 6_000) { gallery, grid in
            setAnimations(true, of: gallery.window)
            let photo = grid.position(atX: 640, y: 400) ?? 0
            var heights = [grid.cell(at: photo).height]
            let connection = gallery.afterEachFrame { heights.append(grid.cell(at: photo).height) }
            grid.scaling.go(to: 256, at: (640, 400))
            runLoop { !grid.scaling.isRunning && grid.layout.room.tileSize == 256 }
            connection.disconnect()
            // Not larger from one frame to the next than a spring goes in a late frame
            for (one, next) in zip(heights, heights.dropFirst()) { XCTAssertLessThan(abs(next / one - 1), 0.25) }
        }
    }

    func testPhotosThatComeBetweenVisibleRowsLeaveNoHoleAndRowsAreAsNewOnceOutOfView() {
        for count in [600, 6_000] {
            let source = LivingSource(count: 0)
            source.tell(.added(PackedPage((0..<count).map { LivingSource.photo($0 * 100) }), isLast: true))
            withGallery(source) { gallery in
                let grid = gallery.grid, model = gallery.page.model
                runLoop { model.count == count }
                Task { await model.arrange(by: Query(order: .name)) }
                grid.kind = .justified
                gallery.waitUntilIdle()
                grid.scrollOffset = 5_000
                gallery.waitUntilIdle()
                let top = grid.layout.row(of: grid.visibleRange.lowerBound)
                let anchor = model.ref(at: grid.visibleRange.lowerBound),
                    place = grid.cell(at: grid.visibleRange.lowerBound)
                for (number, row) in [1, 2, 1].enumerated() {
                    let last = model.ref(at: grid.layout.indices(ofRow: top + row).upperBound - 1)
                    let name = Int(model.photo(last).id.text) ?? 0
                    source.add([name + 1 + number])
                    runLoop { model.count == count + number + 1 }
                }
                gallery.waitUntilIdle()
                for row in top...top + 5 {
                    XCTAssertEqual(grid.layout.cell(of: grid.layout.indices(ofRow: row).upperBound - 1).maxX, 1_271)
                }
                XCTAssertEqual(model.position(of: anchor).map(grid.cell(at:)), place)
                XCTAssertFalse(grid.layout.unsettled.isEmpty)
                // Of pictures of one shape, all rows behind are others than a new layout would have.
                grid.scrollOffset = 0
                runLoop { grid.layout.unsettled.isEmpty }
                let fresh = GridLayout(grid.snapshot, in: grid.layout.room)
                XCTAssertTrue(grid.layout.cells(of: 0..<grid.count) == fresh.cells(of: 0..<grid.count))
            }
        }
    }
}
