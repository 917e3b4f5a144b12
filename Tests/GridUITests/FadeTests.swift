// A page that comes and goes without a flight: where the desktop wants no animations, and where there is no tile.
import Browse
import CGTK
import Desktop
import XCTest

@testable import GridUI

nonisolated final class FadeTests: XCTestCase {
    func testWithoutAnimationsThePageFadesInAndOutAndNothingFlies() throws {
        try withStillFlights { flights in
            var seen: [Double] = []
            flights.eachFrame { seen.append(flights.opacity) }
            flights.open(3)
            turn { flights.window.isShowingDetail }
            XCTAssertEqual(flights.opacity, 0)
            XCTAssertFalse(flights.isFocusInGrid)
            turn { !flights.flight.isFlying }
            XCTAssertEqual(seen, seen.sorted())
            XCTAssertTrue(seen.contains { $0 > 0 && $0 < 1 })
            XCTAssertEqual(flights.opacity, 1)
            seen = []
            flights.window.back()
            turn { flights.flight.isClosing }
            XCTAssertEqual(flights.focusedPosition, 3)
            turn { !flights.window.isShowingDetail }
            XCTAssertEqual(Array(seen.dropLast()), seen.dropLast().sorted(by: >))
            XCTAssertTrue(seen.contains { $0 > 0 && $0 < 1 })
            XCTAssertEqual(gtk_widget_get_visible(flights.layer), 0)
            XCTAssertNil(flights.page.lentPosition)
        }
    }

    func testAFadeTurnsAroundWhereItIs() throws {
        try withStillFlights { flights in
            // Before a frame has passed.
            flights.window.detail.open(3, in: flights.page)
            flights.flight.open(3, from: flights.page)
            XCTAssertEqual(flights.opacity, 0)
            flights.flight.close()
            XCTAssertTrue(flights.flight.isClosing)
            XCTAssertEqual(flights.opacity, 0)
            flights.flight.open(3, from: flights.page)
            XCTAssertFalse(flights.flight.isClosing)
            turn { !flights.flight.isFlying }
            XCTAssertEqual(flights.opacity, 1)
            flights.flight.close()
            XCTAssertEqual(flights.opacity, 1)
            flights.flight.open(3, from: flights.page)
            XCTAssertEqual(flights.opacity, 1)
            XCTAssertFalse(flights.isFocusInGrid)
            turn { !flights.flight.isFlying }
            XCTAssertTrue(flights.window.isShowingDetail)
            XCTAssertEqual(flights.opacity, 1)
        }
    }

    func testAFadeIsShortAndTakesTheSameTimeHoweverLongItsFramesAre() {
        MainActor.assumeIsolated {
            for frames in [1, 3, 18] as [Int64] {
                let start: Int64 = 1_000_000
                var opening = PageFade(from: 0, isClosing: false), closing = PageFade(from: 1, isClosing: true)
                opening.advance(to: start)
                closing.advance(to: start)
                for frame in 1...frames {
                    XCTAssertFalse(opening.isOver || closing.isOver)
                    // Its last frame is a little late.
                    let time = start + PageFade.time * frame / frames + (frame == frames ? 200 : 0)
                    opening.advance(to: time)
                    closing.advance(to: time)
                    XCTAssertEqual(opening.opacity, 1 - closing.opacity, accuracy: 1e-9)
                }
                XCTAssertTrue(opening.isOver && closing.isOver)
            }
            XCTAssertLessThanOrEqual(PageFade.time, 200_000)
            // What is left of a fade takes what is left of its time.
            var half = PageFade(from: 0.5, isClosing: true)
            for time in [0, PageFade.time / 4] { half.advance(to: time) }
            XCTAssertEqual(half.opacity, 0.25, accuracy: 1e-9)
            half.advance(to: PageFade.time / 2)
            XCTAssertTrue(half.isOver)
        }
    }
}

/// With a desktop that wants no animations.
private nonisolated func withStillFlights(_ body: @MainActor (FlightWindow) throws -> Void) throws {
    try withFlights { flights in
        setAnimations(false, of: flights.window.window)
        defer { setAnimations(true, of: flights.window.window) }
        try body(flights)
    }
}
