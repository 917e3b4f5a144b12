// The ring around the photo on which keys act.
import Browse
import CGTK
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FocusRingTests: XCTestCase {
    func testTheRingStaysAfterAKeyWhenGTKHidesItsOwn() throws {
        let folder = try TestPictures.folder(named: "focus-ring", count: 6)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: nil)
            let view = try XCTUnwrap(window.window.gallery?.grid.view)
            let gtkWindow = window.window.window
            gtk_window_set_focus_visible(gtkWindow, 0)
            gtk_widget_remove_css_class(view, FocusRing.style)
            // As a key does it, and the clock three seconds later.
            gtk_window_set_focus_visible(gtkWindow, 1)
            XCTAssertNotEqual(gtk_widget_has_css_class(view, FocusRing.style), 0)
            gtk_window_set_focus_visible(gtkWindow, 0)
            XCTAssertNotEqual(gtk_widget_has_css_class(view, FocusRing.style), 0)
            window.close()
        }
    }
}
