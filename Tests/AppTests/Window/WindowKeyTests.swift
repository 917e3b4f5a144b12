// Keys and buttons that lead through the window: the menu of what is in front, back and forward, and one toast at a
// time.
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
            _ = window.selecting.escape()
            window.page?.openPhoto(at: 2)
            runLoop { window.isShowingDetail && window.detail.hasEnded }
            Self.act("open-menu", window)
            runLoop { Self.openMenus(window) == ["Photo Menu (F10)"] }
            Self.closeMenus(window)
        }
    }

    /// A window that waits unseen ends the program under a screen reader (ShortcutsDialog.swift).
    func testTheWindowOfTheShortcutsIsThereWhileItIsShown() throws {
        try withWindow { window in
            XCTAssertEqual(Self.shortcutsWindows, [])
            Self.act("show-help-overlay", window)
            let shown = try XCTUnwrap(Self.shortcutsWindows.first)
            XCTAssertTrue(gtk_widget_get_visible(shown.cast()) != 0)
            final class Ends { var count = 0 }
            let ends = Ends()
            g_object_weak_ref(
                shown.cast(),
                { context, _ in context.map { Unmanaged<Ends>.fromOpaque($0).takeRetainedValue().count += 1 } },
                Unmanaged.passRetained(ends).toOpaque())
            gtk_window_close(shown.cast())
            runLoop { ends.count == 1 }
            XCTAssertEqual(Self.shortcutsWindows, [])
        }
    }

    @MainActor private static var shortcutsWindows: [Widget] {
        let all = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(all)).compactMap { index in
            guard let item = g_list_model_get_item(all, index) else { return nil }
            g_object_unref(item)
            let instance = item.assumingMemoryBound(to: GTypeInstance.self)
            let isOne = g_type_check_instance_is_a(instance, gtk_shortcuts_window_get_type()) != 0
            return isOne ? item.assumingMemoryBound(to: GtkWidget.self) : nil
        }
    }

    func testWhatHadTheFocusHasItAgainWhenTheMenuCloses() throws {
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery)
            @MainActor func focus() -> Widget? { gtk_window_get_focus(window.window) }
            // Opens the menu, sees that it has the focus, and closes it.
            @MainActor func useMenu(by open: () -> Void) {
                open()
                runLoop { Self.hasMenuTheFocus(in: window) }
                Self.closeMenus(window)
            }
            page.grid.focus.move(to: page.model.ref(at: 3))
            page.grabFocus()
            let tile = try XCTUnwrap(focus())
            useMenu { Self.act("open-menu", window) }
            XCTAssertEqual(focus(), tile)
            // As a click and an assistive technology do.
            let button = try XCTUnwrap(Self.toggle(window.mainMenu))
            useMenu { gtk_widget_activate(button.cast()) }
            XCTAssertEqual(focus(), tile)
            XCTAssertEqual(page.grid.focus.photo, page.model.ref(at: 3))
            page.selection.model.apply(.enter)
            runLoop { window.selecting.headers.isShown }
            Self.act("open-menu", window)
            runLoop { Self.hasMenuTheFocus(in: window) }
            // The menu is of the photo that had the focus, as nothing is selected.
            XCTAssertEqual(window.target.photos?.refs, [page.model.ref(at: 3)])
            Self.closeMenus(window)
            XCTAssertEqual(focus(), tile)
            _ = window.selecting.escape()
            window.page?.openPhoto(at: 2)
            runLoop { window.isShowingDetail && window.detail.hasEnded && window.transition == nil }
            let view = try XCTUnwrap(focus())
            useMenu { Self.act("open-menu", window) }
            XCTAssertEqual(focus(), view)
        }
    }

    func testAWindowThatClosesWithItsMenuOpenLeavesNothingBehind() throws {
        let folder = try TestPictures.folder(named: "menu", count: 3)
        MainActor.assumeIsolated {
            @MainActor func openAndClose() {
                let opened = FolderWindow(over: [folder])
                Self.act("open-menu", opened.window)
                runLoop { !Self.openMenus(opened.window).isEmpty }
                opened.close()
            }
            openAndClose()
            runLoop { Instances.now.tiles == 0 && Instances.now.frameTicks == 0 }
            let before = Instances.now
            for _ in 0..<3 { openAndClose() }
            runLoop { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
        }
    }

    func testAnEmptyFolderHasTheFocusOnTheWayOut() throws {
        let folder = try TestPictures.folder(named: "empty", count: 0)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder]) { $0.page?.model.phase == .empty }
            defer { opened.close() }
            runLoop {
                gtk_window_get_focus(opened.window.window).map(labels(below:)) == [ChoiceText.openFolder]
            }
        }
    }

    func testAPageInPlaceOfThePhotosHasTheFocusItselfWhereItHasNoButton() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let page = StatusPage(), window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            gtk_window_set_child(window, page.root.widget)
            gtk_window_present(window)
            page.show(icon: "user-trash-symbolic", title: "Empty", detail: "", choices: [])
            page.grabFocus()
            XCTAssertEqual(gtk_window_get_focus(window), page.root.widget)
            gtk_window_destroy(window)
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

    @MainActor private static func menuButtons(_ window: MainWindow) -> [MenuButton] {
        [window.mainMenu] + window.features.flatMap(\.menuButtons)
    }

    /// The button in a menu button's box.
    @MainActor private static func toggle(_ button: MenuButton) -> UnsafeMutablePointer<GtkToggleButton>? {
        gtk_widget_get_first_child(button.root.widget)?.cast()
    }

    /// The tooltips of the buttons whose menus are open.
    @MainActor private static func openMenus(_ window: MainWindow) -> [String] {
        menuButtons(window).filter(\.isOpen).compactMap {
            toggle($0).flatMap { gtk_widget_get_tooltip_text($0.cast()) }.map { String(cString: $0) }
        }
    }

    @MainActor private static func closeMenus(_ window: MainWindow) {
        for button in menuButtons(window) { button.close() }
        runLoop { openMenus(window).isEmpty && menuButtons(window).allSatisfy { !isPressed($0) } }
    }

    @MainActor private static func hasMenuTheFocus(in window: MainWindow) -> Bool {
        gtk_window_get_focus(window.window).flatMap { gtk_widget_get_ancestor($0, gtk_popover_menu_get_type()) } != nil
    }

    @MainActor private static func isPressed(_ button: MenuButton) -> Bool {
        toggle(button).map { gtk_toggle_button_get_active($0) != 0 } ?? false
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
