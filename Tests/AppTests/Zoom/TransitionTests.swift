// The zoom transition between tile and page: what is seen of it, where it reverses, where it ends.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TransitionTests: XCTestCase {
    /// Nothing is left of a window that is closed: what its objects hold goes with the iteration of the loop in which
    /// they end.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAPhotoLeavesItsTileAndArrivesOnItsPage() throws {
        try withTransitions { transitions in
            let square = try XCTUnwrap(transitions.tile(3))
            transitions.open(3)
            runLoop { transitions.controller.isRunning }
            // The page has the keyboard at once.
            XCTAssertFalse(transitions.isFocusInGrid)
            XCTAssertEqual(transitions.page.hiddenPosition, 3)
            assertEqual(transitions.controller.course.placement?.visible, square)
            var emptyFrames = 0
            transitions.eachFrame {
                if transitions.controller.isRunning, transitions.picturesDrawn == 0 { emptyFrames += 1 }
            }
            runLoop { !transitions.controller.isRunning }
            XCTAssertEqual(emptyFrames, 0)
            XCTAssertNil(transitions.page.hiddenPosition)
            XCTAssertEqual(gtk_widget_get_visible(transitions.layer), 0)
            XCTAssertEqual(gtk_widget_has_css_class(transitions.window.detail.root.widget, "in-transition"), 0)
        }
    }

    func testAWholePhotoLeavesFromWhereItLiesInItsTile() throws {
        try withTransitions { transitions in
            transitions.page.setFit(.fit)
            runLoop {
                transitions.page.isViewportComplete && !transitions.page.scheduler.isAwake && TileFit.movingCount == 0
            }
            let shown = try XCTUnwrap(transitions.grid.tile(at: 3)?.pictureBounds)
            XCTAssertNotEqual(shown.width, shown.height)
            transitions.open(3)
            runLoop { transitions.controller.isRunning }
            let start = try XCTUnwrap(transitions.controller.course.placement)
            assertEqual(start.visible, start.whole)
            XCTAssertEqual(start.whole.width, shown.width, accuracy: 1)
            XCTAssertEqual(start.whole.height, shown.height, accuracy: 1)
            runLoop { !transitions.controller.isRunning }
        }
    }

    func testTheArithmeticOfATilesPlaceIsWhereGTKPutsIt() throws {
        try withTransitions { transitions in
            transitions.grid.scrollOffset = 70
            for position in [0, 4, 5, 13] {
                let tile = try XCTUnwrap(transitions.grid.tile(at: position))
                runLoop {
                    guard let cell = Rectangle(of: tile.widget, in: transitions.overlay),
                        let square = transitions.tile(position)
                    else { return false }
                    return abs(square.midX - cell.midX) <= 1 && abs(square.midY - cell.midY) <= 1
                }
            }
        }
    }

    func testBackInMidTransitionTurnsAroundWhereThePhotoIs() throws {
        try withTransitions { transitions in
            transitions.open(3)
            runLoop { transitions.progress > 0.4 }
            let before = try XCTUnwrap(transitions.controller.course.placement)
            transitions.window.back()
            runLoop { transitions.controller.isClosing }
            let after = try XCTUnwrap(transitions.controller.course.placement)
            // No more than it flies in a few frames.
            XCTAssertLessThan(abs(after.visible.midX - before.visible.midX), 150)
            XCTAssertGreaterThan(after.visible.width, before.visible.width * 0.8)
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertFalse(transitions.controller.isRunning)
            XCTAssertEqual(transitions.focusedPosition, 3)
        }
    }

    func testAfterTheNextPhotosItFliesToTheTileOfTheOneThatIsShown() throws {
        try withTransitions { transitions in
            transitions.open(3)
            runLoop { !transitions.controller.isRunning && transitions.window.isShowingDetail }
            for _ in 0..<3 { transitions.window.detail.navigate(.next) }
            transitions.window.back()
            runLoop { transitions.controller.isClosing }
            XCTAssertEqual(transitions.page.hiddenPosition, 6)
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, 6)
            XCTAssertNil(transitions.page.hiddenPosition)
        }
    }

    func testATileThatWasScrolledAwayIsScrolledBackFirst() throws {
        try withTransitions { transitions in
            transitions.open(3)
            runLoop { !transitions.controller.isRunning && transitions.window.isShowingDetail }
            transitions.grid.scrollOffset = 2000
            runLoop { transitions.grid.visibleRange.lowerBound > 10 }
            transitions.window.back()
            runLoop { transitions.controller.isClosing }
            XCTAssertTrue(transitions.grid.visibleRange.contains(3))
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, 3)
        }
    }

    func testAResizedWindowInMidTransitionMovesBothEnds() throws {
        try withTransitions { transitions in
            transitions.open(3)
            runLoop { transitions.progress > 0.2 }
            // Held, so that it is in the air however long the new size takes.
            XCTAssertTrue(transitions.controller.grab())
            let width = gtk_widget_get_width(transitions.overlay)
            gtk_window_set_default_size(transitions.window.window, 700, 900)
            runLoop { gtk_widget_get_width(transitions.overlay) < width - 200 }
            XCTAssertTrue(transitions.controller.isRunning)
            transitions.controller.letGo(velocity: 10)
            var last: ZoomPlacement?
            transitions.eachFrame { last = transitions.controller.course.placement ?? last }
            runLoop { !transitions.controller.isRunning }
            let page = try XCTUnwrap(transitions.window.detail.geometry(in: transitions.overlay))
            let end = try XCTUnwrap(last).whole
            XCTAssertEqual(end.midX, page.whole.midX, accuracy: 2)
            XCTAssertEqual(end.midY, page.whole.midY, accuracy: 2)
            XCTAssertEqual(end.width, page.whole.width, accuracy: 2)
            gtk_window_set_default_size(transitions.window.window, 1000, 800)
            runLoop { gtk_widget_get_width(transitions.overlay) == width }
            transitions.window.back()
            runLoop { transitions.controller.isClosing }
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(try XCTUnwrap(last).visible.midX, try XCTUnwrap(transitions.tile(3)).midX, accuracy: 2)
        }
    }

    func testAPullTakesThePhotoOffItsPageAndHome() throws {
        try withTransitions { transitions in
            XCTAssertFalse(transitions.controller.grab(), "nothing is open")
            transitions.open(3)
            runLoop { !transitions.controller.isRunning && transitions.window.isShowingDetail }
            // A little, and back.
            XCTAssertTrue(transitions.controller.grab())
            transitions.controller.drag(by: -0.1)
            XCTAssertEqual(transitions.progress, 0.9, accuracy: 1e-9)
            XCTAssertEqual(transitions.page.hiddenPosition, 3)
            transitions.controller.letGo(velocity: 0)
            runLoop { !transitions.controller.isRunning }
            XCTAssertTrue(transitions.window.isShowingDetail)
            // As little, but with a fling.
            XCTAssertTrue(transitions.controller.grab())
            transitions.controller.drag(by: -0.1)
            transitions.controller.letGo(velocity: -3)
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, 3)
        }
    }

    func testATurnedPhotoTurnsBackTheShortestWayWhileItFlies() throws {
        try withTransitions { transitions in
            for quarters in [1, 2, 3] {
                transitions.openFully(3)
                // In the view alone, as photos of a service: a file's turn would be written meanwhile.
                transitions.window.detail.picture.rotate(by: quarters)
                let whole = try XCTUnwrap(transitions.window.detail.geometry(in: transitions.overlay)).whole
                let angle = quarters == 3 ? -90.0 : Double(quarters) * 90
                var seen: [Double] = [], start: ZoomPlacement?
                transitions.eachFrame {
                    guard transitions.controller.isRunning else { return }
                    seen.append(transitions.controller.course.angleOnTheWay / angle)
                    start = start ?? transitions.controller.course.placement
                }
                transitions.window.back()
                runLoop { !transitions.window.isShowingDetail }
                // It leaves as it lay there.
                XCTAssertEqual(seen.first, 1)
                XCTAssertEqual(try XCTUnwrap(start).unrotated(quarters: -quarters).whole, whole)
                // The way home and, past the tile by as much as a spring goes, back.
                let turning = seen.prefix { $0 > 0 }
                XCTAssertEqual(Array(turning), turning.sorted(by: >))
                // A busy machine shows few frames.
                XCTAssertGreaterThan(seen.count, 1)
                XCTAssertEqual(try XCTUnwrap(seen.last), 0, accuracy: 0.05)
                // And on the way to the page again, which remembers it.
                seen = []
                transitions.openFully(3)
                XCTAssertEqual(transitions.window.detail.zoom.quarterTurns, quarters)
                XCTAssertEqual(try XCTUnwrap(seen.last), 1, accuracy: 0.05)
                XCTAssertEqual(try XCTUnwrap(transitions.window.detail.geometry(in: transitions.overlay)).whole, whole)
                transitions.window.detail.picture.rotate(by: -quarters)
                transitions.window.back()
                runLoop { !transitions.window.isShowingDetail }
            }
        }
    }

    func testAnotherTileInMidTransitionTakesTheTransitionOver() throws {
        try withTransitions { transitions in
            transitions.open(3)
            runLoop { !transitions.controller.isRunning && transitions.window.isShowingDetail }
            transitions.window.back()
            runLoop { transitions.controller.isClosing && transitions.progress < 0.7 }
            let before = try XCTUnwrap(transitions.controller.course.placement)
            transitions.open(7)
            runLoop { !transitions.controller.isClosing }
            let after = try XCTUnwrap(transitions.controller.course.placement)
            XCTAssertEqual(after.visible.midX, before.visible.midX, accuracy: 150)
            XCTAssertEqual(transitions.page.hiddenPosition, 7)
            runLoop { !transitions.controller.isRunning }
            XCTAssertTrue(transitions.window.isShowingDetail)
            transitions.window.back()
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, 7)
        }
    }

    func testAPhotoWhoseSourceHasGoneFades() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            transitions.window.open(.paths([FilePath(transitions.folder)]))
            runLoop { transitions.controller.course.fade?.isClosing ?? false }
            XCTAssertNil(transitions.controller.course.placement)
            runLoop { !transitions.window.isShowingDetail && transitions.window.gallery?.isViewportComplete ?? false }
            XCTAssertFalse(transitions.controller.isRunning)
            XCTAssertNil(transitions.page.hiddenPosition)
        }
    }

    /// The instances that live, and the memory of the cache, are what they were.
    func testTwoHundredTransitionsLeaveNothingBehind() throws {
        try withTransitions { transitions in
            @MainActor func openAndClose(toTheEnd: Bool) {
                transitions.open(3)
                runLoop { transitions.controller.isRunning && transitions.window.detail.hasEnded }
                if toTheEnd { runLoop { !transitions.controller.isRunning } }
                transitions.window.back()
                runLoop { !transitions.window.isShowingDetail }
                runLoop { transitions.window.gallery?.isQuiet ?? false }
            }
            for _ in 0..<3 { openAndClose(toTheEnd: true) }
            let before = Instances.now, bytes = transitions.memory.bytes
            // Most turn around as soon as the photo is there; those to the end take a second.
            for number in 0..<200 { openAndClose(toTheEnd: number % 20 == 0) }
            runLoop { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
            XCTAssertEqual(transitions.memory.bytes, bytes)
        }
    }
}
