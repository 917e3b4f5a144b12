import Browse
// Panel, actions and keys on the detail page of the window: they follow the photo and go with it.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class PhotoToolsTests: XCTestCase {
    /// Nothing is left of a window that is closed: what its objects hold goes with the iteration of the loop in which
    /// they end.
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testThePanelFollowsThePhotoAndGoesWithThePage() throws {
        try withOpenedPhoto { window in
            let info = window.context.info
            XCTAssertFalse(info.isRevealed)
            Self.activate("info", window)
            runLoop { info.isRevealed && Self.values(info).contains("320 × 240, 0.1 megapixels") }
            XCTAssertTrue(Self.values(info).contains("picture-3.jpg"))
            XCTAssertTrue(window.detail.navigate(.next))
            runLoop { Self.values(info).contains("picture-4.jpg") }
            XCTAssertTrue(info.isRevealed)
            window.back()
            runLoop { !info.isRevealed }
            XCTAssertTrue(window.isShowingDetail, "the first Escape takes the panel, not the page")
            Self.activate("info", window)
            runLoop { info.isRevealed }
            Self.activate("info", window)
            runLoop { !info.isRevealed }
            window.back()
            runLoop { !window.isShowingDetail }
        }
    }

    func testTheActionsAreThereForTheOpenedPhotoAndForTheOneOfTheGrid() throws {
        try withOpenedPhoto { window in
            XCTAssertTrue(Self.isEnabled("show-in-files", window))
            XCTAssertTrue(Self.isEnabled("zoom-in", window))
            window.back()
            runLoop { !window.isShowingDetail && window.gallery?.grid.focus.photo != nil }
            XCTAssertTrue(Self.isEnabled("show-in-files", window), "the focused tile's")
            XCTAssertTrue(Self.isEnabled("info", window))
            for name in ["zoom-in", "try-again"] { XCTAssertFalse(Self.isEnabled(name, window), name) }
            Self.activate("select-all", window)
            runLoop { !Self.isEnabled("save-as", window) }
            XCTAssertTrue(Self.isEnabled("copy-photo", window), "several can be copied")
        }
    }

    func testWhatWasDoneIsSaidToThoseWhoHearIt() throws {
        try withOpenedPhoto { window in
            Self.activate("copy-link", window)
            XCTAssertEqual(window.toasts.last, "Path copied")
            let label = firstWidget(below: window.toasts.overlay.widget) {
                g_type_check_instance_is_a($0.cast(), gtk_label_get_type()) != 0
                    && String(cString: gtk_label_get_text($0.opaque)) == "Path copied"
            }
            XCTAssertEqual(label.map { gtk_accessible_get_accessible_role($0.opaque) }, GTK_ACCESSIBLE_ROLE_ALERT)
        }
    }

    func testTheButtonOfThePanelShowsWhetherItIsThere() throws {
        try withOpenedPhoto { window in
            let button = firstWidget(below: window.detail.root.widget) {
                g_type_check_instance_is_a($0.cast(), gtk_toggle_button_get_type()) != 0
                    && tessera_accessible_has_label($0.object, "Photo Information") != 0
            }
            let toggle: UnsafeMutablePointer<GtkToggleButton> = try XCTUnwrap(button).cast()
            XCTAssertEqual(gtk_toggle_button_get_active(toggle), 0)
            Self.activate("info", window)
            runLoop { gtk_toggle_button_get_active(toggle) != 0 }
            window.back()
            runLoop { gtk_toggle_button_get_active(toggle) == 0 }
        }
    }

    @MainActor private static func values(_ info: InfoPanel) -> [String] {
        info.rows.joined().compactMap(\.fact?.value.description)
    }

    @MainActor private static func activate(_ action: String, _ window: MainWindow) {
        gtk_widget_activate_action_variant(window.window.cast(), "win." + action, nil)
    }

    @MainActor private static func isEnabled(_ action: String, _ window: MainWindow) -> Bool {
        g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), action)) != 0
    }

    private func withOpenedPhoto(_ body: @MainActor (MainWindow) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "tools", count: 8)
        try MainActor.assumeIsolated {
            var options = LaunchOptions()
            options.subject = .paths([FilePath(folder)])
            options.usesDiskCache = false
            let window = MainWindow(application: TestApplication.shared, composition: Composition(options: options))
            defer {
                gtk_window_destroy(window.window)
                runLoop { window.page == nil && Tile.tileCount == 0 }
            }
            window.openFirst()
            gtk_window_present(window.window)
            runLoop { window.gallery?.isViewportComplete ?? false }
            window.page?.openPhoto(at: 3)
            runLoop { window.isShowingDetail && window.detail.hasEnded }
            try body(window)
        }
    }
}
