// What the window about the program says.
import CGTK
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class AboutDialogTests: XCTestCase {
    func testItNamesTheIssueTrackerAndTheProjectsThatTesseraIsBuiltWith() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = AboutDialog.make()
            defer { gtk_window_destroy(window) }
            let dialog = OpaquePointer(window)
            XCTAssertEqual(String(cString: adw_about_window_get_issue_url(dialog)), AppIdentity.website + "/issues")
            XCTAssertEqual(String(cString: adw_about_window_get_version(dialog)), AppIdentity.version)
            XCTAssertEqual(
                String(cString: adw_about_window_get_debug_info(dialog)).split(separator: "\n").map {
                    $0.prefix { $0 != " " }
                },
                ["Tessera", "GTK", "libadwaita"])
            XCTAssertTrue(AboutText.projects.allSatisfy { $0.contains(" https://") })
        }
    }
}
