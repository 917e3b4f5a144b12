// How long a toast stays that is about an opened photo.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ToastsTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testWhatWasSaidOfAnOpenedPhotoEndsWhenThatIsLeft() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            let context = transitions.window.context, toasts = context.toasts
            context.sayOfPhotos("Copied")
            runLoop { !toasts.isArriving }
            XCTAssertTrue(toasts.isShown)
            XCTAssertTrue(context.detail.navigate(.next))
            XCTAssertFalse(toasts.isShown, "at once, not after its time")
            context.sayOfPhotos("Copied")
            runLoop { !toasts.isArriving }
            context.detail.close()
            XCTAssertFalse(toasts.isShown)
        }
    }

    func testOneThatIsStillArrivingEndsOnceItIsInItsPlace() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            let context = transitions.window.context, toasts = context.toasts
            context.sayOfPhotos("Copied")
            XCTAssertTrue(context.detail.navigate(.next))
            XCTAssertFalse(toasts.isShown)
            // What is said meanwhile stays.
            context.sayOfPhotos("Copied again")
            XCTAssertTrue(toasts.isShown)
            runLoop { !toasts.isArriving }
            XCTAssertTrue(toasts.isShown)
            XCTAssertEqual(toasts.last, "Copied again")
        }
    }

    func testWhatIsSaidOfOtherThingsStays() throws {
        try withTransitions { transitions in
            transitions.openFully(3)
            let context = transitions.window.context, toasts = context.toasts
            context.say("A drive was ejected")
            runLoop { !toasts.isArriving }
            XCTAssertTrue(context.detail.navigate(.next))
            XCTAssertTrue(toasts.isShown)
            // In the grid, too.
            transitions.window.back()
            runLoop { !transitions.window.isShowingDetail && !transitions.controller.isRunning }
            context.sayOfPhotos("3 photos copied")
            transitions.openFully(5)
            XCTAssertTrue(toasts.isShown)
        }
    }
}
