// Stored searches in the window: what a row opens and shows, and how searches are kept, renamed and removed.
import Browse
import CGTK
import Desktop
import Foundation
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class KeptSearchesTests: XCTestCase {
    /// A folder with ten photos.
    private func folder(_ name: String) throws -> String { try TestPictures.folder(named: name, count: 10) }

    @MainActor private static func window(_ memory: PlacesMemory, _ folder: String) -> PlacesWindow {
        _ = TestApplication.shared
        memory.showsSidebar = true
        return PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
    }

    @MainActor private static func list(_ window: PlacesWindow) -> Widget { window.places.sidebar.root.widget }

    /// The name of the row that is selected.
    @MainActor private static func selected(_ window: PlacesWindow) -> String? {
        gtk_list_box_get_selected_row(window.places.sidebar.list).flatMap { row in
            window.places.sidebar.entry(of: row.cast()).map(PlaceText.name)
        }
    }

    /// Opens the row of a name, as a click does.
    @MainActor private static func open(_ name: String, _ window: PlacesWindow) throws {
        runLoop { labels(below: list(window)).contains(name) }
        gtk_widget_activate(try row(name, window))
    }

    @MainActor private static func row(_ name: String, _ window: PlacesWindow) throws -> Widget {
        var child = gtk_widget_get_first_child(window.places.sidebar.list.cast())
        while let row = child, window.places.sidebar.entry(of: row).map(PlaceText.name) != name {
            child = gtk_widget_get_next_sibling(row)
        }
        return try XCTUnwrap(child)
    }

    @MainActor private static func search(_ name: String, _ window: PlacesWindow) throws -> StoredSearch {
        try XCTUnwrap(window.places.sidebar.entry(of: try row(name, window))?.search)
    }

    @MainActor private static func isEnabled(_ command: WindowCommand, _ window: PlacesWindow) -> Bool {
        g_action_group_get_action_enabled(OpaquePointer(window.window.window), command.name) != 0
    }

    @MainActor private static func isOn(_ command: WindowCommand, _ window: PlacesWindow) -> Bool {
        window.window.context.actions.isOn(command)
    }

    /// Answers the question that is open with a text, or with what it suggests.
    @MainActor @discardableResult private static func answer(_ text: String? = nil) throws -> String {
        runLoop { OpenQuestions.dialog != nil }
        let question = try XCTUnwrap(OpenQuestions.dialog)
        let entry = try XCTUnwrap(entry(below: question.cast()))
        let suggestion = String(cString: gtk_editable_get_text(entry.opaque))
        if let text { gtk_editable_set_text(entry.opaque, text) }
        adw_message_dialog_response(question, "accept")
        gtk_window_close(question.cast())
        runLoop { OpenQuestions.dialog == nil }
        return suggestion
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

    func testARowOpensItsFolderWithItsWordsAndItsFilterInTheBars() throws {
        let folder = try folder("kept-row"), other = try self.folder("kept-other")
        let title = (folder as NSString).lastPathComponent, otherTitle = (other as NSString).lastPathComponent
        try MainActor.assumeIsolated {
            let memory = try PlacesWindow.memory("KeptRow")
            memory.searches = ["name=Sea&place=folder:\(folder)&words=jpg&rejected=hidden", "favourites"]
            let window = Self.window(memory, other)
            try Self.open("Sea", window)
            window.wait(for: title)
            let page = try XCTUnwrap(window.window.page)
            var filter = PhotoFilter()
            filter.rejected = .hidden
            runLoop { page.model.query.narrowing == Narrowing(search: "jpg", filter: filter) }
            XCTAssertTrue(Self.isOn(.searchMode, window) && Self.isOn(.filterBar, window))
            XCTAssertEqual(window.window.arranging.search.text, "jpg")
            runLoop { page.model.count == 10 && Self.selected(window) == "Sea" }
            XCTAssertFalse(Self.isEnabled(.keepSearch, window))

            // Other words make it another search.
            window.window.arranging.search.text = "nothing"
            runLoop { page.model.count == 0 && Self.selected(window) == title }
            XCTAssertTrue(Self.isEnabled(.keepSearch, window))
            // The folder is shown: it is not read again.
            try Self.open("Sea", window)
            runLoop { page.model.count == 10 && Self.selected(window) == "Sea" }
            XCTAssertTrue(window.window.page === page)

            try Self.open(otherTitle, window)
            window.wait(for: otherTitle)
            XCTAssertFalse(Self.isOn(.searchMode, window) || Self.isOn(.filterBar, window))
            XCTAssertEqual(window.window.page?.model.query.narrowing, Narrowing.none)
            // Back leads to the search, not only to its folder.
            window.window.back()
            window.wait(for: title)
            runLoop { Self.selected(window) == "Sea" }
            XCTAssertTrue(Self.isOn(.searchMode, window) && Self.isOn(.filterBar, window))
            try Self.open(title, window)
            runLoop { window.window.page !== page && Self.selected(window) == title }
            runLoop { !Self.isOn(.filterBar, window) && window.window.page?.model.count == 10 }
            window.close()
        }
    }

    func testWhatIsSearchedForIsKeptUnderTheSuggestedNameAlsoForTheNextWindow() throws {
        let folder = try folder("kept-keep")
        try MainActor.assumeIsolated {
            let memory = try PlacesWindow.memory("KeptKeep")
            let window = Self.window(memory, folder)
            XCTAssertFalse(Self.isEnabled(.keepSearch, window))
            var filter = PhotoFilter()
            filter.isFavourite = true
            window.window.context.narrow(to: Narrowing(search: "jpg", filter: filter))
            runLoop { Self.isEnabled(.keepSearch, window) }
            window.activate("win.keep-search")
            XCTAssertEqual(try Self.answer(), "jpg, Favourites")
            runLoop { Self.selected(window) == "jpg, Favourites" }
            XCTAssertFalse(Self.isEnabled(.keepSearch, window))
            window.close()

            let next = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            try Self.open("jpg, Favourites", next)
            runLoop { Self.selected(next) == "jpg, Favourites" }
            XCTAssertEqual(next.window.page?.model.query.narrowing, Narrowing(search: "jpg", filter: filter))
            // A name is used once.
            next.window.arranging.search.text = "png"
            runLoop { Self.isEnabled(.keepSearch, next) }
            next.activate("win.keep-search")
            try Self.answer("jpg, Favourites")
            XCTAssertEqual(memory.searches?.count, 4)
            next.close()
        }
    }

    func testARowIsRenamedRemovedAndBroughtBack() throws {
        let folder = try folder("kept-rename")
        try MainActor.assumeIsolated {
            let memory = try PlacesWindow.memory("KeptRename")
            let texts = [
                "name=Sea&place=folder%3A\(folder)&words=sea", "name=Hill&place=folder%3A\(folder)&words=hill",
            ]
            memory.searches = texts
            let window = Self.window(memory, folder)
            try Self.open("Sea", window)
            runLoop { Self.selected(window) == "Sea" }
            XCTAssertFalse(Self.isEnabled(.removeSearch, window))
            let searches = window.places.searches
            searches.point(at: try Self.search("Sea", window))
            window.activate("win.rename-search")
            XCTAssertEqual(try Self.answer("Ocean"), "Sea")
            runLoop { Self.selected(window) == "Ocean" }
            searches.point(at: try Self.search("Ocean", window))
            window.activate("win.remove-search")
            runLoop { !labels(below: Self.list(window)).contains("Ocean") }
            XCTAssertEqual(memory.searches, [texts[1]])
            XCTAssertTrue(Self.isEnabled(.keepSearch, window))
            window.activate("win.restore-search")
            runLoop { Self.selected(window) == "Ocean" }
            XCTAssertEqual(
                memory.searches, [texts[0].replacingOccurrences(of: "name=Sea", with: "name=Ocean"), texts[1]])
            XCTAssertFalse(Self.isEnabled(.restoreSearch, window))
            window.close()
        }
    }

    func testASearchFollowsItsFolderAndHasNoRowWhileThatIsGone() throws {
        let folder = try folder("kept-follow")
        try MainActor.assumeIsolated {
            let memory = try PlacesWindow.memory("KeptFollow")
            let inner = folder + "/inner"
            try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name != "inner" {
                try FileManager.default.moveItem(atPath: folder + "/" + name, toPath: inner + "/" + name)
            }
            memory.searches = [
                "name=Sea&place=folder%3A\(inner)&words=jpg", "name=Gone&place=folder%3A\(folder)/gone&words=jpg",
            ]
            let window = Self.window(memory, inner)
            try Self.open("Sea", window)
            runLoop { Self.selected(window) == "Sea" }
            runLoop { !labels(below: Self.list(window)).contains("Gone") }
            window.places.menu.point(at: .folder(FilePath(inner)))
            window.activate("win.place-rename")
            try Self.answer("outer")
            window.wait(for: "outer")
            // It is still searched in.
            runLoop { Self.selected(window) == "Sea" && window.window.page?.model.count == 10 }
            XCTAssertEqual(memory.searches?.first, "name=Sea&place=folder%3A\(folder)/outer&words=jpg")
            window.close()
        }
    }

    func testTheWordsOfLastMonthAreOnesThatTheSearchUnderstandsInEachLanguage() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let phrases = try String(
            contentsOf: root.appendingPathComponent("Sources/Library/Queries/Search/SearchPhrases.swift"),
            encoding: .utf8)
        for language in ["de", "fr", "es", "he"] {
            let po = try String(contentsOf: root.appendingPathComponent("po/\(language).po"), encoding: .utf8)
            let entry = try XCTUnwrap(po.components(separatedBy: "msgid \"last month\"\nmsgstr \"").dropFirst().first)
            let words = try XCTUnwrap(entry.components(separatedBy: "\"").first).lowercased()
            XCTAssertTrue(phrases.contains("|\(words)|") || phrases.contains("|\(words)\""), words)
        }
    }
}
