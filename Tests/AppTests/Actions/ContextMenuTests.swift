import Browse
// The context menus of grid and viewer: what they are opened on, what their actions act on, and what they leave behind.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class ContextMenuTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testAMenuOutsideTheSelectionIsOfItsPhotoAndInsideOfTheSelection() throws {
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery), refs = (0..<4).map(page.model.ref(at:))
            page.selection.model.apply(.toggle(refs[0]))
            page.selection.model.apply(.toggle(refs[1]))
            Self.open(on: 3, in: window)
            XCTAssertEqual(window.target.photos?.refs, [refs[3]])
            XCTAssertEqual(page.selection.model.refs, [refs[0], refs[1]], "the selection stays")
            Self.close(window)
            Self.open(on: 1, in: window)
            XCTAssertEqual(window.target.photos?.refs, [refs[0], refs[1]])
            Self.close(window)
            XCTAssertEqual(window.target.count, 2, "without a menu it is the selection")
        }
    }

    func testAMenuWithoutASelectionIsOfTheFocusedPhotoWhichKeepsTheFocus() throws {
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery)
            page.grid.focus.move(to: page.model.ref(at: 2))
            Self.act("context-menu", window)
            runLoop { window.menus.isOpen }
            XCTAssertEqual(window.target.photos?.refs, [page.model.ref(at: 2)])
            Self.close(window)
            XCTAssertEqual(page.grid.focus.photo, page.model.ref(at: 2))
        }
    }

    func testTheActionOfAnEntryActsOnThePhotoOfTheMenu() throws {
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery)
            page.selection.model.apply(.toggle(page.model.ref(at: 0)))
            Self.open(on: 2, in: window)
            let copy = try XCTUnwrap(Self.item("Copy", below: page.root.widget))
            gtk_widget_activate(copy)
            runLoop { window.toasts.last == "Photo copied" }
            XCTAssertFalse(window.menus.isOpen)
            XCTAssertNil(window.target.pointed)
        }
    }

    func testAStarOfTheMenuIsGivenAndTakenAway() throws {
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery), ref = page.model.ref(at: 2)
            for stars in [3, 0] {
                Self.open(on: 2, in: window)
                gtk_widget_activate(try XCTUnwrap(Self.button(MarkText.entry(stars), below: page.root.widget)))
                runLoop { page.model.marks(of: ref).stars == stars && !window.menus.isOpen }
            }
        }
    }

    func testALatestTargetTakesACopy() throws {
        let target = try TestPictures.folder(named: "menu-target", count: 0)
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery), targets = TargetMenus()
            targets.show([FilePath(target)])
            let menu: UnsafeMutablePointer<GMenuModel> = targets.copy.pointer.cast()
            XCTAssertEqual(g_menu_model_get_n_items(menu), 2, "the latest ones, and another one")
            let odd = "/a::b(1) 'x'\n\u{10FEE9}"
            targets.show([FilePath(odd)])
            let latest = made(g_menu_model_get_item_link(menu, 0, "section"))
            defer { g_object_unref(latest) }
            let path = made(g_menu_model_get_item_attribute_value(latest, 0, "target", nil))
            defer { g_variant_unref(path) }
            XCTAssertEqual(String(cString: g_variant_get_string(path, nil)), odd)
            page.grid.focus.move(to: page.model.ref(at: 1))
            gtk_widget_activate_action_variant(
                window.window.cast(), WindowCommand.copyToFolder.rawValue, g_variant_new_string(target))
            runLoop { FileManager.default.fileExists(atPath: target + "/picture-1.jpg") }
        }
    }

    /// A menu that is higher than a window of 960 × 540 logical pixels scrolls: 1920 × 1080 at scale 2.
    func testAllMenusFitASmallWindow() throws {
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery)
            @MainActor func height() -> Int32 {
                var natural: Int32 = 0
                let popover = Self.popover(below: window.window.cast())
                gtk_widget_measure(popover, GTK_ORIENTATION_VERTICAL, -1, nil, &natural, nil, nil)
                return natural
            }
            Self.open(on: 2, in: window)
            XCTAssertLessThan(height(), 500, "on a photo")
            Self.close(window)
            page.grid.focus.move(to: page.model.ref(at: 0))
            window.menus.open(atX: 500, y: 500)
            runLoop { window.menus.isOpen }
            XCTAssertLessThan(height(), 500, "on the ground")
            Self.close(window)
            window.mainMenu.open()
            runLoop { window.mainMenu.isOpen }
            XCTAssertLessThan(height(), 500, "the primary menu")
            window.mainMenu.close()
            runLoop { !window.mainMenu.isOpen }
            window.page?.openPhoto(at: 1)
            runLoop { window.isShowingDetail && window.detail.hasEnded && window.transition == nil }
            Self.act("context-menu", window)
            runLoop { window.menus.isOpen }
            XCTAssertLessThan(height(), 500, "on the opened photo")
            Self.close(window)
        }
    }

    func testAMenuOfAHeadingIsOfItsSection() throws {
        try withWindow { window in
            gtk_widget_activate_action_variant(
                window.window.cast(), WindowCommand.group.rawValue, g_variant_new_string("folder"))
            let page = try XCTUnwrap(window.gallery)
            runLoop { page.grid.headings.place(of: 0) != nil && page.grid.heading(atX: 30, y: 10) != nil }
            window.menus.open(atX: 30, y: 10)
            runLoop { window.menus.isOpen }
            XCTAssertEqual(window.target.count, 5)
            XCTAssertNotNil(Self.item("Select Group", below: page.root.widget))
            Self.act("select-section", window)
            XCTAssertEqual(page.selection.model.refs.count, 5)
            Self.close(window)
        }
    }

    func testWhatIsOfNoUseIsNotInTheMenu() throws {
        try withWindow { window in
            let page = try XCTUnwrap(window.gallery)
            Self.open(on: 1, in: window)
            XCTAssertNil(Self.item(MenuText.tryAgain, below: page.root.widget), "nothing has failed")
            XCTAssertNotNil(Self.item(MenuText.open, below: page.root.widget))
            Self.close(window)
        }
    }

    func testTheViewersMenuZooms() throws {
        try withWindow { window in
            window.page?.openPhoto(at: 1)
            runLoop { window.isShowingDetail && window.detail.hasEnded && window.transition == nil }
            Self.act("context-menu", window)
            runLoop { window.menus.isOpen }
            XCTAssertEqual(window.target.count, 1)
            Self.close(window)
            XCTAssertFalse(window.detail.zoom.canPan)
            for _ in 0..<8 { Self.act("zoom-in", window) }
            runLoop { window.detail.zoom.canPan }
            Self.act("zoom-whole", window)
            runLoop { !window.detail.zoom.canPan }
        }
    }

    func testAClosedMenuLeavesNothingBehind() throws {
        try withWindow { window in
            Self.open(on: 1, in: window)
            Self.close(window)
            runLoop { FrameTick.liveCount == 0 }
            let before = Instances.now
            for position in 0..<10 {
                Self.open(on: position % 5, in: window)
                Self.close(window)
            }
            runLoop { Instances.now == before }
            XCTAssertEqual(Instances.now, before)
        }
    }

    // MARK: Doing

    /// Opens the menu by a click on a photo.
    @MainActor private static func open(on position: Int, in window: MainWindow) {
        guard let grid = window.gallery?.grid else { return }
        let cell = grid.cell(at: position)
        window.menus.open(atX: cell.midX, y: cell.midY)
        runLoop { window.menus.isOpen }
    }

    @MainActor private static func close(_ window: MainWindow) {
        window.menus.stop()
        runLoop { !window.menus.isOpen && window.target.pointed == nil }
    }

    @MainActor private static func act(_ name: String, _ window: MainWindow) {
        gtk_widget_activate_action_variant(window.window.cast(), "win." + name, nil)
    }

    /// The entry of an open menu that says `text` and is shown.
    @MainActor private static func item(_ text: String, below widget: Widget) -> Widget? {
        firstWidget(below: widget) {
            g_strcmp0(g_type_name_from_instance($0.cast()), "GtkModelButton") == 0
                && gtk_widget_get_visible($0) != 0 && tessera_accessible_has_label($0.object, text) != 0
        }
    }

    /// The button of a row of an open menu that has a name.
    @MainActor private static func button(_ name: String, below widget: Widget) -> Widget? {
        firstWidget(below: widget) {
            g_strcmp0(g_type_name_from_instance($0.cast()), "GtkButton") == 0
                && tessera_accessible_has_label($0.object, name) != 0
        }
    }

    @MainActor private static func popover(below widget: Widget) -> Widget? {
        firstWidget(below: widget) { g_type_check_instance_is_a($0.cast(), gtk_popover_menu_get_type()) != 0 }
    }

    private func withWindow(_ body: @MainActor (MainWindow) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "menus", count: 5)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            try body(shown.window)
            shown.close()
        }
    }
}
