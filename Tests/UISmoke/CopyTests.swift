// Photos that cannot be loaded, copied and opened: the window says what it did and goes on. In optimised code, where a
// compiler has ended it (docs/workarounds.md), these are of use; scripts/test runs them there.
import Foundation
import XCTest

final class CopyTests: SmokeTestCase {
    func testAPhotoThatCannotBeLoadedIsCopiedAndOpened() throws {
        try copyAndOpen("a text.jpg", Data(String(repeating: "hello ", count: 300).utf8))
    }

    func testAVideoOfWhichThereIsNoPictureIsCopiedAndOpened() throws {
        let head = Data([0, 0, 0, 0x18]) + Data("ftypmp42".utf8) + Data(count: 4) + Data("mp42isom".utf8)
        try copyAndOpen("a film.mp4", head + Data(count: 400))
    }

    func testAPhotoThatTheServiceRefusesIsCopied() throws {
        let server = try serve("--count", "6", "--faults", "image:status=404")
        try withWindow(on: server.url) { try copy(in: $0) }
        server.process.end()
    }

    /// Copies a file that cannot be loaded, and goes to its page, with the backdrop and the pictures of the transition.
    private func copyAndOpen(_ name: String, _ bytes: Data) throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(3, to: pictures)
        try bytes.write(to: pictures.appendingPathComponent(name))
        try withWindow(on: pictures.path) { screen in
            try copy(in: screen)
            try screen.press("Return", "Right", "Left")
            try screen.look(for: "the page of a photo that cannot be loaded")
        }
    }

    /// Opens the window, does something with the first photo, and closes it as its user does.
    private func withWindow(on place: String, _ body: (Screen) throws -> Void) throws {
        let program = try start(arguments: [place, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        try screen.look(for: "tiles") { GridPicture($0).tiles.count >= 4 }
        try screen.press("Home")
        try body(screen)
        try screen.press("Escape", "ctrl+w")
        let ending = try program.ending()
        XCTAssertEqual(ending.status, 0, ending.errors)
        XCTAssertFalse(ending.wasKilledBySignal, ending.errors)
    }

    /// Copies the focused photo and waits for the words that say so, at the lower edge.
    private func copy(in screen: Screen) throws {
        let words = PixelArea(x: 270, y: 560, width: 300, height: 70)
        let before = try screen.look(for: "a still window")
        try screen.press("ctrl+c")
        try screen.look(for: "that it is copied", limit: 40) { $0.difference(words, to: before, words) > 2 }
    }
}
