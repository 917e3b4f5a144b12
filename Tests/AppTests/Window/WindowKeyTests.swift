// Keys and buttons that lead through the window: the menu of what is in front, back and forward, and one toast at a time.
import Browse
import CGTK
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class WindowKeyTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testTheMenuKeyOpensTheMenuOfWhatIsInFront() throws {
        try withWindow { window in
            Self.act("open-menu", window)
            runLoop { Self.openMenus(window) == ["Main Menu (F10)"] }
            Self.closeMenus(window)
            window.gallery?.selection.model.apply(.enter)
            runLoop { window.selecting.headers.isShown }
            Self.act("open-menu", window)
            runLoop { Self.openMenus(window) == [MenuText.selection] }
            Self.closeMenus(window)
            window.selecting.leave()
            window.page?.openPhoto(at: 2)
            runLoop { window.isShowingDetail && window.detail.hasEnded }
            Self.act("open-menu", window)
            runLoop { Self.openMenus(window) == ["Photo Menu (F10)"] }
            Self.closeMenus(window)
        }
    }

    func testForwardOpensThePhotoThatWasLeft() throws {
        try withWindow { window in
            Self.act("forward", window)
            XCTAssertFalse(window.isShowingDetail)
            window.page?.openPhoto(at: 2)
            runLoop { window.isShowingDetail && window.detail.hasEnded }
            window.detail.navigate(.next)
            let shown = window.detail.shownRef
            Self.act("back", window)
            runLoop { !window.isShowingDetail }
            Self.act("forward", window)
            runLoop { window.isShowingDetail && window.detail.shownRef == shown }
        }
    }

    func testThePhotosHaveTheFocusAgainAfterTheirPage() throws {
        try withWindow { window in
            window.page?.openPhoto(at: 2)
            runLoop { window.isShowingDetail && window.detail.hasEnded }
            let ref = window.detail.shownRef
            window.back()
            runLoop { !window.isShowingDetail }
            XCTAssertEqual(window.gallery?.grid.focus.photo, ref)
        }
    }

    func testThePhotoThatTheProgramWasStartedWithHasTheFocusBehindItsPage() throws {
        let folder = try TestPictures.folder(named: "first", count: 8)
        try MainActor.assumeIsolated {
            // Left before and after its folder is listed.
            for isListed in [false, true] {
                let opened = FolderWindow(over: ["\(folder)/picture-5.jpg"]) { window in
                    window.isShowingDetail && (!isListed || window.page?.model.count == 8)
                }
                opened.window.back()
                runLoop { !opened.window.isShowingDetail && opened.window.gallery?.grid.focus.photo != nil }
                let page = try XCTUnwrap(opened.window.gallery)
                XCTAssertEqual(page.grid.focus.photo.map { page.model.photo($0).title }, "picture-5.jpg")
                opened.close()
            }
        }
    }

    func testAToastTakesThePlaceOfTheOneBefore() throws {
        try withWindow { window in
            let words = ["one", "two", "three"]
            for word in words { window.toasts.say(word) }
            @MainActor func shown() -> [String] { labels(below: window.toasts.overlay.widget).filter(words.contains) }
            runLoop { shown() == ["three"] }
            // One that is in its place goes, and leaves nothing behind.
            runLoop { !window.toasts.isArriving }
            window.toasts.say("one")
            runLoop { shown() == ["one"] }
        }
    }

    func testSpaceAndBackspaceTurnThePages() {
        func command(_ key: Int32, _ held: GdkModifierType = GdkModifierType(rawValue: 0)) -> DetailCommand? {
            MainActor.assumeIsolated {
                DetailKeys.command(for: UInt32(key), holding: held, isRightToLeft: false)
            }
        }
        XCTAssertEqual(command(GDK_KEY_space), .playOrNavigate(.next))
        XCTAssertEqual(command(GDK_KEY_space, GDK_SHIFT_MASK), .navigate(.previous))
        XCTAssertEqual(command(GDK_KEY_BackSpace), .navigate(.previous))
    }

    @MainActor private static func act(_ action: String, _ window: MainWindow) {
        gtk_widget_activate_action_variant(window.window.cast(), "win." + action, nil)
    }

    @MainActor private static func menuButtons(_ window: MainWindow) -> [Widget] {
        [window.tools.menuButton, window.selecting.headers.menuButton, window.mainMenu].compactMap { $0?.widget }
    }

    /// The tooltips of the buttons whose menus are open.
    @MainActor private static func openMenus(_ window: MainWindow) -> [String] {
        menuButtons(window).filter { isOpen($0) }.compactMap {
            gtk_widget_get_tooltip_text($0).map { String(cString: $0) }
        }
    }

    @MainActor private static func isOpen(_ button: Widget) -> Bool {
        gtk_menu_button_get_popover(button.opaque).map { gtk_widget_get_visible($0.cast()) != 0 } ?? false
    }

    @MainActor private static func closeMenus(_ window: MainWindow) {
        for button in menuButtons(window) { gtk_menu_button_popdown(button.opaque) }
        runLoop { openMenus(window).isEmpty }
    }

    private func withWindow(_ body: @MainActor (MainWindow) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "keys", count: 8)
        try MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            defer { opened.close() }
            try body(opened.window)
        }
    }
}
