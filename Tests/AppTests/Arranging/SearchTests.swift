import Browse
// The search in the window: what begins it, what it shows, and where its end leads.
import CAccessible
import CGTK
import CWidgets
import Desktop
import Library
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class SearchTests: XCTestCase {
    func testTextBeginsASearchAndTheKeysOfTheGridDoNot() {
        MainActor.assumeIsolated {
            let none = GdkModifierType(rawValue: 0)
            for key in "aZ9>é/".unicodeScalars {
                XCTAssertTrue(TypeToSearch.isBegun(by: gdk_unicode_to_keyval(key.value), held: none), "\(key)")
            }
            XCTAssertTrue(TypeToSearch.isBegun(by: UInt32(GDK_KEY_A), held: GDK_SHIFT_MASK))
            for key in [
                GDK_KEY_space, GDK_KEY_plus, GDK_KEY_minus, GDK_KEY_KP_Add, GDK_KEY_KP_Subtract, GDK_KEY_Return,
                GDK_KEY_Escape, GDK_KEY_Left, GDK_KEY_Home, GDK_KEY_Tab, GDK_KEY_Delete, GDK_KEY_F5,
            ] {
                XCTAssertFalse(TypeToSearch.isBegun(by: UInt32(key), held: none), "\(key)")
            }
            for held in [GDK_CONTROL_MASK, GDK_ALT_MASK, GDK_SUPER_MASK] {
                XCTAssertFalse(TypeToSearch.isBegun(by: UInt32(GDK_KEY_a), held: held))
            }
        }
    }

    func testEachChangeOfTheTextIsASearchAndEscapeEndsIt() throws {
        let folder = try TestPictures.folder(named: "search", count: 12)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            XCTAssertTrue(tessera_accessible_has_label(window.arranging.search.entry.object, "Search Photos") != 0)
            XCTAssertEqual(state("search-mode", window), "false")
            activate("find", nil, window)
            XCTAssertTrue(window.arranging.search.isOpen)
            XCTAssertEqual(state("search-mode", window), "true")
            // A key that comes before the next frame finds an input method.
            let entry = gtk_editable_get_delegate(window.arranging.search.entry)
            XCTAssertEqual(entry.map { gtk_widget_get_realized($0.cast()) }, 1)
            for text in ["p", "pi", "picture-1"] {
                window.arranging.search.text = text
                runLoop { window.page?.model.query.search == text }
            }
            window.escape()
            XCTAssertFalse(window.arranging.search.isOpen)
            XCTAssertEqual(window.arranging.search.text, "")
            runLoop { window.page?.model.query == Query() && window.page?.model.count == 12 }
            // Escape has nothing to end any more.
            window.escape()
            XCTAssertEqual(state("search-mode", window), "false")
            opened.close()
        }
    }

    func testASearchShowsItsFirstHitsAndItsEndWhatWasThereBefore() throws {
        // As many hits as fill the window twice.
        let folder = try TestPictures.folder(named: "search-top", count: 200)
        try MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            let grid = try XCTUnwrap(window.gallery?.grid)
            grid.scroll(toTop: 120)
            runLoop { grid.scrollOffset > 500 }
            let offset = grid.scrollOffset
            activate("find", nil, window)
            window.arranging.search.text = "picture-1"
            runLoop { window.page?.model.count == 111 && grid.scrollOffset == 0 }
            window.escape()
            runLoop { window.page?.model.count == 200 && grid.scrollOffset == offset }
            opened.close()
        }
    }

    func testTheEntrySaysWhatCanBeSearchedAndTheBarWhatIsShownForASlip() throws {
        let folder = try TestPictures.folder(named: "search-slip", count: 3)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            let bar = window.arranging.search.root.widget
            let entry = gtk_editable_get_delegate(window.arranging.search.entry)
            XCTAssertEqual(
                entry.flatMap { gtk_text_get_placeholder_text($0.cast()) }.map { String(cString: $0) },
                ButtonText.searchHint)
            window.arranging.search.open()
            window.arranging.search.text = "pictrue"
            let note = "No photo matches “pictrue”; showing “picture”"
            runLoop { labels(below: bar).contains(note) && window.page?.model.count == 3 }
            window.arranging.search.text = "picture"
            runLoop { !labels(below: bar).contains(note) && window.page?.model.count == 3 }
            window.arranging.search.text = "zzzzz"
            let page = window.window
            runLoop {
                labels(below: page.cast()).contains { $0.hasSuffix(StatusText.searchExamples.joined(separator: "\n")) }
            }
            opened.close()
        }
    }

    func testASearchOfTenThousandCharactersIsAnsweredAndEnds() throws {
        let folder = try TestPictures.folder(named: "search-long", count: 12)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            activate("find", nil, window)
            for long in [String(repeating: "x", count: 10_000), String(repeating: "ö ", count: 5_000)] {
                window.arranging.search.text = long
                runLoop { window.page?.model.query.search.isEmpty == false && window.page?.model.count == 0 }
                // The entry takes no more than a search looks at.
                XCTAssertLessThanOrEqual(window.arranging.search.text.utf8.count, 2_000)
                window.arranging.search.text = ""
                runLoop { window.page?.model.count == 12 }
            }
            window.arranging.search.text = String(repeating: "picture ", count: 1_250)
            runLoop { window.page?.model.query.search.isEmpty == false && window.page?.model.count == 12 }
            window.escape()
            XCTAssertFalse(window.arranging.search.isOpen)
            runLoop { window.page?.model.query == Query() && window.page?.model.count == 12 }
            opened.close()
        }
    }

    func testAnotherFolderEndsTheSearchAndAnotherOrderDoesNot() throws {
        let folder = try TestPictures.folder(named: "search-ends", count: 5)
        MainActor.assumeIsolated {
            let opened = FolderWindow(over: [folder])
            let window = opened.window
            activate("find", nil, window)
            window.arranging.search.text = "picture"
            activate("descending", "true", window)
            runLoop { window.page?.model.query == Query(isDescending: true, search: "picture") }
            window.open(.paths([FilePath(folder + "/..")]))
            runLoop { window.page?.model.source.identity.text.hasSuffix("search-ends-\(getpid())") == false }
            XCTAssertEqual(window.page?.model.query.search, "")
            XCTAssertFalse(window.arranging.search.isOpen)
            opened.close()
        }
    }

    func testASearchOfTheCommandLineIsInTheEntry() throws {
        let folder = try TestPictures.folder(named: "search-asked", count: 5)
        MainActor.assumeIsolated {
            var options = LaunchOptions()
            options.subject = .paths([FilePath(folder)])
            options.query = QueryRequest(search: "picture")
            options.usesDiskCache = false
            let window = MainWindow(application: TestApplication.shared, composition: Composition(options: options))
            window.openFirst()
            gtk_window_present(window.window)
            runLoop { window.page?.model.phase == .loaded(end: true) }
            XCTAssertEqual(window.page?.model.query.search, "picture")
            XCTAssertEqual(window.arranging.search.text, "picture")
            XCTAssertTrue(window.arranging.search.isOpen)
            window.escape()
            runLoop { window.page?.model.query == Query() }
            gtk_window_destroy(window.window)
            runLoop { window.page == nil && Tile.tileCount == 0 }
        }
    }
}
