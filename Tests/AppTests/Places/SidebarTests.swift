// The sidebar: its rows, what opens them, and its width.
import Browse
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SidebarTests: XCTestCase {
    func testTheSidebarShowsSubfoldersWithCountsAndOpensThem() throws {
        let (folder, subfolder) = try PlacesWindow.tree("sidebar")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Sidebar")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            XCTAssertTrue(window.places.frame.isRevealed)
            let list = window.places.sidebar.root.widget
            runLoop { labels(below: list).contains("3") }
            XCTAssertTrue(labels(below: list).contains("summer"))
            XCTAssertEqual(SidebarRows.selected(in: list), PlacesWindow.name(folder))
            XCTAssertEqual(window.window.page?.model.count, 5)

            let row = try XCTUnwrap(SidebarRows.row("summer", in: list))
            gtk_widget_activate(row)
            window.wait(for: "summer")
            XCTAssertEqual(window.window.page?.model.count, 3)
            runLoop { SidebarRows.selected(in: list) == "summer" }
            XCTAssertEqual(memory.lastShown, "folder:" + subfolder)
            XCTAssertEqual(memory.recentFolders, [folder])

            window.activate("win.go-up")
            window.wait(for: PlacesWindow.name(folder))
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
            gtk_widget_activate(try XCTUnwrap(SidebarRows.row("CARD", in: sidebar.root.widget)))
            runLoop { !mounted.isEmpty }
            XCTAssertEqual(mounted, ["v1"])
            gtk_window_destroy(window)
        }
    }

    func testArrowsInTheSidebarSelectAndLeavingItSelectsWhatIsShown() throws {
        let (folder, _) = try PlacesWindow.tree("arrows")
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Arrows")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let list = window.places.sidebar.root.widget
            runLoop { labels(below: list).contains("3") }
            window.places.sidebar.grabFocus()
            runLoop {
                SidebarRows.row(PlacesWindow.name(folder), in: list).map { gtk_widget_is_focus($0) != 0 } ?? false
            }
            let row = try XCTUnwrap(SidebarRows.row("summer", in: list))
            gtk_list_box_select_row(gtk_widget_get_parent(row)?.opaque, row.cast())
            XCTAssertEqual(SidebarRows.selected(in: list), "summer")
            window.window.page?.grabFocus()
            runLoop { SidebarRows.selected(in: list) == PlacesWindow.name(folder) }
            window.close()
        }
    }

    func testSubfoldersThatComeAndGoAreListedWhileTheFolderIsShown() throws {
        let (folder, subfolder) = try PlacesWindow.tree("living")
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

    func testRowsOpenInPlaceByKeysAndWhatIsBesideThemStays() throws {
        let (folder, subfolder) = try PlacesWindow.tree("tree")
        try FileManager.default.createDirectory(atPath: subfolder + "/deep", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: folder + "/winter", withIntermediateDirectories: true)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Tree")
            memory.showsSidebar = true
            let window = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            let sidebar = window.places.sidebar, list = sidebar.root.widget
            runLoop { labels(below: list).contains("winter") && labels(below: list).contains("3") }
            let row = try XCTUnwrap(SidebarRows.row("summer", in: list)),
                winter = try XCTUnwrap(SidebarRows.row("winter", in: list))
            let summer = try XCTUnwrap(sidebar.entry(of: row))
            sidebar.toggle(summer.id)
            runLoop { labels(below: list).contains("deep") }
            // The same rows, in their places.
            XCTAssertEqual(SidebarRows.row("summer", in: list), row)
            XCTAssertEqual(SidebarRows.row("winter", in: list), winter)
            XCTAssertEqual(window.title, PlacesWindow.name(folder))
            sidebar.toggle(summer.id)
            runLoop { !labels(below: list).contains("deep") }
            XCTAssertEqual(SidebarRows.row("winter", in: list), winter)
            // Opening it keeps its neighbours.
            gtk_widget_activate(row)
            window.wait(for: "summer")
            runLoop { SidebarRows.selected(in: list) == "summer" }
            XCTAssertEqual(SidebarRows.row("winter", in: list), winter)
            window.close()
        }
    }

    func testTheWidthOfTheSidebarIsRememberedAndGivesWay() throws {
        let (folder, _) = try PlacesWindow.tree("width")
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
        let (folder, subfolder) = try PlacesWindow.tree("row-menu")
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
            XCTAssertEqual(window.isEnabled("place-forget"), true)
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
            XCTAssertEqual(window.isEnabled("place-forget"), false)
            window.close()
        }
    }

    func testANarrowWindowHasTheSidebarOverItsContent() throws {
        let (folder, _) = try PlacesWindow.tree("narrow")
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
        let (folder, _) = try PlacesWindow.tree("leaving")
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
}
