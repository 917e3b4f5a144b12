// Gestures that pull a photo off its page, on a touchpad or by a pinch: taken and released without a jump.
import Browse
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TransitionGestureTests: XCTestCase {
    func testTwoFingersOnATouchpadPullThePhotoHome() throws {
        try withOpenPhoto { transitions, pull in
            let page = try XCTUnwrap(transitions.window.detail.geometry(in: transitions.overlay)).unrotated
            pull.begin()
            // Until it is known that they pull, the picture is not theirs.
            XCTAssertFalse(pull.move(byX: 0, PullGesture.touchpadSlack - 1, at: 0))
            XCTAssertFalse(transitions.controller.isRunning)
            XCTAssertTrue(pull.move(byX: 1, 2, at: 10_000))
            XCTAssertEqual(transitions.controller.course.placement, page)
            let reach = Double(gtk_widget_get_height(transitions.window.detail.view.cast())) * PullGesture.reach
            for step in 1...20 {
                XCTAssertTrue(pull.move(byX: 0, reach / 50, at: 10_000 + Int64(step) * 16_000))
                XCTAssertEqual(transitions.progress, 1 - Double(step) / 50, accuracy: 1e-9)
            }
            let held = transitions.controller.course.placement
            pull.end(at: 10_000 + 20 * 16_000)
            XCTAssertEqual(transitions.controller.course.placement, held)
            XCTAssertEqual(transitions.velocity { $0.progress }, -1 / 50 / 0.016, accuracy: 0.1)
            XCTAssertEqual(transitions.controller.course.transition?.phase, .closing)
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, 3)
        }
    }

    func testAnAccidentalScrollSpringsBack() throws {
        try withOpenPhoto { transitions, pull in
            // Slow, and so quick that it were a fling if it had gone anywhere.
            for (way, time) in [(60.0, 400_000), (12.0, 2_000)] as [(Double, Int64)] {
                pull.begin()
                XCTAssertTrue(pull.move(byX: 0, PullGesture.touchpadSlack + 1, at: 0))
                XCTAssertTrue(pull.move(byX: 0, way, at: time))
                XCTAssertLessThan(transitions.progress, 1)
                pull.end(at: time)
                XCTAssertEqual(transitions.controller.course.transition?.phase, .opening)
                runLoop { !transitions.controller.isRunning }
                XCTAssertTrue(transitions.window.isShowingDetail)
                XCTAssertNil(transitions.page.hiddenPosition)
            }
        }
    }

    func testAHandThatRestsBeforeItLetsGoFlingsNothing() throws {
        try withOpenPhoto { transitions, pull in
            pull.begin()
            XCTAssertTrue(pull.move(byX: 0, PullGesture.touchpadSlack + 1, at: 0))
            XCTAssertTrue(pull.move(byX: 0, 60, at: 10_000))
            pull.end(at: 500_000)
            XCTAssertEqual(transitions.controller.course.transition?.phase, .opening)
            runLoop { !transitions.controller.isRunning }
            XCTAssertTrue(transitions.window.isShowingDetail)
        }
    }

    func testScrollsThatGoElsewhereLeaveThePhotoAlone() throws {
        try withOpenPhoto { transitions, pull in
            for (x, y) in [(60.0, 10.0), (0, -60), (40, 50)] {
                pull.begin()
                XCTAssertFalse(pull.move(byX: x, y, at: 0))
                // Not even if they turn down later.
                XCTAssertFalse(pull.move(byX: 0, 300, at: 10_000))
                pull.end(at: 10_000)
            }
            // What is magnified is moved.
            transitions.window.detail.zoom.pinch(to: 4, at: (400, 300))
            pull.begin()
            XCTAssertFalse(pull.move(byX: 0, 300, at: 0))
            XCTAssertFalse(transitions.controller.isRunning)
        }
    }

    func testAHandTakesThePhotoOutOfTheAirWhereItIs() throws {
        try withTransitions { transitions in
            transitions.open(3)
            runLoop { transitions.progress > 0.4 }
            let pull = PullGesture(
                on: transitions.window.detail.view.cast(), controller: transitions.controller, slack: 0)
            let before = transitions.controller.course.placement
            XCTAssertTrue(pull.move(byX: 0, 1, at: 0))
            XCTAssertEqual(transitions.controller.course.placement, before)
            // No second hand has it at the same time.
            XCTAssertFalse(transitions.controller.grab())
            pull.end(at: 0)
            runLoop { !transitions.window.isShowingDetail }
        }
    }

    func testAPinchBelowTheFittedSizeTakesThePhotoOffItsPage() throws {
        try withOpenPhoto { transitions, _ in
            let zoom = transitions.window.detail.zoom
            let fitted = try XCTUnwrap(transitions.window.detail.geometry(in: transitions.overlay)).unrotated
            let pinch = PinchGesture(of: zoom, controller: transitions.controller)
            @MainActor func spread(to scale: Double, at time: Int64) {
                pinch.change(to: scale, at: (400, 300), time: time)
            }
            @MainActor func width() -> Double { transitions.controller.course.placement?.whole.width ?? .nan }
            pinch.begin()
            spread(to: 1.25, at: 0)
            XCTAssertFalse(transitions.controller.isRunning)
            XCTAssertEqual(try XCTUnwrap(zoom.zoomState).scale, 1.25)
            // Over the edge and on, it is as large as the fingers are apart.
            for step in 1...8 {
                spread(to: 1.01 - Double(step) * 0.02, at: Int64(step) * 16_000)
                XCTAssertEqual(width(), fitted.whole.width * (1.01 - Double(step) * 0.02), accuracy: 0.01)
            }
            // And out again.
            spread(to: 0.99, at: 160_000)
            spread(to: 1.1, at: 176_000)
            XCTAssertFalse(transitions.controller.isRunning)
            XCTAssertNil(transitions.page.hiddenPosition)
            XCTAssertEqual(try XCTUnwrap(zoom.zoomState).scale, 1.1)
            // Let go on its way in, it goes on as the fingers moved.
            for step in 1...10 { spread(to: 1 - Double(step) * 0.03, at: 200_000 + Int64(step) * 16_000) }
            let held = transitions.controller.course.placement
            pinch.end(at: 200_000 + 160_000)
            XCTAssertEqual(transitions.controller.course.placement, held)
            let speed = -fitted.whole.width * 0.03 / 0.016
            XCTAssertEqual(transitions.velocity { $0.placement.whole.width }, speed, accuracy: -speed * 0.1)
            runLoop { !transitions.window.isShowingDetail }
            XCTAssertEqual(transitions.focusedPosition, 3)
        }
    }

    func testAPinchThatIsLetGoJustBelowTheFittedSizeSpringsBack() throws {
        try withOpenPhoto { transitions, _ in
            let pinch = PinchGesture(of: transitions.window.detail.zoom, controller: transitions.controller)
            pinch.begin()
            pinch.change(to: 0.97, at: (400, 300), time: 0)
            XCTAssertTrue(transitions.controller.isRunning)
            pinch.end(at: 300_000)
            runLoop { !transitions.controller.isRunning }
            XCTAssertTrue(transitions.window.isShowingDetail)
        }
    }

    func testWithoutAnimationsAPinchStopsAtTheFittedSize() throws {
        try withOpenPhoto { transitions, _ in
            setAnimations(false, of: transitions.window.window)
            defer { setAnimations(true, of: transitions.window.window) }
            let pinch = PinchGesture(of: transitions.window.detail.zoom, controller: transitions.controller)
            pinch.begin()
            pinch.change(to: 0.5, at: (400, 300), time: 0)
            XCTAssertFalse(transitions.controller.isRunning)
            XCTAssertEqual(transitions.window.detail.zoom.zoomState?.isFitted, true)
            pinch.change(to: 1.5, at: (400, 300), time: 10_000)
            XCTAssertEqual(transitions.window.detail.zoom.zoomState?.scale, 1.5)
            pinch.end(at: 10_000)
            XCTAssertTrue(transitions.window.isShowingDetail)
        }
    }
}

/// The photo of a small tile, landed on its page, and a touchpad.
private nonisolated func withOpenPhoto(_ body: @MainActor (TransitionWindow, PullGesture) throws -> Void) throws {
    try withTransitions { transitions in
        transitions.page.setTileSize(96)
        runLoop { transitions.page.isViewportComplete && transitions.page.isQuiet }
        transitions.openFully(3)
        let pull = PullGesture(
            on: transitions.window.detail.view.cast(), controller: transitions.controller,
            slack: PullGesture.touchpadSlack)
        try body(transitions, pull)
        if transitions.window.isShowingDetail {
            transitions.window.back()
            runLoop { !transitions.window.isShowingDetail }
        }
    }
}
