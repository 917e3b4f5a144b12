// Fingers on the screen: what each movement does in the grid and on an opened photo, by events of the display's
// touchscreen.
import Browse
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TouchTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(MainActor.assumeIsolated { Touchscreen.isThere }, "the display has no touchscreen")
    }

    // MARK: An opened photo

    func testASwipeGoesToTheNextPhotoAndOneBackToThePrevious() throws {
        try withOpened(5) { touch in
            let middle = touch.middle
            for expected in [6, 7] {
                touch.stroke(from: (middle.x + 300, middle.y), to: (middle.x - 300, middle.y + 10))
                runLoop { touch.opened == expected }
            }
            touch.stroke(from: (middle.x - 300, middle.y), to: (middle.x + 300, middle.y - 10))
            runLoop { touch.opened == 6 }
            XCTAssertFalse(touch.transitions.controller.isRunning)
        }
    }

    func testAFingerThatRestsBeforeItLeavesSwipesNothing() throws {
        try withOpened(5) { touch in
            let middle = touch.middle
            touch.stroke(from: (middle.x + 300, middle.y), to: (middle.x - 300, middle.y), rest: 400)
            // What it has not done comes no later than what is done next.
            touch.stroke(from: (middle.x + 300, middle.y), to: (middle.x - 300, middle.y))
            runLoop { touch.opened == 6 }
        }
    }

    func testAPinchMagnifiesAndAFingerPansWhatIsMagnified() throws {
        try withOpened(5) { touch in
            let middle = touch.middle, zoom = touch.detail.zoom
            let fitted = try touch.magnifyFully()
            XCTAssertEqual(try XCTUnwrap(zoom.zoomState).scale, 8 * fitted, accuracy: 0.1 * fitted)
            let before = try XCTUnwrap(zoom.rectangle)
            touch.stroke(from: middle, to: (middle.x - 150, middle.y - 40), rest: 400)
            // The screen's axes are finer than its pixels, the picture's place is a whole one.
            runLoop {
                zoom.rectangle.map { abs($0.x - before.x + 150) <= 1 && abs($0.y - before.y + 40) <= 1 } == true
            }
            XCTAssertEqual(touch.opened, 5)
        }
    }

    func testASwipeOnFromTheEdgeOfAMagnifiedPhotoGoesToTheNextOne() throws {
        try withOpened(5) { touch in
            let middle = touch.middle, zoom = touch.detail.zoom
            zoom.keepsZoom = true
            try touch.magnifyFully()
            // Not yet at the edge: over the photo.
            let start = (middle.x + 300, middle.y), end = (middle.x - 300, middle.y)
            touch.stroke(from: start, to: end)
            runLoop { !zoom.isMoving }
            XCTAssertEqual(touch.opened, 5)
            zoom.pan(x: -100_000, y: 0)
            XCTAssertFalse(zoom.canPan(x: -1))
            let scale = try XCTUnwrap(zoom.zoomState).scale
            touch.stroke(from: start, to: end)
            runLoop { touch.opened == 6 && zoom.zoomState?.scale == scale }
        }
    }

    func testASecondFingerTurnsAPanIntoAPinch() throws {
        try withOpened(5) { touch in
            let middle = touch.middle, zoom = touch.detail.zoom
            try touch.magnifyFully()
            let scale = try XCTUnwrap(zoom.zoomState).scale
            let start = (middle.x - 500, middle.y), left = (middle.x - 400, middle.y),
                right = (middle.x + 400, middle.y)
            touch.perform(
                [touch.down(1, at: start)] + touch.move([(1, start, left)]) + [touch.down(2, at: right)]
                    + touch.move([(1, left, (middle.x - 200, middle.y)), (2, right, (middle.x + 200, middle.y))])
                    + touch.release(around: middle, apart: 400))
            // Half as far apart; the last of the ten steps may be lost with the fingers that leave (0.55).
            runLoop { (zoom.zoomState?.scale ?? scale) < 0.6 * scale }
            XCTAssertEqual(touch.opened, 5)
        }
    }

    func testTheFingerThatIsLeftOfAPinchGoesNowhere() throws {
        try withOpened(5) { touch in
            let middle = touch.middle, zoom = touch.detail.zoom
            touch.perform(touch.pinch(around: middle, from: 200, to: 500))
            // Back to the whole picture, where a quick finger would go to the next one.
            touch.perform(
                touch.move([
                    (1, (middle.x - 250, middle.y), (middle.x - 100, middle.y)),
                    (2, (middle.x + 250, middle.y), (middle.x + 100, middle.y)),
                ]) + [touch.up(2, at: (middle.x + 100, middle.y))]
                    + touch.move([(1, (middle.x - 100, middle.y), (middle.x - 500, middle.y))])
                    + [touch.up(1, at: (middle.x - 500, middle.y))])
            runLoop { !touch.transitions.controller.isRunning }
            XCTAssertEqual(touch.opened, 5)
            XCTAssertEqual(zoom.zoomState?.isFitted, true)
        }
    }

    func testAPinchBelowTheWholePictureBringsItHome() throws {
        try withOpened(5) { touch in
            let middle = touch.middle
            touch.perform(touch.pinch(around: middle, from: 600, to: 150) + touch.release(around: middle, apart: 150))
            runLoop { !touch.window.isShowingDetail && !touch.transitions.controller.isRunning }
            XCTAssertEqual(touch.transitions.focusedPosition, 5)
        }
    }

    func testAPullDownBringsThePhotoHome() throws {
        try withOpened(5) { touch in
            let middle = touch.middle
            touch.stroke(from: (middle.x, middle.y - 150), to: (middle.x + 10, middle.y + 350))
            runLoop { !touch.window.isShowingDetail && !touch.transitions.controller.isRunning }
            XCTAssertEqual(touch.transitions.focusedPosition, 5)
        }
    }

    func testALongPressOpensTheMenuOfThePhoto() throws {
        try withOpened(5) { touch in
            let middle = touch.middle
            touch.perform([touch.down(at: middle)])
            runLoop { touch.window.menus.isOpen }
            touch.perform([touch.up(at: middle)])
            XCTAssertTrue(touch.window.menus.isOpen)
            XCTAssertEqual(touch.opened, 5)
            touch.window.menus.stop()
            runLoop { !touch.window.menus.isOpen }
        }
    }

    func testTwoTapsMagnifyAndFitAgain() throws {
        try withOpened(5) { touch in
            let middle = touch.middle, zoom = touch.detail.zoom
            let taps = [touch.down(at: middle), touch.up(at: middle), .pause(milliseconds: 40)]
            touch.perform(taps + taps)
            runLoop { zoom.zoomState?.isFitted == false }
            XCTAssertEqual(touch.opened, 5)
        }
    }

    // MARK: The grid

    func testATapOpensItsPhoto() throws {
        try withTouch { touch in
            let tile = touch.tile(4)
            touch.perform([touch.down(at: tile), touch.up(at: tile)])
            runLoop { touch.opened == 4 && !touch.transitions.controller.isRunning }
            touch.close()
        }
    }

    func testALongPressSelectsAndASecondTapToo() throws {
        try withTouch { touch in
            let selection = touch.transitions.page.selection.model
            touch.perform([touch.down(at: touch.tile(4))])
            runLoop { selection.refs == [touch.transitions.page.model.ref(at: 4)] }
            touch.perform([touch.up(at: touch.tile(4)), touch.down(at: touch.tile(6)), touch.up(at: touch.tile(6))])
            runLoop { selection.refs.count == 2 }
            XCTAssertNil(touch.opened)
        }
    }

    func testAPinchChangesTheSizeOfTheTiles() throws {
        try withTouch { touch in
            let middle = touch.middle, before = touch.grid.tileSize
            touch.perform(touch.pinch(around: middle, from: 200, to: 500) + touch.release(around: middle, apart: 500))
            runLoop { touch.grid.tileSize > before && touch.transitions.page.isQuiet }
            XCTAssertNil(touch.opened)
        }
    }
}

/// Runs with the photo at a position open, and closes it at the end.
private nonisolated func withOpened(_ position: Int, _ body: @MainActor (TouchWindow) throws -> Void) throws {
    try withTouch { touch in
        touch.open(position)
        try body(touch)
        touch.close()
    }
}
