import Browse
// The detail page's controls: when they fade, what keeps them, and that nothing waits when the page is closed.
import CAccessible
import CGTK
import CWidgets
import Desktop
import ImagePipeline
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ControlsTests: XCTestCase {
    func testTheyFadeWhenNothingMovesAndComeBackAtAMovement() {
        withOpenPage { page, _ in
            runLoop { page.controls.areHidden }
            XCTAssertFalse(page.controls.isWaiting)
            XCTAssertNotEqual(gtk_widget_has_css_class(page.root.widget, "idle"), 0)
            XCTAssertEqual(gtk_widget_get_can_target(page.widgets.next), 0)
            page.controls.wake()
            XCTAssertFalse(page.controls.areHidden)
            XCTAssertEqual(gtk_widget_get_can_target(page.widgets.next), 1)
            XCTAssertEqual(gtk_widget_has_css_class(page.root.widget, "idle"), 0)
            runLoop { page.controls.areHidden }
        }
    }

    func testTheyStayWhileTheKeyboardsFocusIsInThem() {
        withOpenPage { page, window in
            gtk_widget_grab_focus(page.widgets.back)
            gtk_window_set_focus_visible(window, 1)
            var rounds = 0
            page.controls.areHeld = {
                rounds += 1
                return false
            }
            runLoop { rounds > 3 }
            XCTAssertFalse(page.controls.areHidden)
            gtk_widget_grab_focus(page.view.cast())
            runLoop { page.controls.areHidden }
            // The focus brings them back.
            gtk_widget_grab_focus(page.widgets.next)
            XCTAssertFalse(page.controls.areHidden)
        }
    }

    func testTheyStayWhileSomethingHoldsThem() {
        withOpenPage { page, _ in
            var rounds = 0
            page.controls.areHeld = {
                rounds += 1
                return rounds < 4
            }
            page.controls.wake()
            runLoop { page.controls.areHidden }
            XCTAssertEqual(rounds, 4)
        }
    }

    func testNothingWaitsWhenThePageIsClosed() {
        withOpenPage { page, _ in
            page.controls.delay = .seconds(3600)
            page.controls.wake()
            XCTAssertTrue(page.controls.isWaiting)
            page.close()
            XCTAssertFalse(page.controls.isWaiting)
            page.controls.wake()
            XCTAssertFalse(page.controls.isWaiting)
            XCTAssertEqual(FrameTick.liveCount, 0)
        }
    }

    func testEveryButtonHasAName() {
        withOpenPage { page, _ in
            let widgets = page.widgets
            for (button, name) in [
                (widgets.back, "Back to the Grid"), (widgets.previous, "Previous Photo"), (widgets.next, "Next Photo"),
            ] {
                XCTAssertNotEqual(tessera_accessible_has_label(button.object, name), 0, name)
                XCTAssertNotNil(gtk_widget_get_tooltip_text(button), name)
            }
            XCTAssertNotEqual(tessera_accessible_has_label(page.view.object, "Photo 1"), 0)
        }
    }
}

/// Runs on the main actor with a page that is open at the second of three photos, with controls that fade at once.
private nonisolated func withOpenPage(_ body: @MainActor (DetailPage, UnsafeMutablePointer<GtkWindow>) -> Void) {
    MainActor.assumeIsolated {
        _ = TestApplication.shared
        let loader = ImageLoader(
            bytes: ScriptedBytes(), decoder: ScriptedDecoder(), memory: ImageCache(budget: 32 << 20))
        let router = Router()
        let page = DetailPage(loader: loader, router: router)
        page.controls.delay = .milliseconds(1)
        // The window may open under the display's own pointer, which would rest on a control.
        gtk_widget_set_can_target(page.root.widget, 0)
        let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
        gtk_window_set_default_size(window, 640, 480)
        gtk_window_set_child(window, page.root.widget)
        gtk_window_present(window)
        page.open(1, in: ScriptedGallery(ScriptedSource(count: 3)), by: router)
        runLoop { page.hasEnded }
        body(page, window)
        page.close()
        gtk_window_destroy(window)
    }
}
