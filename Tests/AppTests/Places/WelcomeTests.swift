// What a start without arguments shows: a welcome until something is opened, then what was shown last.
import Browse
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class WelcomeTests: XCTestCase {
    func testAFirstStartShowsTheWelcomeAloneAndStartsNoServerBeforeTheGalleryIsChosen() throws {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Welcome")
            let first = PlacesWindow(memory: memory)
            settle()
            XCTAssertTrue(first.window.isWelcoming)
            XCTAssertNil(first.window.page)
            XCTAssertEqual(first.title, "Tessera")
            XCTAssertEqual(
                Self.buttons(of: first), ["Open Folder…", "Show Sample Photos", "Lorem Picsum"])
            first.close()
            let second = PlacesWindow(memory: memory)
            XCTAssertTrue(second.window.isWelcoming)
            XCTAssertEqual(memory.lastShown, "")
            XCTAssertEqual(memory.openedExamples, [])
            XCTAssertEqual(SampleGalleryTests.servers, [])

            second.activate("win.sample")
            second.wait(for: "Sample Photos")
            XCTAssertFalse(second.window.isWelcoming)
            XCTAssertEqual(SampleGalleryTests.servers.count, 1)
            XCTAssertEqual(memory.openedExamples, ["sample"])
            second.close()
            let third = PlacesWindow(memory: memory)
            XCTAssertEqual(third.title, "Sample Photos")
            third.close()
        }
    }

    /// The labels of the buttons of the welcome.
    @MainActor private static func buttons(of window: PlacesWindow) -> [String] {
        guard let page = window.places.welcome.status else { return [] }
        return Array(labels(below: page.root.widget).drop { $0 != "Open Folder…" })
    }

    func testCommandsThatNeedPhotosAreDisabledUnderTheWelcome() throws {
        let folder = try TestPictures.folder(named: "after-welcome", count: 2)
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(memory: nil)
            let group = OpaquePointer(window.window.window)
            func disabled() -> [String] {
                ["find", "search-mode", "view-options", "slideshow", "select-mode", "open-folder"].filter {
                    g_action_group_get_action_enabled(group, $0) == 0
                }
            }
            XCTAssertEqual(disabled(), ["find", "search-mode", "view-options", "slideshow", "select-mode"])
            window.window.open(.paths([FilePath(folder)]))
            window.wait(for: (folder as NSString).lastPathComponent)
            XCTAssertEqual(disabled(), [])
            window.close()
        }
    }

    func testTheNextStartShowsTheLastFolder() throws {
        let folder = try TestPictures.folder(named: "last", count: 3)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Last")
            let first = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            XCTAssertFalse(first.window.isWelcoming)
            XCTAssertEqual(memory.lastShown, "folder:" + folder)
            XCTAssertEqual(memory.recentFolders, [folder])
            first.close()
            let second = PlacesWindow(memory: memory)
            XCTAssertEqual(second.title, (folder as NSString).lastPathComponent)
            XCTAssertFalse(second.window.isWelcoming)
            second.close()
        }
    }

    func testAFolderThatIsGoneIsSaidAndNotForgotten() throws {
        let folder = try TestPictures.folder(named: "gone", count: 1)
        try FileManager.default.removeItem(atPath: folder)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Gone")
            memory.lastShown = "folder:" + folder
            let window = PlacesWindow(memory: memory)
            XCTAssertTrue(window.window.isWelcoming)
            XCTAssertNil(window.window.page)
            let words =
                window.places.welcome.status.map { labels(below: $0.root.widget) }?.joined(separator: " | ") ?? ""
            XCTAssertTrue(words.contains(folder) && words.contains("can't be found"), words)
            XCTAssertEqual(memory.lastShown, "folder:" + folder)
            // The next start returns to the place in the folder, if that is there again.
            XCTAssertTrue(window.places.isForTheMoment)
            window.close()
        }
    }

    func testTheWelcomeGoesWithAChoiceAndStaysAtEscape() throws {
        let folder = try TestPictures.folder(named: "choice", count: 2)
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let window = PlacesWindow(memory: nil)
            window.activate("win.escape")
            XCTAssertTrue(window.window.isWelcoming)
            window.window.open(.paths([FilePath(folder)]))
            window.wait(for: (folder as NSString).lastPathComponent)
            XCTAssertFalse(window.window.isWelcoming)
            window.close()
        }
    }

    func testARunThatIsUnattendedIsNotWelcomed() {
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            var options = LaunchOptions()
            options.conditions.isUnattended = true
            options.usesDiskCache = false
            let window = MainWindow(application: TestApplication.shared, composition: Composition(options: options))
            window.openFirst()
            gtk_window_present(window.window)
            runLoop { window.gallery?.isViewportComplete ?? false }
            XCTAssertFalse(window.isWelcoming)
            XCTAssertFalse(window.places.frame.isRevealed)
            gtk_window_destroy(window.window)
            runLoop { window.page == nil && Tile.tileCount == 0 }
        }
    }
}
