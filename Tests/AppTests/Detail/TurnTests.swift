// The turning of the opened photo, as it is seen.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class TurnTests: XCTestCase {
    func testThePhotoTurnsFromWhereItLayToWhereItWillLie() {
        withPages(ScriptedSource(count: 3)) { pages in
            pages.openAndWait(1)
            for quarters in [1, -1] {
                untilSeenOnTheWay {
                    let before = pages.page.zoom.rectangle
                    var angles: [Double] = []
                    let frames = pages.eachFrame { angles.append(pages.view.turn.angle) }
                    pages.page.rotate(by: quarters)
                    XCTAssertEqual(pages.view.turn.angle, -90 * Double(quarters))
                    XCTAssertNotEqual(pages.page.zoom.rectangle, before, "where it will lie is known at once")
                    runLoop { pages.view.turn == .rest }
                    runLoop { angles.last == 0 }
                    frames.disconnect()
                    let sizes = angles.map(abs)
                    XCTAssertEqual(sizes, sizes.sorted(by: >))
                    return sizes.contains { $0 > 0 && $0 < 90 }
                }
            }
        }
    }

    func testASecondTurnGoesOnFromWhereTheFirstIs() {
        withPages(ScriptedSource(count: 3)) { pages in
            pages.openAndWait(1)
            pages.page.rotate(by: 1)
            runLoop { pages.view.turn.angle > -80 }
            let before = pages.view.turn.angle
            pages.page.rotate(by: 1)
            XCTAssertEqual(pages.view.turn.angle, before - 90, accuracy: 1e-9)
            runLoop { pages.view.turn.angle > -80 }
            let later = pages.view.turn.angle
            pages.page.rotate(by: -1)
            XCTAssertEqual(pages.view.turn.angle, later + 90, accuracy: 1e-9)
            runLoop { pages.view.turn == .rest }
            XCTAssertEqual(pages.page.zoom.quarterTurns, 1)
        }
    }

    func testThreeQuartersAreOneTheOtherWay() {
        withPages(ScriptedSource(count: 3)) { pages in
            pages.openAndWait(1)
            pages.page.rotate(by: 3)
            XCTAssertEqual(pages.view.turn.angle, 90)
        }
    }

    func testWithoutAnimationsThePhotoIsTurnedAtOnce() {
        withPages(ScriptedSource(count: 3)) { pages in
            pages.openAndWait(1)
            setAnimations(false)
            defer { setAnimations(true) }
            pages.page.rotate(by: 1)
            XCTAssertEqual(pages.view.turn, .rest)
            XCTAssertEqual(pages.page.zoom.quarterTurns, 1)
        }
    }

    func testNothingJumpsWhereTheTurnedPictureTakesThePlaceOfTheOneThatIsDrawnTurned() {
        withPages(ScriptedSource(count: 3)) { pages in
            pages.openAndWait(1)
            pages.page.rotate(by: 1)
            runLoop { pages.view.turn.angle > -80 }
            let (turn, place) = (pages.view.turn, pages.page.zoom.rectangle)
            pages.page.zoom.redraw(quarterTurns: 0)
            XCTAssertEqual(pages.view.turn, turn)
            XCTAssertEqual(pages.page.zoom.rectangle, place)
            runLoop { pages.view.turn == .rest }
        }
    }

    func testAnotherPhotoIsNotTurning() {
        withPages(ScriptedSource(count: 3)) { pages in
            pages.openAndWait(1)
            pages.page.rotate(by: 1)
            XCTAssertTrue(pages.page.navigate(.next))
            XCTAssertEqual(pages.view.turn, .rest)
        }
    }
}

extension PagesWindow {
    fileprivate var view: PhotoView { page.widgets.picture }
}
