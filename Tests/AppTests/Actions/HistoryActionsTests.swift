// Undo and redo in the window: what the menu names, what the tiles show, and what is said.
import Browse
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class HistoryActionsTests: XCTestCase {
    override func tearDown() { MainActor.assumeIsolated { runLoop { Texture.liveCount == 0 } } }

    func testTheMenuNamesTheActAndTheTilesFollow() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            runLoop { window.history.shown == ["Undo", "Redo"] }
            for (position, stars) in [3, 4, 5].enumerated() {
                window.target.pointed = .photo(page.model.ref(at: position))
                runLoop { Self.isEnabled("rate", window) }
                Self.act("rate", g_variant_new_int32(Int32(stars)), window)
                runLoop { window.history.shown[0] == "Undo Stars of “picture-\(position)”" }
            }
            window.target.pointed = nil
            Self.act("select-all", nil, window)
            // The window hears of the selection in the next turn.
            runLoop { window.target.count == 3 && Self.isEnabled("rate", window) }
            Self.act("rate", g_variant_new_int32(0), window)
            runLoop { (0..<3).allSatisfy { page.model.marks(of: page.model.ref(at: $0)) == .none } }
            runLoop { window.history.shown == ["Undo Stars of 3 Photos", "Redo"] }
            XCTAssertEqual(window.toasts.last, "No Stars: 3 photos")
            Self.act("undo", nil, window)
            runLoop { (0..<3).map { page.model.marks(of: page.model.ref(at: $0)).stars } == [3, 4, 5] }
            runLoop { window.history.shown == ["Undo Stars of “picture-2”", "Redo Stars of 3 Photos"] }
            XCTAssertEqual(window.toasts.last, "Stars of 3 photos restored")
            runLoop { (0..<3).map { page.grid.tile(at: $0)?.marks.stars } == [3, 4, 5] }
            runLoop { Self.isEnabled("redo", window) }
            Self.act("redo", nil, window)
            runLoop { (0..<3).allSatisfy { page.model.marks(of: page.model.ref(at: $0)) == .none } }
            runLoop { window.history.shown == ["Undo Stars of 3 Photos", "Redo"] }
        }
    }

    func testUndoOfATurnIsOfTheTurnAndNotOfWhatWasTrashedBefore() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            page.grid.focus.move(to: page.model.ref(at: 0))
            runLoop { Self.isEnabled("trash", window) }
            Self.act("trash", nil, window)
            runLoop { page.model.count == 2 }
            runLoop { window.history.shown[0] == "Undo Delete “picture-0”" }
            page.grid.focus.move(to: page.model.ref(at: 0))
            runLoop { Self.isEnabled("rotate-right", window) }
            let before = FileManager.default.contents(atPath: folder + "/picture-1.jpg")
            // Undo is asked for while the turn may still be written.
            Self.act("rotate-right", nil, window)
            Self.act("rate", g_variant_new_int32(2), window)
            Self.act("undo", nil, window)
            Self.act("undo", nil, window)
            runLoop { window.toasts.last == "Rotation of 1 photo undone" }
            XCTAssertEqual(FileManager.default.contents(atPath: folder + "/picture-1.jpg"), before)
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/picture-1.jpg.xmp"))
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/picture-0.jpg"))
            runLoop { window.history.shown == ["Undo Delete “picture-0”", "Redo Rotate “picture-1”"] }
            Self.act("undo", nil, window)
            runLoop { page.model.count == 3 }
        }
    }

    func testThePhotoThatUndoBringsBackIsShown() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            page.events.open(page.model.ref(at: 1))
            runLoop { window.detail.hasEnded && window.transition == nil }
            Self.act("trash", nil, window)
            runLoop { page.model.count == 2 && window.detail.shownPhoto?.title == "picture-2.jpg" }
            Self.act("undo", nil, window)
            runLoop { window.detail.shownPhoto?.title == "picture-1.jpg" }
            window.back()
            runLoop { !window.isShowingDetail }
            page.grid.focus.move(to: page.model.ref(at: 2))
            Self.act("trash", nil, window)
            runLoop { page.model.count == 2 }
            page.grid.focus.move(to: page.model.ref(at: 0))
            Self.act("undo", nil, window)
            runLoop { page.grid.focus.photo.map { page.model.photo($0).title } == "picture-2.jpg" }
        }
    }

    func testAUserWhoHasGoneOnSinceUndoWasAskedForIsLeftAlone() throws {
        try withWindow { window, folder in
            let page = try XCTUnwrap(window.gallery)
            @MainActor func trash(_ position: Int) {
                page.grid.focus.move(to: page.model.ref(at: position))
                runLoop { Self.isEnabled("trash", window) }
                Self.act("trash", nil, window)
            }
            trash(2)
            runLoop { page.model.count == 2 && Self.isEnabled("undo", window) }
            Self.act("undo", nil, window)
            page.grid.focus.move(to: page.model.ref(at: 0))
            runLoop { page.model.count == 3 && !window.context.composition.files.isBusy }
            settle()
            XCTAssertEqual(page.grid.focus.photo.map { page.model.photo($0).title }, "picture-0.jpg")
            // Asked for before the photo has gone from the grid.
            trash(1)
            Self.act("undo", nil, window)
            runLoop { window.toasts.last?.contains("restored") == true && page.model.count == 3 }
            runLoop { page.grid.focus.photo.map { page.model.photo($0).title } == "picture-1.jpg" }
            page.events.open(page.model.ref(at: 1))
            runLoop { window.detail.hasEnded && window.transition == nil }
            Self.act("trash", nil, window)
            runLoop { page.model.count == 2 && window.detail.shownPhoto?.title == "picture-2.jpg" }
            Self.act("undo", nil, window)
            XCTAssertTrue(window.detail.navigate(.previous))
            runLoop { page.model.count == 3 && !window.context.composition.files.isBusy }
            settle()
            XCTAssertEqual(window.detail.shownPhoto?.title, "picture-0.jpg")
        }
    }

    func testAFolderThatNoWindowShowsIsNamed() throws {
        let root = try TestPictures.folder(named: "history", count: 1)
        try MainActor.assumeIsolated {
            for name in ["Trip", "Home"] {
                try FileManager.default.createDirectory(atPath: root + "/" + name, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: root + "/picture-0.jpg", toPath: root + "/\(name)/\(name).jpg")
            }
            let shown = FolderWindow(over: [root + "/Trip"]), window = shown.window
            let page = try XCTUnwrap(window.gallery)
            page.grid.focus.move(to: page.model.ref(at: 0))
            runLoop { Self.isEnabled("trash", window) }
            Self.act("trash", nil, window)
            runLoop { page.model.count == 0 && window.history.shown[0] == "Undo Delete “Trip”" }
            window.open(.paths([FilePath(root + "/Home")]))
            runLoop { window.page?.model.source.root == root + "/Home" && window.gallery?.isViewportComplete == true }
            Self.act("undo", nil, window)
            runLoop { window.toasts.last == "Undone: 1 photo is back in “Trip”" }
            // What cannot be undone stays, and is said.
            runLoop { Self.isEnabled("redo", window) }
            Self.act("redo", nil, window)
            runLoop { window.toasts.last == "Redone in “Trip”: 1 photo moved to the trash" }
            runLoop { window.history.shown[0] == "Undo Delete “Trip”" && !Self.isEnabled("redo", window) }
            try Data([1]).write(to: URL(fileURLWithPath: root + "/Trip/Trip.jpg"))
            Self.act("undo", nil, window)
            runLoop { window.toasts.last?.contains("Another file already has this name.") == true }
            XCTAssertEqual(window.toasts.last, "Trip.jpg: Another file already has this name.")
            // The history is read again after the reversal.
            runLoop { window.history.shown[0] == "Undo Delete “Trip”" }
            shown.close()
        }
    }

    func testNamesInTheMenuKeepTheirUnderscores() throws {
        try withWindow { window, folder in
            let item = made(g_menu_model_get_item_attribute_value(window.history.menu.pointer.cast(), 0, "label", nil))
            defer { g_variant_unref(item) }
            XCTAssertEqual(String(cString: g_variant_get_string(item, nil)), "Undo")
            let title = ActTitle(kind: .turn, count: 1, name: "DSC_4006.JPG")
            XCTAssertEqual(HistoryText.entry(.undo, title), "Undo Rotate “DSC_4006”")
            let long = ActTitle(kind: .move, count: 1, name: FileName(String(repeating: "a", count: 80) + ".jpg"))
            XCTAssertEqual(HistoryText.entry(.redo, long), "Redo Move “\(String(repeating: "a", count: 40))…”")
            XCTAssertEqual(
                HistoryText.entry(.undo, ActTitle(kind: .move, count: 12, name: nil)), "Undo Move of 12 Photos")
        }
    }

    /// A plain letter or digit in the grid is text for the search, and nothing else.
    func testNoLetterAndNoDigitActsWithoutAModifier() throws {
        try withWindow { window, _ in
            var keys: [String] = []
            keys += CommandKeys.all(.program).flatMap(\.keys)
            keys += Self.shortcuts(below: window.window.cast(), outside: window.detail.root.widget)
            XCTAssertGreaterThan(keys.count, 40)
            let held = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue
            for key in keys {
                var value: UInt32 = 0, modifiers = GdkModifierType(rawValue: 0)
                XCTAssertNotEqual(gtk_accelerator_parse(key, &value, &modifiers), 0, key)
                let isText = g_unichar_isalnum(gdk_keyval_to_unicode(value)) != 0
                XCTAssertFalse(isText && modifiers.rawValue & held == 0, "\(key) acts")
            }
            for reach in [CommandKeys.Reach.program, .window, .grid, .photo] {
                // It has the keys of the trash, where there is none.
                let others = CommandKeys.all(reach).filter { $0.action != WindowCommand.discard.rawValue }
                let keys = others.flatMap(\.keys)
                XCTAssertEqual(Set(keys).count, keys.count, "a key of \(reach) has two commands")
            }
            let deleting = [WindowCommand.trash, .discard].map { $0.definition.keys.flatMap(\.keys) }
            XCTAssertEqual(deleting[0], deleting[1])
            // What acts on photos comes first, and would hide a key of the whole program.
            let everywhere = Set(CommandKeys.all(.program).flatMap(\.keys))
            for reach in [CommandKeys.Reach.grid, .photo] {
                XCTAssertEqual(everywhere.intersection(CommandKeys.all(reach).flatMap(\.keys)), [], "\(reach)")
            }
        }
    }

    /// The keys of the window's own actions that widgets below another one have.
    @MainActor private static func shortcuts(below widget: Widget, outside: Widget) -> [String] {
        guard widget != outside else { return [] }
        var keys: [String] = []
        let controllers = made(gtk_widget_observe_controllers(widget))
        defer { g_object_unref(controllers.object) }
        for index in 0..<g_list_model_get_n_items(controllers) {
            guard let controller = g_list_model_get_item(controllers, index) else { continue }
            defer { g_object_unref(controller) }
            let instance = controller.assumingMemoryBound(to: GTypeInstance.self)
            guard g_type_check_instance_is_a(instance, gtk_shortcut_controller_get_type()) != 0 else { continue }
            let list = OpaquePointer(controller)
            for index in 0..<g_list_model_get_n_items(list) {
                guard let item = g_list_model_get_item(list, index) else { continue }
                defer { g_object_unref(item) }
                guard let text = gtk_shortcut_action_to_string(gtk_shortcut_get_action(OpaquePointer(item))) else {
                    continue
                }
                defer { g_free(text) }
                guard String(cString: text).contains("win."),
                    let key = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(OpaquePointer(item)))
                else { continue }
                defer { g_free(key) }
                keys.append(String(cString: key))
            }
        }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            keys += shortcuts(below: current, outside: outside)
            child = gtk_widget_get_next_sibling(current)
        }
        return keys
    }

    @MainActor private static func act(_ name: String, _ parameter: OpaquePointer?, _ window: MainWindow) {
        gtk_widget_activate_action_variant(window.window.cast(), "win." + name, parameter)
    }

    @MainActor private static func isEnabled(_ name: String, _ window: MainWindow) -> Bool {
        g_action_get_enabled(g_action_map_lookup_action(OpaquePointer(window.window), name)) != 0
    }

    private func withWindow(_ body: @MainActor (MainWindow, String) throws -> Void) throws {
        let folder = try TestPictures.folder(named: "history", count: 3)
        try MainActor.assumeIsolated {
            let shown = FolderWindow(over: [folder])
            try body(shown.window, folder)
            shown.close()
        }
    }
}
