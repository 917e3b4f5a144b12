// Ways from place to place: sidebar, path, drop, paste, and the switch for subfolders.
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
    /// A folder with two photos of its own and a subfolder with three.
    private func tree(_ name: String) throws -> (folder: String, subfolder: String) {
        let folder = try TestPictures.folder(named: name, count: 2)
        let inner = try TestPictures.folder(named: name + "-inner", count: 3)
        try FileManager.default.moveItem(atPath: inner, toPath: folder + "/summer")
        return (folder, folder + "/summer")
    }

    private static func name(_ path: String) -> String { (path as NSString).lastPathComponent }

    func testTheSidebarShowsSubfoldersWithCountsAndOpensThem() throws {
        let (folder, subfolder) = try tree("sidebar")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Sidebar")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            XCTAssertTrue(window.places.frame.isRevealed)
            let list = window.places.sidebar.root.widget
            runLoop { labels(below: list).contains("3") }
            XCTAssertTrue(labels(below: list).contains("summer"))
            XCTAssertEqual(Self.selected(in: list), Self.name(folder))
            XCTAssertEqual(window.window.page?.model.count, 5)

            let row = try XCTUnwrap(Self.row("summer", in: list))
            gtk_widget_activate(row)
            window.wait(for: "summer")
            XCTAssertEqual(window.window.page?.model.count, 3)
            runLoop { Self.selected(in: list) == "summer" }
            XCTAssertEqual(memory.lastShown, "folder:" + subfolder)
            XCTAssertEqual(memory.recentFolders, [folder])

            window.activate("win.go-up")
            window.wait(for: Self.name(folder))
            window.close()
        }
    }

    func testARowOfAVolumeThatIsNotMountedMountsIt() throws {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            var mounted: [String] = []
            let sidebar = Sidebar(
                onOpen: { XCTFail("\($0)") }, onSearch: { XCTFail("\($0)") }, onMount: { mounted.append($0) },
                onEject: { XCTFail($0) },
                onExpand: { entry, _ in XCTFail("\(entry)") })
            var facts = PlaceFacts()
            facts.volumes = [PlaceVolume(id: "v1", name: "CARD", path: nil, isCamera: false, canEject: false)]
            sidebar.show(PlaceSections(facts))
            let window: UnsafeMutablePointer<GtkWindow> = made(gtk_window_new()).cast()
            gtk_window_set_child(window, sidebar.root.widget)
            gtk_window_present(window)
            gtk_widget_activate(try XCTUnwrap(Self.row("CARD", in: sidebar.root.widget)))
            runLoop { !mounted.isEmpty }
            XCTAssertEqual(mounted, ["v1"])
            gtk_window_destroy(window)
        }
    }

    func testArrowsInTheSidebarSelectAndLeavingItSelectsWhatIsShown() throws {
        let (folder, _) = try tree("arrows")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Arrows")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let list = window.places.sidebar.root.widget
            runLoop { labels(below: list).contains("3") }
            window.places.sidebar.grabFocus()
            runLoop { Self.row(Self.name(folder), in: list).map { gtk_widget_is_focus($0) != 0 } ?? false }
            let row = try XCTUnwrap(Self.row("summer", in: list))
            gtk_list_box_select_row(gtk_widget_get_parent(row)?.opaque, row.cast())
            XCTAssertEqual(Self.selected(in: list), "summer")
            window.window.page?.grabFocus()
            runLoop { Self.selected(in: list) == Self.name(folder) }
            window.close()
        }
    }

    func testSubfoldersThatComeAndGoAreListedWhileTheFolderIsShown() throws {
        let (folder, subfolder) = try tree("living")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Living")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let list = window.places.sidebar.root.widget
            runLoop { labels(below: list).contains("summer") }
            XCTAssertFalse(labels(below: list).contains("winter"))
            try FileManager.default.copyItem(atPath: subfolder, toPath: folder + "/winter")
            runLoop { labels(below: list).contains("winter") }
            try FileManager.default.removeItem(atPath: subfolder)
            runLoop { !labels(below: list).contains("summer") }
            window.close()
        }
    }

    func testTheSwitchForSubfoldersOpensTheFolderAnewAndIsRemembered() throws {
        let (folder, _) = try tree("depth")
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
        let (folder, subfolder) = try tree("hidden")
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

    func testAFolderThatIsDroppedOnTheTitleIsOpenedAndProseIsNot() throws {
        let (folder, subfolder) = try tree("drop")
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
            window.wait(for: Self.name(folder))
            XCTAssertTrue(Self.drop(files: [folder + "/picture-0.jpg", subfolder + "/picture-1.jpg"], on: target))
            window.wait(for: "2 pictures")
            window.close()
        }
    }

    func testFilesThatAreDroppedOnAFolderComeIntoItAndNothingElseIsShown() throws {
        let (folder, subfolder) = try tree("drop-files")
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
            runLoop { window.window.toasts.last == "1 photo moved to “\(Self.name(folder))”" }
            XCTAssertTrue(FileManager.default.fileExists(atPath: folder + "/dropped.jpg"))
            XCTAssertFalse(FileManager.default.fileExists(atPath: file))
            window.activate("win.undo")
            runLoop { FileManager.default.fileExists(atPath: file) }
            XCTAssertTrue(Self.drop(files: [subfolder], on: target))
            runLoop { window.window.toasts.last == "Drop it on the title to open it" }
            XCTAssertEqual(window.title, Self.name(folder))
            XCTAssertTrue(FileManager.default.fileExists(atPath: subfolder + "/picture-0.jpg"))
            window.close()
        }
    }

    func testNothingIsPutWhereAListOfFilesIsShown() throws {
        let (folder, subfolder) = try tree("list")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let files = (0..<2).map { FilePath(folder + "/picture-\($0).jpg") }
            let window = PlacesWindow(showing: .paths(files), memory: nil)
            XCTAssertNil(window.window.context.folder)
            XCTAssertFalse(Self.isEnabled("new-folder", window))
            let target = try XCTUnwrap(
                window.window.page.flatMap { gtk_widget_get_parent($0.root.widget) }.flatMap(Self.dropTarget))
            XCTAssertTrue(Self.drop(files: [subfolder], on: target))
            window.wait(for: "summer")
            XCTAssertEqual(window.window.context.folder, subfolder)
            XCTAssertTrue(Self.isEnabled("new-folder", window))
            window.activate("win.back")
            window.wait(for: "2 pictures")
            window.close()
        }
    }

    func testFilesThatAreDroppedOnARowComeIntoItsFolder() throws {
        let (folder, subfolder) = try tree("drop-row")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("DropRow")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let sidebar = window.places.sidebar
            runLoop { Self.row("summer", in: sidebar.root.widget).map { gtk_widget_get_height($0) > 0 } ?? false }
            let row = try XCTUnwrap(Self.row("summer", in: sidebar.root.widget))
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
            XCTAssertEqual(window.title, Self.name(folder))
            // Below the rows there is no folder.
            XCTAssertFalse(Self.drop(files: [folder + "/picture-1.jpg"], on: target, y: 100_000))
            window.close()
        }
    }

    func testChoosersBeginInTheShownFolderAndAtTheLastTarget() throws {
        let (folder, subfolder) = try tree("choosers")
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
        let (folder, subfolder) = try tree("moment")
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
        let (folder, _) = try tree("trashed")
        // The trash is the user's own one, in which there may be others.
        let name = Self.name(folder), file = folder + "/\(name).jpg"
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
            XCTAssertFalse(Self.isEnabled("restore", window))
            window.activate("win.trash")
            runLoop { !FileManager.default.fileExists(atPath: file) }
            window.window.context.open(.trash)
            runLoop { window.title == "Trash" && focus(name + ".jpg") }
            for action in [
                "trash", "delete", "cut", "move-to", "rename", "rate", "favourite", "rotate-right", "new-folder",
            ] {
                XCTAssertFalse(Self.isEnabled(action, window), action)
            }
            for action in ["restore", "discard", "empty-trash"] {
                XCTAssertTrue(Self.isEnabled(action, window), action)
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

    func testRowsOpenInPlaceByKeysAndWhatIsBesideThemStays() throws {
        let (folder, subfolder) = try tree("tree")
        try FileManager.default.createDirectory(atPath: subfolder + "/deep", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder + "/winter", withIntermediateDirectories: true)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Tree")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let sidebar = window.places.sidebar, list = sidebar.root.widget
            runLoop { labels(below: list).contains("winter") && labels(below: list).contains("3") }
            let row = try XCTUnwrap(Self.row("summer", in: list)), winter = try XCTUnwrap(Self.row("winter", in: list))
            let summer = try XCTUnwrap(sidebar.entry(of: row))
            sidebar.toggle(summer.id)
            runLoop { labels(below: list).contains("deep") }
            // The same rows, in their places.
            XCTAssertEqual(Self.row("summer", in: list), row)
            XCTAssertEqual(Self.row("winter", in: list), winter)
            XCTAssertEqual(window.title, Self.name(folder))
            sidebar.toggle(summer.id)
            runLoop { !labels(below: list).contains("deep") }
            XCTAssertEqual(Self.row("winter", in: list), winter)
            // Opening it keeps its neighbours.
            gtk_widget_activate(row)
            window.wait(for: "summer")
            runLoop { Self.selected(in: list) == "summer" }
            XCTAssertEqual(Self.row("winter", in: list), winter)
            window.close()
        }
    }

    func testTheWidthOfTheSidebarIsRememberedAndGivesWay() throws {
        let (folder, _) = try tree("width")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Width")
            memory.showsSidebar = true
            for (stored, width) in [(nil, 240), (330, 330), (5, 180), (900, 480)] as [(Int?, Int32)] {
                memory.sidebarWidth = stored
                let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
                let sidebar = window.places.sidebar.root.widget, frame = window.places.frame
                XCTAssertEqual(gtk_widget_get_width(sidebar), width)
                frame.drag(to: 300)
                frame.endDrag()
                XCTAssertEqual(memory.sidebarWidth, 300)
                runLoop { gtk_widget_get_width(sidebar) == 300 }
                window.close()
            }
            // Photos keep their room, and half of a small screen is enough.
            memory.sidebarWidth = 480
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory, size: (760, 600))
            let width = gtk_widget_get_width(window.places.sidebar.root.widget)
            XCTAssertTrue((180..<380).contains(width), "\(width)")
            XCTAssertFalse(window.places.frame.isFolded)
            XCTAssertEqual(memory.sidebarWidth, 480)
            var least: Int32 = 0
            gtk_widget_measure(window.window.window.cast(), GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
            XCTAssertLessThanOrEqual(least, 640)
            window.close()
        }
    }

    func testARowHasAMenuForItsFolder() throws {
        let (folder, subfolder) = try tree("row-menu")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("RowMenu")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let sidebar = window.places.sidebar, list = sidebar.root.widget
            runLoop { labels(below: list).contains("summer") && memory.recentFolders.contains(folder) }
            let menu = window.places.menu
            // The shown folder, which is a recent one.
            menu.point(at: .folder(FilePath(folder)))
            XCTAssertEqual(Self.isEnabled("place-forget", window), true)
            window.activate("win.place-new-folder")
            runLoop { OpenQuestions.dialog != nil }
            let question = try XCTUnwrap(OpenQuestions.dialog)
            adw_message_dialog_response(question, "accept")
            gtk_window_close(question.cast())
            runLoop { labels(below: list).contains("New Folder") }
            XCTAssertTrue(FileManager.default.fileExists(atPath: folder + "/New Folder"))
            window.activate("win.undo")
            runLoop { !labels(below: list).contains("New Folder") }
            window.activate("win.place-forget")
            XCTAssertEqual(memory.recentFolders, [])
            menu.point(at: .folder(FilePath(subfolder)))
            XCTAssertEqual(Self.isEnabled("place-forget", window), false)
            window.close()
        }
    }

    @MainActor private static func isEnabled(_ action: String, _ window: PlacesWindow) -> Bool {
        g_action_group_get_action_enabled(OpaquePointer(window.window.window), action) != 0
    }

    func testAPastedPathIsOpenedAndOtherTextIsSaid() throws {
        let (folder, subfolder) = try tree("paste")
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: nil)
            let clipboard = gtk_widget_get_clipboard(window.window.window.cast())
            gdk_clipboard_set_text(clipboard, "just words")
            window.activate("win.paste")
            runLoop { window.window.toasts.last != nil }
            XCTAssertEqual(window.window.toasts.last, "The clipboard has nothing to open")
            XCTAssertEqual(window.title, Self.name(folder))
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
            window.wait(for: Self.name(folder))
            window.close()
        }
    }

    func testThePathLeadsToTheFoldersAbove() throws {
        let (folder, subfolder) = try tree("path")
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(showing: .paths([FilePath(subfolder)]), memory: nil)
            XCTAssertTrue(labels(below: window.places.path.root.widget).contains(Self.name(folder)))
            XCTAssertEqual(window.places.path.title, "summer")
            XCTAssertEqual(window.places.path.subtitle, "3 photos")
            window.places.path.onClimb(FilePath(folder))
            window.wait(for: Self.name(folder))
            XCTAssertEqual(window.places.path.subtitle, "5 photos")
            window.close()
        }
    }

    func testANarrowWindowHasTheSidebarOverItsContent() throws {
        let (folder, _) = try tree("narrow")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Narrow")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory, size: (360, 640))
            let frame = window.places.frame
            XCTAssertTrue(frame.isFolded)
            XCTAssertFalse(frame.isRevealed)
            // Without its frame.
            XCTAssertLessThanOrEqual(gtk_widget_get_width(window.window.window.cast()), 360)
            window.activate("win.sidebar")
            XCTAssertTrue(frame.isRevealed)
            window.activate("win.escape")
            XCTAssertFalse(frame.isRevealed)
            // What is done to a narrow window's sidebar is not the user's wish for a wide one.
            XCTAssertEqual(memory.showsSidebar, true)
            gtk_window_set_default_size(window.window.window, 900, 640)
            runLoop { !frame.isFolded }
            XCTAssertTrue(frame.isRevealed)
            window.activate("win.sidebar")
            XCTAssertEqual(memory.showsSidebar, false)
            window.close()
        }
    }

    func testWindowsWithASidebarLeaveNothingBehind() throws {
        let (folder, _) = try tree("leaving")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Leaving")
            memory.showsSidebar = true
            @MainActor func openAndClose() {
                let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
                runLoop { labels(below: window.places.sidebar.root.widget).contains("3") }
                window.close()
            }
            for _ in 0..<3 { openAndClose() }
            let before = (Signal.liveClosures, WidgetReference.liveCount)
            for _ in 0..<5 { openAndClose() }
            runLoop { Signal.liveClosures == before.0 && WidgetReference.liveCount == before.1 }
            XCTAssertEqual(Signal.liveClosures, before.0)
            XCTAssertEqual(WidgetReference.liveCount, before.1)
        }
    }

    // MARK: The sidebar's rows

    @MainActor private static func list(in sidebar: Widget) -> Widget? {
        var widget = gtk_widget_get_first_child(sidebar)
        while let current = widget, g_strcmp0(g_type_name_from_instance(current.cast()), "GtkListBox") != 0 {
            widget = gtk_widget_get_first_child(current)
        }
        return widget
    }

    @MainActor private static func row(_ name: String, in sidebar: Widget) -> Widget? {
        guard let list = list(in: sidebar) else { return nil }
        var index: Int32 = 0
        while let row = gtk_list_box_get_row_at_index(list.opaque, index) {
            let widget: Widget = row.cast()
            if labels(below: widget).first == name { return widget }
            index += 1
        }
        return nil
    }

    @MainActor private static func selected(in sidebar: Widget) -> String? {
        list(in: sidebar).flatMap { gtk_list_box_get_selected_row($0.opaque) }.flatMap {
            labels(below: $0.cast()).first
        }
    }

    // MARK: Drops

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
