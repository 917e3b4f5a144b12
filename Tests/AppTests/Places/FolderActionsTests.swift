// What is done with a folder by its row in the sidebar.
import Browse
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class FolderActionsTests: XCTestCase {
    private func tree(_ name: String) throws -> (folder: String, subfolder: String) {
        let folder = try TestPictures.folder(named: name, count: 2)
        let inner = try TestPictures.folder(named: name + "-inner", count: 60)
        try FileManager.default.moveItem(atPath: inner, toPath: folder + "/summer")
        return (folder, folder + "/summer")
    }

    @MainActor private static func isEnabled(_ action: String, _ window: PlacesWindow) -> Bool {
        g_action_group_get_action_enabled(OpaquePointer(window.window.window), action) != 0
    }

    /// Answers the question that is open with a text.
    @MainActor private static func answer(_ text: String) throws {
        runLoop { OpenQuestions.dialog != nil }
        let question = try XCTUnwrap(OpenQuestions.dialog)
        let entry = try XCTUnwrap(entry(below: question.cast()))
        gtk_editable_set_text(entry.opaque, text)
        adw_message_dialog_response(question, "accept")
        gtk_window_close(question.cast())
    }

    @MainActor private static func entry(below widget: Widget) -> Widget? {
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            let instance = UnsafeMutableRawPointer(current).assumingMemoryBound(to: GTypeInstance.self)
            if g_type_check_instance_is_a(instance, gtk_entry_get_type()) != 0 { return current }
            if let found = entry(below: current) { return found }
            child = gtk_widget_get_next_sibling(current)
        }
        return nil
    }

    func testARenamedFolderIsShownUnderItsNewNameAtTheSamePlace() throws {
        let (folder, subfolder) = try tree("rename-shown")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("RenameShown")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let list = window.places.sidebar.root.widget
            runLoop { labels(below: list).contains("summer") && memory.recentFolders.contains(folder) }
            window.window.open(.paths([FilePath(subfolder)]))
            window.wait(for: "summer")
            window.window.gallery?.grid.scroll(toTop: 40)
            let gallery = try XCTUnwrap(window.window.gallery)
            // The layout changes once more with the proportions of what comes into view.
            runLoop { gallery.grid.scrollOffset > 100 && gallery.isViewportComplete }
            let offset = window.window.gallery?.grid.scrollOffset
            window.places.menu.point(at: .folder(FilePath(subfolder)))
            XCTAssertTrue(Self.isEnabled("place-rename", window))
            window.activate("win.place-rename")
            try Self.answer("winter")
            window.wait(for: "winter")
            XCTAssertTrue(FileManager.default.fileExists(atPath: folder + "/winter"))
            runLoop { window.window.gallery?.grid.scrollOffset == offset }
            runLoop { labels(below: list).contains("winter") && !labels(below: list).contains("summer") }
            XCTAssertEqual(memory.recentFolders.first, folder + "/winter")
            window.activate("win.undo")
            window.wait(for: "summer")
            runLoop { window.window.gallery?.grid.scrollOffset == offset }
            // The place before it is that of before, whatever the names were meanwhile.
            window.window.back()
            window.wait(for: (folder as NSString).lastPathComponent)
            window.close()
        }
    }

    func testAFolderAboveTheShownOneTakesItAlongAndAPlaceOfTheDesktopKeepsItsName() throws {
        let (folder, subfolder) = try tree("rename-above")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("RenameAbove")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(subfolder)]), memory: memory)
            window.places.menu.point(at: .folder(FilePath(NSHomeDirectory())))
            XCTAssertFalse(Self.isEnabled("place-rename", window))
            window.places.menu.point(at: .folder("/"))
            XCTAssertFalse(Self.isEnabled("place-rename", window))
            window.places.menu.point(at: .folder(FilePath(folder)))
            window.activate("win.place-rename")
            let name = (folder as NSString).lastPathComponent + " renamed"
            try Self.answer(name)
            let moved = (folder as NSString).deletingLastPathComponent + "/" + name + "/summer"
            runLoop { window.places.shownFolder == FilePath(moved) }
            window.waitUntilShown()
            XCTAssertEqual(window.window.gallery?.model.count, 60)
            window.activate("win.undo")
            runLoop { window.places.shownFolder == FilePath(subfolder) }
            window.waitUntilShown()
            window.close()
        }
    }

    func testThePropertiesCountWhatIsInAFolder() throws {
        let (folder, _) = try tree("properties")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: nil)
            window.places.menu.point(at: .folder(FilePath(folder)))
            window.activate("win.place-properties")
            runLoop { OpenQuestions.dialog != nil }
            let dialog = try XCTUnwrap(OpenQuestions.dialog)
            runLoop { labels(below: dialog.cast()).contains("62") }
            XCTAssertTrue(labels(below: dialog.cast()).contains(folder))
            gtk_window_close(dialog.cast())
            runLoop { OpenQuestions.dialog == nil }
            window.close()
        }
    }

    func testTypingInTheSidebarGoesToTheRowOfThatName() throws {
        let (folder, _) = try tree("typing")
        for name in ["autumn", "spring"] {
            try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        }
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("TypingPlaces")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let sidebar = window.places.sidebar
            runLoop { labels(below: sidebar.root.widget).contains("spring") }
            sidebar.grabFocus()
            runLoop { sidebar.focused?.entry.place?.path == FilePath(folder) }
            XCTAssertTrue(sidebar.find("s"))
            runLoop { sidebar.focused?.entry.name == "spring" }
            XCTAssertTrue(sidebar.find("u"))
            runLoop { sidebar.focused?.entry.name == "summer" }
            // No row begins so: the focus stays.
            XCTAssertTrue(sidebar.find("x"))
            XCTAssertEqual(sidebar.focused?.entry.name, "summer")
            window.close()
        }
    }
}
