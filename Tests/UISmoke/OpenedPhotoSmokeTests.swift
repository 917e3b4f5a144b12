// A photo that is opened while its file is overwritten, truncated and deleted: the real program over real files.
import Foundation
import XCTest

final class OpenedPhotoSmokeTests: SmokeTestCase {
    /// The middle of the photo, below the header and beside the buttons.
    private static let heart = PixelArea(x: 320, y: 220, width: 200, height: 200)

    func testTheOpenedPhotoFollowsItsFile() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(6, to: pictures)
        func file(_ number: Int) -> URL { pictures.appendingPathComponent("picture \(1000 + number).jpg") }
        let program = try start(
            arguments: [pictures.path, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        try screen.look(for: "the grid") { GridPicture($0).tiles.count == 6 }
        try screen.press("Home", "Return")
        var last = try screen.look(for: "the first photo") { $0.content(Self.heart) == .picture }

        /// Waits for another photo in the place of the last one.
        func expectAnother(_ what: String) throws {
            last = try screen.look(for: what) {
                $0.content(Self.heart) == .picture && $0.difference(Self.heart, to: last, Self.heart) > 10
            }
        }
        let first = last
        try FileManager.default.removeItem(at: file(0))
        try expectAnother("the next photo")
        let second = last
        // As editors save: another file in its place.
        try PictureFiles.mosaic(50).write(to: file(1), options: .atomic)
        try expectAnother("the new bytes")
        // As a shell does: the same file with other bytes.
        let handle = try FileHandle(forWritingTo: file(1))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: PictureFiles.mosaic(0))
        try handle.close()
        try expectAnother("the bytes of the photo that was the first")
        XCTAssertLessThan(last.difference(Self.heart, to: first, Self.heart), 3)
        let whole = last
        try FileManager.default.moveItem(at: file(1), to: pictures.appendingPathComponent("walrus.jpg"))
        try screen.look(for: "the same photo") { $0.difference(Self.heart, to: whole, Self.heart) < 3 }
        // Only the beginning, before all of the picture: said over the picture that there was.
        let short = try FileHandle(forWritingTo: pictures.appendingPathComponent("walrus.jpg"))
        try short.truncate(atOffset: 300)
        try short.close()
        try expectAnother("what is wrong")
        try PictureFiles.mosaic(1).write(to: pictures.appendingPathComponent("walrus.jpg"), options: .atomic)
        last = try screen.look(for: "the photo again") { $0.difference(Self.heart, to: second, Self.heart) < 3 }
        // The last of the folder gives way to the one before it.
        try FileManager.default.removeItem(at: pictures.appendingPathComponent("walrus.jpg"))
        try expectAnother("another photo")
        for name in try FileManager.default.contentsOfDirectory(atPath: pictures.path) {
            try FileManager.default.removeItem(at: pictures.appendingPathComponent(name))
        }
        try screen.look(for: "words in place of the grid") {
            $0.content(Self.heart) != .picture && $0.brightness(Self.heart) > 150
        }
        XCTAssertTrue(program.isRunning)
        XCTAssertEqual(program.errors, "")
    }
}
