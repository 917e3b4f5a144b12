// A page that fades instead of a zoom transition: where the desktop wants no animations, and where there is no tile.
import Browse
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FadeTests: XCTestCase {
    func testWithoutAnimationsThePageFadesInAndOutAndNothingFlies() throws {
        try withoutAnimations { transitions in
            var seen: [Double] = [], isSeenOpening = false, isSeenClosing = false
            transitions.eachFrame { seen.append(transitions.opacity) }
            untilSeenOnTheWay {
                seen = []
                transitions.open(3)
                runLoop { transitions.window.isShowingDetail }
                XCTAssertEqual(transitions.opacity, 0)
                XCTAssertFalse(transitions.isFocusInGrid)
                runLoop { !transitions.controller.isRunning }
                XCTAssertEqual(seen, seen.sorted())
                if seen.contains(where: { $0 > 0 && $0 < 1 }) { isSeenOpening = true }
                XCTAssertEqual(transitions.opacity, 1)
                seen = []
                transitions.window.back()
                runLoop { transitions.controller.isClosing }
                XCTAssertEqual(transitions.focusedPosition, 3)
                runLoop { !transitions.window.isShowingDetail }
                XCTAssertEqual(Array(seen.dropLast()), seen.dropLast().sorted(by: >))
                if seen.contains(where: { $0 > 0 && $0 < 1 }) { isSeenClosing = true }
                XCTAssertEqual(gtk_widget_get_visible(transitions.layer), 0)
                XCTAssertNil(transitions.page.hiddenPosition)
                return isSeenOpening && isSeenClosing
            }
        }
    }

    func testAFadeTurnsAroundWhereItIs() throws {
        try withoutAnimations { transitions in
            // Before a frame has passed.
            transitions.page.openPhoto(at: 3)
            transitions.window.detail.open(in: transitions.page)
            transitions.controller.open(3, from: transitions.page)
            XCTAssertEqual(transitions.opacity, 0)
            transitions.controller.close()
            XCTAssertTrue(transitions.controller.isClosing)
            XCTAssertEqual(transitions.opacity, 0)
            transitions.controller.open(3, from: transitions.page)
            XCTAssertFalse(transitions.controller.isClosing)
            runLoop { !transitions.controller.isRunning }
            XCTAssertEqual(transitions.opacity, 1)
            transitions.controller.close()
            XCTAssertEqual(transitions.opacity, 1)
            transitions.controller.open(3, from: transitions.page)
            XCTAssertEqual(transitions.opacity, 1)
            XCTAssertFalse(transitions.isFocusInGrid)
            runLoop { !transitions.controller.isRunning }
            XCTAssertTrue(transitions.window.isShowingDetail)
            XCTAssertEqual(transitions.opacity, 1)
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
private nonisolated func withoutAnimations(_ body: @MainActor (TransitionWindow) throws -> Void) throws {
    try withTransitions { transitions in
        setAnimations(false, of: transitions.window.window)
        defer { setAnimations(true, of: transitions.window.window) }
        try body(transitions)
    }
}
