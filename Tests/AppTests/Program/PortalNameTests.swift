// The name by which the desktop's portal puts its dialogs over a window.
import CGTK
import Desktop
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PortalNameTests: XCTestCase {
    func testAShownWindowHasOneNameAndAClosedOneNone() {
        MainActor.assumeIsolated {
            let bare = BareWindow(), name = PortalName(of: bare.window)
            gtk_window_present(bare.window)
            runLoop { gtk_widget_get_mapped(bare.window.cast()) != 0 }
            var names: [String] = []
            for _ in 0..<2 { Task { names.append(await name.text) } }
            runLoop { names.count == 2 }
            let display = gtk_widget_get_display(bare.window.cast())
            let isWayland = String(cString: g_type_name_from_instance(UnsafeMutableRawPointer(made(display)).cast()))
                .contains("Wayland")
            XCTAssertTrue(names[0].hasPrefix(isWayland ? "wayland:" : "x11:"), names[0])
            XCTAssertFalse(names[0].hasSuffix(":"))
            XCTAssertEqual(names[0], names[1])

            let late = PortalName(of: bare.window)
            Task { names.append(await late.text) }
            bare.close()
            runLoop { names.count == 3 }
            XCTAssertEqual(names.last, "")
        }
    }
}
