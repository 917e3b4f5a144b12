// The photo in the user's hand: two fingers on a touchpad, a pinch. Where a hand takes it and lets it go, nothing jumps.
import Browse
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class HandTests: XCTestCase {
    func testTwoFingersOnATouchpadPullThePhotoHome() throws {
        try withOpenPhoto { flights, pull in
            let page = try XCTUnwrap(flights.window.detail.place(in: flights.overlay)).unturned
            pull.begin()
            // Until it is known that they pull, the picture is not theirs.
            XCTAssertFalse(pull.move(byX: 0, PullGesture.touchpadSlack - 1, at: 0))
            XCTAssertFalse(flights.flight.isFlying)
            XCTAssertTrue(pull.move(byX: 1, 2, at: 10_000))
            XCTAssertEqual(flights.flight.placement, page)
            let reach = Double(gtk_widget_get_height(flights.window.detail.view.cast())) * PullGesture.reach
            for step in 1...20 {
                XCTAssertTrue(pull.move(byX: 0, reach / 50, at: 10_000 + Int64(step) * 16_000))
                XCTAssertEqual(flights.progress, 1 - Double(step) / 50, accuracy: 1e-9)
            }
            let held = flights.flight.placement
            pull.end(at: 10_000 + 20 * 16_000)
            XCTAssertEqual(flights.flight.placement, held)
            XCTAssertEqual(flights.velocity { $0.progress }, -1 / 50 / 0.016, accuracy: 0.1)
            XCTAssertEqual(flights.flight.transition?.phase, .closing)
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(flights.focusedPosition, 3)
        }
    }

    func testAnAccidentalScrollSpringsBack() throws {
        try withOpenPhoto { flights, pull in
            // Slow, and so quick that it were a fling if it had gone anywhere.
            for (way, time) in [(60.0, 400_000), (12.0, 2_000)] as [(Double, Int64)] {
                pull.begin()
                XCTAssertTrue(pull.move(byX: 0, PullGesture.touchpadSlack + 1, at: 0))
                XCTAssertTrue(pull.move(byX: 0, way, at: time))
                XCTAssertLessThan(flights.progress, 1)
                pull.end(at: time)
                XCTAssertEqual(flights.flight.transition?.phase, .opening)
                turn { !flights.flight.isFlying }
                XCTAssertTrue(flights.window.isShowingDetail)
                XCTAssertNil(flights.page.lentPosition)
            }
        }
    }

    func testAHandThatRestsBeforeItLetsGoFlingsNothing() throws {
        try withOpenPhoto { flights, pull in
            pull.begin()
            XCTAssertTrue(pull.move(byX: 0, PullGesture.touchpadSlack + 1, at: 0))
            XCTAssertTrue(pull.move(byX: 0, 60, at: 10_000))
            pull.end(at: 500_000)
            XCTAssertEqual(flights.flight.transition?.phase, .opening)
            turn { !flights.flight.isFlying }
            XCTAssertTrue(flights.window.isShowingDetail)
        }
    }

    func testScrollsThatGoElsewhereLeaveThePhotoAlone() throws {
        try withOpenPhoto { flights, pull in
            for (x, y) in [(60.0, 10.0), (0, -60), (40, 50)] {
                pull.begin()
                XCTAssertFalse(pull.move(byX: x, y, at: 0))
                // Not even if they turn down later.
                XCTAssertFalse(pull.move(byX: 0, 300, at: 10_000))
                pull.end(at: 10_000)
            }
            // What is magnified is moved.
            flights.window.detail.zoom.pinch(to: 4, at: (400, 300))
            pull.begin()
            XCTAssertFalse(pull.move(byX: 0, 300, at: 0))
            XCTAssertFalse(flights.flight.isFlying)
        }
    }

    func testAHandTakesThePhotoOutOfTheAirWhereItIs() throws {
        try withFlights { flights in
            flights.open(3)
            turn { flights.progress > 0.4 }
            let pull = PullGesture(on: flights.window.detail.view.cast(), flying: flights.flight, slack: 0)
            let before = flights.flight.placement
            XCTAssertTrue(pull.move(byX: 0, 1, at: 0))
            XCTAssertEqual(flights.flight.placement, before)
            // No second hand has it at the same time.
            XCTAssertFalse(flights.flight.grab())
            pull.end(at: 0)
            turn { !flights.window.isShowingDetail }
        }
    }

    func testAPinchBelowTheFittedSizeTakesThePhotoOffItsPage() throws {
        try withOpenPhoto { flights, _ in
            let zoom = flights.window.detail.zoom
            let fitted = try XCTUnwrap(flights.window.detail.place(in: flights.overlay)).unturned
            let pinch = PinchGesture(of: zoom, flying: flights.flight)
            @MainActor func spread(to scale: Double, at time: Int64) { pinch.change(to: scale, at: (400, 300), time: time) }
            @MainActor func width() -> Double { flights.flight.placement?.whole.width ?? .nan }
            pinch.begin()
            spread(to: 1.25, at: 0)
            XCTAssertFalse(flights.flight.isFlying)
            XCTAssertEqual(try XCTUnwrap(zoom.magnifier).scale, 1.25)
            // Over the edge and on, it is as large as the fingers are apart.
            for step in 1...8 {
                spread(to: 1.01 - Double(step) * 0.02, at: Int64(step) * 16_000)
                XCTAssertEqual(width(), fitted.whole.width * (1.01 - Double(step) * 0.02), accuracy: 0.01)
            }
            // And out again.
            spread(to: 0.99, at: 160_000)
            spread(to: 1.1, at: 176_000)
            XCTAssertFalse(flights.flight.isFlying)
            XCTAssertNil(flights.page.lentPosition)
            XCTAssertEqual(try XCTUnwrap(zoom.magnifier).scale, 1.1)
            // Let go on its way in, it goes on as the fingers moved.
            for step in 1...10 { spread(to: 1 - Double(step) * 0.03, at: 200_000 + Int64(step) * 16_000) }
            let held = flights.flight.placement
            pinch.end(at: 200_000 + 160_000)
            XCTAssertEqual(flights.flight.placement, held)
            let speed = -fitted.whole.width * 0.03 / 0.016
            XCTAssertEqual(flights.velocity { $0.placement.whole.width }, speed, accuracy: -speed * 0.1)
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(flights.focusedPosition, 3)
        }
    }

    func testAPinchThatIsLetGoJustBelowTheFittedSizeSpringsBack() throws {
        try withOpenPhoto { flights, _ in
            let pinch = PinchGesture(of: flights.window.detail.zoom, flying: flights.flight)
            pinch.begin()
            pinch.change(to: 0.97, at: (400, 300), time: 0)
            XCTAssertTrue(flights.flight.isFlying)
            pinch.end(at: 300_000)
            turn { !flights.flight.isFlying }
            XCTAssertTrue(flights.window.isShowingDetail)
        }
    }

    func testWithoutAnimationsAPinchStopsAtTheFittedSize() throws {
        try withOpenPhoto { flights, _ in
            setAnimations(false, of: flights.window.window)
            defer { setAnimations(true, of: flights.window.window) }
            let pinch = PinchGesture(of: flights.window.detail.zoom, flying: flights.flight)
            pinch.begin()
            pinch.change(to: 0.5, at: (400, 300), time: 0)
            XCTAssertFalse(flights.flight.isFlying)
            XCTAssertEqual(flights.window.detail.zoom.magnifier?.isFitted, true)
            pinch.change(to: 1.5, at: (400, 300), time: 10_000)
            XCTAssertEqual(flights.window.detail.zoom.magnifier?.scale, 1.5)
            pinch.end(at: 10_000)
            XCTAssertTrue(flights.window.isShowingDetail)
        }
    }
}

/// The photo of a small tile, landed on its page, and a touchpad.
private nonisolated func withOpenPhoto(_ body: @MainActor (FlightWindow, PullGesture) throws -> Void) throws {
    try withFlights { flights in
        flights.page.setTileSize(96)
        turn { flights.page.isViewportComplete && flights.page.isQuiet }
        flights.openFully(3)
        let pull = PullGesture(
            on: flights.window.detail.view.cast(), flying: flights.flight, slack: PullGesture.touchpadSlack)
        try body(flights, pull)
        if flights.window.isShowingDetail {
            flights.window.back()
            turn { !flights.window.isShowingDetail }
        }
    }
}
