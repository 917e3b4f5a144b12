// What a start without arguments shows: the gallery under a welcome once, then what was shown last.
import Browse
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class WelcomeTests: XCTestCase {
    func testTheFirstStartShowsTheGalleryUnderAWelcomeAndTheSecondOnlyTheGallery() throws {
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Welcome")
            let first = PlacesWindow(memory: memory)
            XCTAssertEqual(first.title, "Sample Photos")
            XCTAssertTrue(first.places.welcome.isShown)
            XCTAssertEqual(memory.lastShown, "sample")
            XCTAssertEqual(memory.openedExamples, ["sample"])
            first.close()
            let second = PlacesWindow(memory: memory)
            XCTAssertEqual(second.title, "Sample Photos")
            XCTAssertFalse(second.places.welcome.isShown)
            second.close()
        }
    }

    func testTheNextStartShowsTheLastFolder() throws {
        let folder = try TestPictures.folder(named: "last", count: 3)
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            let memory = try PlacesWindow.memory("Last")
            let first = PlacesWindow(showing: .paths([FilePath(folder)]), memory: memory)
            XCTAssertFalse(first.places.welcome.isShown)
            XCTAssertEqual(memory.lastShown, "folder:" + folder)
            XCTAssertEqual(memory.recentFolders, [FilePath(folder)])
            first.close()
            let second = PlacesWindow(memory: memory)
            XCTAssertEqual(second.title, (folder as NSString).lastPathComponent)
            XCTAssertFalse(second.places.welcome.isShown)
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
            XCTAssertEqual(window.title, "Sample Photos")
            XCTAssertTrue(window.places.welcome.isShown)
            let words = labels(below: window.places.welcome.root.widget).joined(separator: " | ")
            XCTAssertTrue(words.contains(folder) && words.contains("can't be found"), words)
            XCTAssertEqual(memory.lastShown, "folder:" + folder)
            window.close()
        }
    }

    func testTheWelcomeGoesWithEscapeWithScrollingAndWithAChoice() throws {
        let folder = try TestPictures.folder(named: "choice", count: 2)
        MainActor.assumeIsolated {
            _ = TestApplication.shared
            let ways: [(PlacesWindow) -> Void] = [
                { $0.activate("win.escape") }, { $0.activate("win.screen-down") },
                { $0.window.open(.paths([FilePath(folder)])) },
            ]
            for (number, go) in ways.enumerated() {
                let window = PlacesWindow(memory: nil)
                XCTAssertTrue(window.places.welcome.isShown)
                go(window)
                runLoop { !window.places.welcome.isShown }
                XCTAssertFalse(window.places.welcome.isShown, "way \(number)")
                window.waitUntilShown()
                window.close()
            }
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
            XCTAssertFalse(window.places.welcome.isShown)
            XCTAssertFalse(window.places.frame.isRevealed)
            gtk_window_destroy(window.window)
            runLoop { window.page == nil && Tile.tileCount == 0 }
        }
    }
}
