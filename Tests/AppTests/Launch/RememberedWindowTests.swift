// The window is left and found again as it was, unless the command line or a script says otherwise.
import Browse
import CGTK
import Desktop
import Foundation
import Photos
import XCTest

@testable import App
@testable import AppFixtures

nonisolated final class RememberedWindowTests: XCTestCase {
    func testAWindowIsFoundAsItWasLeftAndOptionsWin() throws {
        let schemas = try TestSchemas.compiled()
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            setenv("GSETTINGS_BACKEND", "memory", 1)
            let memory = try XCTUnwrap(WindowMemory(schema: "io.github.tessera_photos.Tessera.Test", folder: schemas))
            let remembered = RememberedWindow(memory: memory)
            let window = made(gtk_window_new())
            gtk_window_set_default_size(window.cast(), 901, 702)
            XCTAssertNil(remembered.scrollPosition)
            XCTAssertEqual(remembered.completing(LaunchOptions()).layout, .justified)
            XCTAssertFalse(remembered.completing(LaunchOptions()).showsCaptions)
            remembered.store(
                window.cast(), tileSize: 128, layout: .whole, captions: true,
                scrollPosition: ScrollPosition(source: "folder:/photos", photo: PhotoID("a.jpg"), index: 77))
            gtk_window_destroy(window.cast())

            let completed = remembered.completing(LaunchOptions())
            XCTAssertEqual(completed.windowSize, .init(width: 901, height: 702))
            XCTAssertEqual(completed.tileSize, 128)
            XCTAssertFalse(remembered.isMaximized)
            XCTAssertEqual(remembered.completing(LaunchOptions()).layout, .whole)
            XCTAssertTrue(remembered.completing(LaunchOptions()).showsCaptions)
            XCTAssertEqual(
                remembered.scrollPosition, ScrollPosition(source: "folder:/photos", photo: PhotoID("a.jpg"), index: 77))

            var asked = LaunchOptions()
            asked.windowSize = .init(width: 640, height: 480)
            asked.tileSize = 96
            asked.layout = .justified
            asked.showsCaptions = true
            XCTAssertEqual(remembered.completing(asked), asked)
        }
    }

    func testTheSizeOfTheCommandLineIsNotRememberedUnlessItWasChanged() throws {
        let schemas = try TestSchemas.compiled()
        try MainActor.assumeIsolated {
            _ = TestApplication.shared
            setenv("GSETTINGS_BACKEND", "memory", 1)
            let memory = try XCTUnwrap(WindowMemory(schema: "io.github.tessera_photos.Tessera.Test", folder: schemas))
            (memory.width, memory.height, memory.isMaximized) = (1000, 800, true)
            let remembered = RememberedWindow(memory: memory)
            let window = made(gtk_window_new())
            @MainActor func close(_ width: Int32, _ height: Int32) {
                gtk_window_set_default_size(window.cast(), width, height)
                remembered.store(
                    window.cast(), givenSize: .init(width: 640, height: 480), tileSize: 128, layout: .whole,
                    captions: true, scrollPosition: nil)
            }
            close(640, 480)
            XCTAssertEqual(memory.width, 1000)
            XCTAssertEqual(memory.height, 800)
            XCTAssertTrue(memory.isMaximized)
            XCTAssertEqual(memory.tileSize, 128)
            close(700, 480)
            XCTAssertEqual(memory.width, 700)
            XCTAssertEqual(memory.height, 480)
            XCTAssertFalse(memory.isMaximized)
            gtk_window_destroy(window.cast())
        }
    }

    func testAScriptedRunRemembersNothing() {
        MainActor.assumeIsolated {
            var options = LaunchOptions()
            options.conditions.remembersNothing = true
            XCTAssertNil(RememberedWindow(options: options))
        }
    }
}
