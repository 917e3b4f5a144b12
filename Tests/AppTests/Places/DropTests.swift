// Folders and files that are dropped on the window.
import Browse
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class DropTests: XCTestCase {
    func testAFolderThatIsDroppedOnTheTitleIsOpenedAndProseIsNot() throws {
        let (folder, subfolder) = try PlacesWindow.tree("drop")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: nil)
            let target = try XCTUnwrap(
                Self.dropTarget(
                    of: try XCTUnwrap(
                        gtk_widget_get_ancestor(window.places.path.root.widget, adw_header_bar_get_type()))))
            XCTAssertFalse(Self.drop("some words", on: target))
            XCTAssertTrue(Self.drop(files: [subfolder], on: target))
            window.wait(for: "summer")
            XCTAssertTrue(Self.drop("file://\(folder)\r\n", on: target))
            window.wait(for: PlacesWindow.name(folder))
            XCTAssertTrue(Self.drop(files: [folder + "/picture-0.jpg", subfolder + "/picture-1.jpg"], on: target))
            window.wait(for: "2 pictures")
            window.close()
        }
    }

    func testFilesThatAreDroppedOnAFolderComeIntoItAndNothingElseIsShown() throws {
        let (folder, subfolder) = try PlacesWindow.tree("drop-files")
        let other = try TestPictures.folder(named: "drop-from", count: 1)
        let file = other + "/dropped.jpg"
        try FileManager.default.moveItem(atPath: other + "/picture-0.jpg", toPath: file)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: nil)
            let target = try XCTUnwrap(
                window.window.page.flatMap { gtk_widget_get_parent($0.root.widget) }.flatMap(Self.dropTarget))
            XCTAssertFalse(Self.drop(subfolder, on: target))
            XCTAssertEqual(window.window.toasts.last, "Drop it on the title to open it")
            XCTAssertTrue(Self.drop(files: [file], on: target))
            runLoop { window.window.toasts.last == "1 photo moved to “\(PlacesWindow.name(folder))”" }
            XCTAssertTrue(FileManager.default.fileExists(atPath: folder + "/dropped.jpg"))
            XCTAssertFalse(FileManager.default.fileExists(atPath: file))
            window.activate("win.undo")
            runLoop { FileManager.default.fileExists(atPath: file) }
            XCTAssertTrue(Self.drop(files: [subfolder], on: target))
            runLoop { window.window.toasts.last == "Drop it on the title to open it" }
            XCTAssertEqual(window.title, PlacesWindow.name(folder))
            XCTAssertTrue(FileManager.default.fileExists(atPath: subfolder + "/picture-0.jpg"))
            window.close()
        }
    }

    func testNothingIsPutWhereAListOfFilesIsShown() throws {
        let (folder, subfolder) = try PlacesWindow.tree("list")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let files = (0..<2).map { FilePath(folder + "/picture-\($0).jpg") }
            let window = PlacesWindow(showing: .paths(files), memory: nil)
            XCTAssertNil(window.window.context.folder)
            XCTAssertFalse(window.isEnabled("new-folder"))
            let target = try XCTUnwrap(
                window.window.page.flatMap { gtk_widget_get_parent($0.root.widget) }.flatMap(Self.dropTarget))
            XCTAssertTrue(Self.drop(files: [subfolder], on: target))
            window.wait(for: "summer")
            XCTAssertEqual(window.window.context.folder, subfolder)
            XCTAssertTrue(window.isEnabled("new-folder"))
            window.activate("win.back")
            window.wait(for: "2 pictures")
            window.close()
        }
    }

    func testFilesThatAreDroppedOnARowComeIntoItsFolder() throws {
        let (folder, subfolder) = try PlacesWindow.tree("drop-row")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("DropRow")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let sidebar = window.places.sidebar
            runLoop {
                SidebarRows.row("summer", in: sidebar.root.widget).map { gtk_widget_get_height($0) > 0 } ?? false
            }
            let row = try XCTUnwrap(SidebarRows.row("summer", in: sidebar.root.widget))
            let y = try XCTUnwrap(Rectangle(of: row, in: sidebar.list.cast())).y + 5
            try Data([1]).write(to: URL(fileURLWithPath: folder + "/picture-0.xmp"))
            let target = try XCTUnwrap(Self.dropTarget(of: sidebar.root.widget))
            XCTAssertTrue(Self.drop(files: [folder + "/picture-0.jpg"], on: target, y: y))
            // The subfolder has one of that name.
            runLoop { OpenQuestions.dialog != nil }
            let question = try XCTUnwrap(OpenQuestions.dialog)
            adw_message_dialog_response(question, "keep")
            gtk_window_close(question.cast())
            runLoop { window.window.toasts.last == "1 photo moved to “summer”" }
            let there = try FileManager.default.contentsOfDirectory(atPath: subfolder).count
            XCTAssertEqual(there, 5)
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/picture-0.xmp"))
            XCTAssertEqual(window.title, PlacesWindow.name(folder))
            // Below the rows there is no folder.
            XCTAssertFalse(Self.drop(files: [folder + "/picture-1.jpg"], on: target, y: 100_000))
            window.close()
        }
    }

    @MainActor private static func dropTarget(of widget: Widget) -> OpaquePointer? {
        @MainActor func search(_ widget: Widget) -> OpaquePointer? {
            let controllers = gtk_widget_observe_controllers(widget)
            defer { if let controllers { g_object_unref(controllers.object) } }
            for index in 0..<g_list_model_get_n_items(controllers) {
                guard let controller = g_list_model_get_item(controllers, index) else { continue }
                g_object_unref(controller)
                if g_strcmp0(g_type_name_from_instance(controller.cast()), "GtkDropTarget") == 0 {
                    return controller.opaque
                }
            }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                if let found = search(current) { return found }
                child = gtk_widget_get_next_sibling(current)
            }
            return nil
        }
        return search(widget)
    }

    @MainActor private static func drop(_ text: String, on target: OpaquePointer) -> Bool {
        emit(target, g_type_from_name("gchararray")) { g_value_set_string(&$0, text) }
    }

    @MainActor private static func drop(files: [String], on target: OpaquePointer, y: Double = 0) -> Bool {
        var list = files.map { g_file_new_for_path($0) }
        defer { for file in list { if let file { g_object_unref(file.object) } } }
        let boxed = gdk_file_list_new_from_array(&list, gsize(list.count))
        return emit(target, gdk_file_list_get_type(), y: y) { g_value_take_boxed(&$0, boxed?.object) }
    }

    /// Emits `drop` as GTK does.
    @MainActor private static func emit(
        _ target: OpaquePointer, _ type: GType, y: Double = 0, _ fill: (inout GValue) -> Void
    ) -> Bool {
        var value = GValue()
        g_value_init(&value, type)
        fill(&value)
        defer { g_value_unset(&value) }
        var arguments = [GValue(), GValue(), GValue(), GValue()]
        g_value_init(&arguments[0], gtk_drop_target_get_type())
        g_value_set_object(&arguments[0], target.object)
        g_value_init(&arguments[1], g_value_get_type())
        withUnsafePointer(to: &value) { g_value_set_boxed(&arguments[1], $0) }
        for index in 2...3 { g_value_init(&arguments[index], g_type_from_name("gdouble")) }
        g_value_set_double(&arguments[3], y)
        var result = GValue()
        g_value_init(&result, g_type_from_name("gboolean"))
        g_signal_emitv(arguments, g_signal_lookup("drop", gtk_drop_target_get_type()), 0, &result)
        for index in arguments.indices { g_value_unset(&arguments[index]) }
        return g_value_get_boolean(&result) != 0
    }
}
