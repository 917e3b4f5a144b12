// Tiles that grow and shrink as one picture under fingers, wheel and keys.
import Browse
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

private nonisolated let point = (x: 500.0, y: 300.0)

nonisolated final class GridScalingTests: XCTestCase {

    /// A gallery in the middle of its list, at rest.
    private func withMiddle(
        _ source: any PhotoSource = ScriptedSource(count: 5_000), width: Int = 1280, tileSize: Int = 200,
        _ body: @MainActor (GalleryWindow, GridScaling) -> Void
    ) {
        withGallery(source, width: width, tileSize: tileSize) { gallery in
            gallery.waitUntilIdle()
            gallery.grid.scrollOffset = 20_000
            gallery.waitUntilIdle()
            setAnimations(true, of: gallery.window)
            body(gallery, gallery.grid.scaling)
        }
    }

    func testFingersInsideAStepLayNothingOutAndAttachNothing() {
        withMiddle { gallery, scaling in
            let grid = gallery.grid
            XCTAssertTrue(scaling.hold(at: point))
            // Tiles for what comes into view when it is drawn smaller.
            gallery.waitForFrame()
            gallery.waitForFrame()
            gallery.waitUntilIdle()
            let photo = grid.position(atX: point.x, y: point.y) ?? 0
            let cell = grid.cell(at: photo)
            let before = (PhotoGridWidget.allocationCount, grid.binds, grid.scrollOffset)
            for factor in [1.02, 1.1, 1.19, 1.05, 0.97, 0.94, 0.92, 0.95] {
                scaling.pinch(to: factor)
                gallery.waitForFrame()
                let drawn = grid.cell(at: photo)
                XCTAssertEqual(drawn.height, cell.height * factor, accuracy: 0.01)
                XCTAssertEqual(drawn.x + (point.x - cell.x) * factor, point.x, accuracy: 0.5)
                XCTAssertEqual(drawn.y + (point.y - cell.y) * factor, point.y, accuracy: 0.5)
                // The whole viewport is covered, above and below.
                let shown = grid.tiles.filter { gtk_widget_get_child_visible($0.value.widget) != 0 }.keys
                let positions = shown.compactMap { grid.snapshot.position(of: $0) }
                let (first, last) = (positions.min() ?? 0, positions.max() ?? 0)
                XCTAssertLessThanOrEqual(grid.cell(at: first).y, 0)
                XCTAssertGreaterThanOrEqual(grid.cell(at: last).maxY, grid.viewportHeight)
            }
            XCTAssertEqual(PhotoGridWidget.allocationCount, before.0)
            XCTAssertEqual(grid.binds, before.1)
            XCTAssertEqual(grid.scrollOffset, before.2)
            XCTAssertEqual(grid.tileSize, 200)
            scaling.letGo()
            runLoop { !scaling.isRunning }
            XCTAssertEqual(grid.cell(at: photo), cell)
        }
    }

    func testEachStepIsOneLayoutAndThePhotoUnderTheFingersStaysWhereItIsAndAsLargeAsItIs() {
        withMiddle { gallery, scaling in
            let grid = gallery.grid
            XCTAssertTrue(scaling.hold(at: point))
            gallery.waitForFrame()
            gallery.waitUntilIdle()
            let photo = grid.position(atX: point.x, y: point.y) ?? 0
            var layouts = 0, size = grid.layout.room.tileSize, height = grid.cell(at: photo).height
            let start = height
            for factor in stride(from: 1.0, through: 1.9, by: 0.02) {
                scaling.pinch(to: factor)
                let allocations = PhotoGridWidget.allocationCount
                gallery.waitForFrame()
                let drawn = grid.cell(at: photo)
                XCTAssertEqual(drawn.height, start * factor, accuracy: 0.5)
                // In y it stays under the fingers; in x it goes to its column.
                XCTAssertLessThanOrEqual(drawn.y, point.y + 1)
                XCTAssertGreaterThanOrEqual(drawn.maxY, point.y - 1)
                if grid.layout.room.tileSize != size {
                    layouts += 1
                    size = grid.layout.room.tileSize
                    XCTAssertLessThanOrEqual(PhotoGridWidget.allocationCount - allocations, 2)
                }
                height = drawn.height
            }
            XCTAssertEqual(layouts, 2)
            XCTAssertEqual(grid.metrics.columns, 3)
            XCTAssertGreaterThan(height, start)
            scaling.letGo()
            runLoop { !scaling.isRunning }
            XCTAssertTrue(GridMetrics.tileSize(size, steps: 1) != size)
            XCTAssertEqual(grid.cell(at: photo), grid.viewport.placedCell(at: photo))
            XCTAssertTrue(grid.visibleRange.contains(photo))
        }
    }

    func testAStepOfTheWheelIsDrawnFromTheOldSizeToTheNewAndThenNotAtAll() {
        withMiddle { gallery, scaling in
            let grid = gallery.grid
            for (clicks, isLarger) in [(-1.0, true), (1, false), (1, false)] {
                let photo = grid.position(atX: point.x, y: point.y) ?? 0
                let before = grid.cell(at: photo).height, columns = grid.metrics.columns
                var heights: [Double] = []
                let connection = gallery.afterEachFrame { heights.append(grid.cell(at: photo).height) }
                TileSizing.take(clicks, in: GDK_SCROLL_UNIT_WHEEL, at: point, on: grid)
                runLoop { !scaling.isRunning && grid.metrics.columns != columns }
                connection.disconnect()
                let after = grid.cell(at: photo).height
                XCTAssertEqual(after, grid.viewport.placedCell(at: photo).height)
                XCTAssertEqual(after > before, isLarger)
                XCTAssertTrue(heights.allSatisfy { $0 >= min(before, after) - 0.5 && $0 <= max(before, after) + 0.5 })
                XCTAssertEqual(heights, isLarger ? heights.sorted() : heights.sorted(by: >))
            }
        }
    }

    func testWithoutAnimationsAStepIsThereAtOnce() {
        withMiddle { gallery, scaling in
            setAnimations(false, of: gallery.window)
            defer { setAnimations(true, of: gallery.window) }
            gallery.page.setTileSize(256)
            XCTAssertFalse(scaling.isRunning)
            runLoop { gallery.grid.metrics.columns == 4 }
            // Fingers are followed all the same, and what they let go is at its step.
            scaling.hold(at: point)
            scaling.pinch(to: 0.7)
            runLoop { gallery.grid.metrics.columns == 6 }
            scaling.letGo()
            runLoop { !scaling.isRunning }
            XCTAssertEqual(gallery.grid.tileSize, 200)
        }
    }

    func testPartsOfClicksAreFollowedAndSettleWhenNoMoreCome() {
        withMiddle { gallery, scaling in
            let grid = gallery.grid
            for _ in 0..<5 {
                TileSizing.take(-0.125, in: GDK_SCROLL_UNIT_WHEEL, at: point, on: grid)
                gallery.waitForFrame()
            }
            XCTAssertEqual(scaling.state?.isHeld, true)
            runLoop { !scaling.isRunning }
            XCTAssertEqual(grid.tileSize, 256)
            // Without Ctrl the list scrolls again, and the size is let go.
            TileSizing.take(-30, in: GDK_SCROLL_UNIT_SURFACE, at: point, on: grid)
            XCTAssertEqual(scaling.state?.isHeld, true)
            scaling.letScrollGo()
            XCTAssertEqual(scaling.state?.isHeld, false)
            runLoop { !scaling.isRunning }
        }
    }

    func testAPointIsThePhotoThatIsDrawnThere() {
        for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
            MainActor.assumeIsolated {
                _ = TestApplication.shared
                gtk_widget_set_default_direction(direction)
            }
            defer { MainActor.assumeIsolated { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) } }
            withMiddle { gallery, scaling in
                let grid = gallery.grid
                scaling.hold(at: point)
                for factor in [1.15, 0.9, 1.4] {
                    scaling.pinch(to: factor)
                    gallery.waitForFrame()
                    for position in grid.visibleRange {
                        let cell = grid.cell(at: position)
                        XCTAssertEqual(grid.position(atX: cell.midX, y: cell.midY), position, "×\(factor)")
                    }
                }
            }
        }
    }

    func testWhatChangesTheGridEndsItAndTheFingersAreNotFollowedAnyMore() {
        let source = LivingSource(count: 2_000)
        withMiddle(source) { gallery, scaling in
            let grid = gallery.grid
            let interruptions: [(String, @MainActor () -> Void)] = [
                ("scroll", { grid.scrollOffset += 100 }),
                ("key", { grid.focus.move(.next) }),
                ("transition", { grid.hiddenForTransition = grid.snapshot.ref(at: grid.visibleRange.lowerBound) }),
                ("kind", { grid.kind = .whole }),
                ("resize", { gallery.resize(to: 1_100) }),
                (
                    "removal",
                    {
                        source.remove([grid.visibleRange.lowerBound])
                        runLoop { grid.count == 1_999 }
                    }
                ),
            ]
            for (name, interrupt) in interruptions {
                XCTAssertTrue(scaling.hold(at: point), name)
                scaling.pinch(to: 1.1)
                gallery.waitForFrame()
                XCTAssertTrue(scaling.isRunning, name)
                interrupt()
                XCTAssertFalse(scaling.isRunning, name)
                scaling.pinch(to: 1.5)
                scaling.letGo()
                XCTAssertFalse(scaling.isRunning, name)
                gallery.waitUntilIdle()
                let first = grid.visibleRange.lowerBound
                XCTAssertEqual(grid.cell(at: first), grid.viewport.placedCell(at: first), name)
                XCTAssertEqual(grid.tileSize, 200, name)
                grid.hiddenForTransition = nil
            }
        }
    }

    func testARubberBandIsNotDisturbedAndAFlingIsEnded() {
        withMiddle { gallery, scaling in
            let band = gallery.page.selection.band
            band.begin(atX: 100, y: 100, [])
            band.move(toX: 300, y: 300)
            XCTAssertFalse(scaling.hold(at: point))
            scaling.go(to: 256)
            XCTAssertEqual(gallery.grid.tileSize, 200)
            band.end()
            XCTAssertTrue(scaling.hold(at: point))
            XCTAssertNotEqual(gtk_scrolled_window_get_kinetic_scrolling(gallery.grid.root.widget.opaque), 0)
            scaling.letGo()
        }
    }

    func testOnePhotoNoPhotoAndTilesLargerThanTheWindow() {
        for count in [0, 1] {
            withGallery(ScriptedSource(count: count), width: 300, tileSize: 512) { gallery in
                runLoop { gallery.page.model.phase == (count == 0 ? .empty : .loaded(end: true)) }
                gallery.waitForFrame()
                let scaling = gallery.grid.scaling
                XCTAssertEqual(scaling.hold(at: (1_000, -50)), count > 0)
                for factor in [3, 0.01, .nan, .infinity, 0] {
                    scaling.pinch(to: factor)
                    gallery.waitForFrame()
                }
                scaling.letGo()
                runLoop { !scaling.isRunning }
                scaling.go(to: 64)
                runLoop { !scaling.isRunning }
                XCTAssertEqual(gallery.grid.tileSize, 64)
            }
        }
    }

    func testNothingIsLeftOfOneThatRunsWhileTheWindowCloses() {
        let before = MainActor.assumeIsolated { FrameTick.liveCount }
        withMiddle { gallery, scaling in
            scaling.go(to: 128)
            gallery.waitForFrame()
            XCTAssertTrue(scaling.isRunning)
        }
        MainActor.assumeIsolated { runLoop { FrameTick.liveCount == before && Texture.liveCount == 0 } }
    }
}
