// From photo to photo on the page: the old one moves out and the new one in.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SlideTests: XCTestCase {
    func testTheNextPhotoComesFromTheEndOfTheLineAndTheOneBeforeFromItsStart() {
        for (direction, side) in [(GTK_TEXT_DIR_LTR, 1.0), (GTK_TEXT_DIR_RTL, -1.0)] {
            withPages(ScriptedSource(count: 10)) { pages in
                gtk_widget_set_direction(pages.page.view.cast(), direction)
                pages.openAndWait(5)
                let width = Double(pages.room.width)
                untilSeenOnTheWay {
                    var seen = 0
                    for (step, sign) in [(PhotoStep.next, side), (.previous, -side)] {
                        let offsets = pages.frames { XCTAssertTrue(pages.page.navigate(step)) }.map { $0 * sign }
                        XCTAssertEqual(offsets.first, width)
                        XCTAssertEqual(offsets, offsets.sorted(by: >))
                        XCTAssertEqual(offsets.last, 0)
                        if offsets.contains(where: { $0 > 0 && $0 < width }) { seen += 1 }
                    }
                    return seen == 2
                }
            }
        }
    }

    func testAQuickRowOfPhotosDoesNotQueueUp() {
        withPages(ScriptedSource(count: 40)) { pages in
            pages.openAndWait(5)
            pages.page.quickNavigation = .seconds(60)
            XCTAssertTrue(pages.page.navigate(.next))
            let view = pages.page.widgets.picture
            XCTAssertTrue(view.isSliding)
            // Much quicker than photos slide: they are shown at once.
            for index in 7..<30 {
                XCTAssertTrue(pages.page.navigate(.next))
                XCTAssertFalse(view.isSliding)
                XCTAssertEqual(view.slideOffset, 0)
                XCTAssertEqual(pages.page.shownIndex, index)
            }
        }
    }

    func testAPhotoInTheMiddleOfASlideTakesItOver() {
        withPages(ScriptedSource(count: 10)) { pages in
            pages.openAndWait(5)
            let view = pages.page.widgets.picture, width = Double(pages.room.width)
            pages.page.navigate(.next)
            runLoop { view.slideOffset < width / 2 }
            let before = view.slideOffset
            pages.page.navigate(.next)
            XCTAssertEqual(view.slideOffset, before + width, accuracy: 1)
            XCTAssertLessThanOrEqual(view.slidingPages, 2)
            runLoop { !view.isSliding }
            XCTAssertEqual(pages.page.shownIndex, 7)
            XCTAssertEqual(view.slidingPages, 0)
        }
    }

    func testNothingSlidesWithoutAnimationsNorToAPhotoOfAnotherPlace() {
        withPages(ScriptedSource(count: 10)) { pages in
            pages.openAndWait(5)
            setAnimations(false)
            pages.page.navigate(.next)
            XCTAssertFalse(pages.page.widgets.picture.isSliding)
            setAnimations(true)
            // The page is opened anew.
            pages.page.close()
            pages.openAndWait(2)
            XCTAssertFalse(pages.page.widgets.picture.isSliding)
        }
    }

    func testNoTextureOutlivesASlide() {
        // What tests before this one have left is on its way out.
        MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } }
        withPages(ScriptedSource(count: 10)) { pages in
            pages.openAndWait(5)
            pages.page.navigate(.next)
            XCTAssertTrue(pages.page.widgets.picture.isSliding)
            pages.page.close()
            XCTAssertFalse(pages.page.widgets.picture.isSliding)
        }
        MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } }
    }
}

extension PagesWindow {
    /// Opens a photo, and waits for it and its neighbours.
    func openAndWait(_ index: Int) {
        open(index)
        runLoop { page.hasEnded && page.picture.heldPictures == 3 }
    }

    /// Offsets of the shown photo in all frames of a slide that `start` begins.
    fileprivate func frames(from start: () -> Void) -> [Double] {
        let view = page.widgets.picture
        start()
        var offsets = [view.slideOffset]
        let frames = eachFrame { offsets.append(view.slideOffset) }
        runLoop { !view.isSliding && offsets.last == 0 }
        frames.disconnect()
        return offsets
    }
}
