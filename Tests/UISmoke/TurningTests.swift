// Ctrl+R in the real window: photos are turned in their files, by whatever way the program goes on from there.
import Codecs
import Foundation
import PhotoFormats
import XCTest

final class TurningTests: SmokeTestCase {
    private var pictures: URL { folder.appendingPathComponent("pictures") }

    /// A window on four pictures, full and still.
    private func open() throws -> (program: TesseraProcess, screen: Screen, first: PixelImage) {
        try PictureFiles.writeMosaics(4, to: pictures)
        let program = try start(
            arguments: [pictures.path, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        return (program, screen, try screen.look(for: "four tiles", until: Self.isFull))
    }

    private static func isFull(_ picture: PixelImage) -> Bool {
        let grid = GridPicture(picture)
        return grid.tiles.count == 4 && grid.tiles.allSatisfy { grid.content($0) == .picture }
    }

    /// What the files say of how their pictures lie, in the order of their names.
    private var orientations: [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: pictures.path))?.sorted() ?? []
        return names.map { name in
            let bytes = FileManager.default.contents(atPath: pictures.appendingPathComponent(name).path) ?? Data()
            return bytes.withUnsafeBytes { PictureHeader(scanning: $0).orientation }
        }
    }

    func testCtrlRTurnsTheFocusedPhotoAndTheSelectionAndCtrlZTurnsBack() throws {
        let (_, screen, first) = try open()
        try screen.press("Right")
        try screen.look(for: "a focus ring") { $0 != first }
        try screen.press("ctrl+r")
        try waitUntil("the focused photo is turned") { self.orientations.filter { $0 == 6 }.count == 1 }
        try screen.press("ctrl+a", "ctrl+shift+r")
        try waitUntil("all are turned back") { self.orientations.sorted() == [1, 8, 8, 8] }
        try screen.press("ctrl+z")
        try waitUntil("the others lie as before") { self.orientations.sorted() == [1, 1, 1, 6] }
    }

    func testLettersBeginASearchAndTurnNothing() throws {
        let (_, screen, first) = try open()
        try screen.press("Right")
        try screen.look(for: "a focus ring") { $0 != first }
        try screen.type("reims")
        try screen.look(for: "no photo of that name") { !Self.isFull($0) }
        XCTAssertEqual(orientations, [1, 1, 1, 1])
    }

    func testATurnOfTheOpenedPhotoIsWrittenWhenTheProgramIsQuitAtOnce() throws {
        let (program, screen, first) = try open()
        try screen.press("Right")
        try screen.look(for: "a focus ring") { $0 != first }
        try screen.press("Return")
        try screen.look(for: "the opened photo") { !Self.isFull($0) }
        try screen.press("ctrl+r", "ctrl+q")
        try waitUntil("the program has ended") { !program.isRunning }
        XCTAssertEqual(orientations.sorted(), [1, 1, 1, 6])
    }
}
