// Ways from place to place: path, paste, trash, choosers, and the switches for subfolders and hidden files.
import Browse
import CGTK
import Codecs
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class GoingPlacesTests: XCTestCase {
    func testTheSwitchForSubfoldersOpensTheFolderAnewAndIsRemembered() throws {
        let (folder, _) = try PlacesWindow.tree("depth")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Depth")
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            XCTAssertEqual(window.window.page?.model.count, 5)
            window.activate("win.with-subfolders")
            runLoop { window.window.page?.model.count == 2 }
            XCTAssertFalse(memory.showsSubfolders)
            window.close()
            let next = PlacesWindow(memory: memory)
            XCTAssertEqual(next.window.page?.model.count, 2)
            next.activate("win.with-subfolders")
            runLoop { next.window.page?.model.count == 5 }
            next.close()
        }
    }

    func testTheSwitchForHiddenFilesKeepsThePageWithItsPhotosAndIsRemembered() throws {
        let (folder, subfolder) = try PlacesWindow.tree("hidden")
        try FileManager.default.moveItem(atPath: subfolder, toPath: folder + "/.summer")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Hidden")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let page = try XCTUnwrap(window.window.page), list = window.places.sidebar.root.widget
            XCTAssertEqual(page.model.count, 2)
            let refs = (0..<2).map { page.model.ref(at: $0) }
            window.activate("win.show-hidden")
            runLoop { page.model.count == 5 && labels(below: list).contains(".summer") }
            XCTAssertTrue(window.window.page === page)
            for ref in refs { XCTAssertNotNil(page.model.position(of: ref)) }
            XCTAssertTrue(memory.showsHidden)
            window.activate("win.show-hidden")
            runLoop { page.model.count == 2 && !labels(below: list).contains(".summer") }
            XCTAssertEqual((0..<2).map { page.model.ref(at: $0) }, refs)
            window.activate("win.show-hidden")
            window.close()
            let next = PlacesWindow(memory: memory)
            runLoop { next.window.page?.model.count == 5 }
            next.close()
        }
    }

    func testChoosersBeginInTheShownFolderAndAtTheLastTarget() throws {
        let (folder, subfolder) = try PlacesWindow.tree("choosers")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Choosers")
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            for action in ["win.open-folder", "win.open-file"] {
                XCTAssertEqual(Self.start(of: action, in: window), folder, action)
            }
            // Named by the settings, which another window may have changed.
            memory.recentTargets = [FilePath(subfolder)]
            window.window.gallery?.grid.focus.move(to: try XCTUnwrap(window.window.page?.model.snapshot.ref(at: 0)))
            for action in ["win.copy-to", "win.move-to"] {
                XCTAssertEqual(Self.start(of: action, in: window), subfolder, action)
            }
            memory.recentTargets = [FilePath(folder + "/gone")]
            XCTAssertEqual(Self.start(of: "win.copy-to", in: window), folder)
            window.close()
        }
    }

    /// Returns the folder in which the dialog of an action begins, and cancels that.
    @MainActor private static func start(of action: String, in window: PlacesWindow) -> String? {
        func dialog() -> Widget? {
            let windows = gtk_window_get_toplevels()
            for index in 0..<g_list_model_get_n_items(windows) {
                guard let found = g_list_model_get_item(windows, index) else { continue }
                defer { g_object_unref(found) }
                let instance = found.assumingMemoryBound(to: GTypeInstance.self)
                if g_strcmp0(g_type_name_from_instance(instance), "GtkFileChooserDialog") == 0,
                    gtk_widget_get_visible(found.assumingMemoryBound(to: GtkWidget.self)) != 0
                {
                    return found.assumingMemoryBound(to: GtkWidget.self)
                }
            }
            return nil
        }
        window.activate(action)
        var folder: String?
        runLoop {
            guard let dialog = dialog(), let file = gtk_file_chooser_get_current_folder(dialog.opaque) else {
                return false
            }
            defer { g_object_unref(file.object) }
            folder = FilePath.take(g_file_get_path(file))
            return folder != nil
        }
        if let dialog = dialog() { gtk_dialog_response(dialog.cast(), GTK_RESPONSE_CANCEL.rawValue) }
        runLoop { dialog() == nil }
        return folder
    }

    func testAFileThatIsOpenedDoesNotChangeWhatTheNextStartShows() throws {
        let (folder, subfolder) = try PlacesWindow.tree("moment")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Moment")
            let first = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            XCTAssertEqual(first.places.shownFolder, FilePath(folder))
            XCTAssertFalse(first.places.isForTheMoment)
            first.close()
            let second = PlacesWindow(showing: .paths([FilePath(subfolder + "/picture-1.jpg")]), memory: memory)
            XCTAssertTrue(second.places.isForTheMoment)
            XCTAssertNil(second.places.shownFolder)
            second.places.windowWillClose()
            XCTAssertEqual(memory.lastShown, "folder:" + folder)
            XCTAssertEqual(memory.recentFolders, [folder])
            // Going to the folder is another matter.
            second.window.context.open(.paths([FilePath(subfolder)]))
            runLoop { memory.lastShown == "folder:" + subfolder }
            XCTAssertEqual(second.places.shownFolder, FilePath(subfolder))
            second.close()
        }
    }

    func testAPhotoComesBackFromTheTrash() throws {
        let (folder, _) = try PlacesWindow.tree("trashed")
        // The trash is the user's own one, in which there may be others.
        let name = PlacesWindow.name(folder), file = folder + "/\(name).jpg"
        try FileManager.default.moveItem(atPath: folder + "/picture-0.jpg", toPath: file)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Trash")
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            @MainActor func focus(_ title: String) -> Bool {
                guard let page = window.window.gallery else { return false }
                let model = page.model
                let refs = (0..<model.count).map { model.snapshot.ref(at: $0) }
                guard let ref = refs.first(where: { model.photo($0).title == title }) else { return false }
                page.grid.focus.move(to: ref)
                return true
            }
            XCTAssertTrue(focus(name + ".jpg"))
            XCTAssertFalse(window.isEnabled("restore"))
            window.activate("win.trash")
            runLoop { !FileManager.default.fileExists(atPath: file) }
            window.window.context.open(.trash)
            runLoop { window.title == "Trash" && focus(name + ".jpg") }
            for action in [
                "trash", "delete", "cut", "move-to", "rename", "rate", "favourite", "rotate-right", "new-folder",
            ] {
                XCTAssertFalse(window.isEnabled(action), action)
            }
            for action in ["restore", "discard", "empty-trash"] {
                XCTAssertTrue(window.isEnabled(action), action)
            }
            // What has taken its place stays.
            try Data([1]).write(to: URL(fileURLWithPath: file))
            window.activate("win.restore")
            runLoop { OpenQuestions.dialog != nil }
            let question = try XCTUnwrap(OpenQuestions.dialog)
            XCTAssertEqual(
                String(cString: adw_message_dialog_get_body(question)),
                "The photo will be restored as “\(name) (2).jpg”.")
            adw_message_dialog_response(question, "restore")
            gtk_window_close(question.cast())
            runLoop { window.window.toasts.last == "1 photo restored from the trash" }
            XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: file)), Data([1]))
            XCTAssertTrue(FileManager.default.fileExists(atPath: folder + "/\(name) (2).jpg"))
            runLoop { !focus(name + ".jpg") }
            // Where the next start goes on is elsewhere.
            XCTAssertEqual(memory.lastShown, "folder:" + folder)
            window.close()
        }
    }

    func testAPastedPathIsOpenedAndOtherTextIsSaid() throws {
        let (folder, subfolder) = try PlacesWindow.tree("paste")
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: nil)
            let clipboard = gtk_widget_get_clipboard(window.window.window.cast())
            gdk_clipboard_set_text(clipboard, "just words")
            window.activate("win.paste")
            runLoop { window.window.toasts.last != nil }
            XCTAssertEqual(window.window.toasts.last, "The clipboard has nothing to open")
            XCTAssertEqual(window.title, PlacesWindow.name(folder))
            gdk_clipboard_set_text(clipboard, subfolder)
            window.activate("win.paste")
            window.wait(for: "summer")
            // Files are copied into the shown folder, and a folder is opened.
            let (file, copy) = (folder + "/another.jpg", subfolder + "/another.jpg")
            try? FileManager.default.copyItem(atPath: folder + "/picture-1.jpg", toPath: file)
            @MainActor func offer(_ path: String) {
                let provider = PictureContent.files([path])
                gdk_clipboard_set_content(clipboard, provider)
                if let provider { g_object_unref(provider) }
            }
            offer(file)
            window.activate("win.paste")
            runLoop { window.window.toasts.last == "1 photo copied to “summer”" }
            XCTAssertTrue(FileManager.default.contentsEqual(atPath: file, andPath: copy))
            XCTAssertFalse(window.window.isShowingDetail)
            offer(folder)
            window.activate("win.paste")
            window.wait(for: PlacesWindow.name(folder))
            window.close()
        }
    }

    func testThePathLeadsToTheFoldersAbove() throws {
        let (folder, subfolder) = try PlacesWindow.tree("path")
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(subfolder)]), memory: nil)
            XCTAssertTrue(labels(below: window.places.path.root.widget).contains(PlacesWindow.name(folder)))
            XCTAssertEqual(window.places.path.title, "summer")
            XCTAssertEqual(window.places.path.subtitle, "3 photos")
            window.places.path.onClimb(FilePath(folder))
            window.wait(for: PlacesWindow.name(folder))
            XCTAssertEqual(window.places.path.subtitle, "5 photos")
            window.close()
        }
    }
}
