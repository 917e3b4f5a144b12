// Videos in the real window: their pictures by an installed program, and the player that opens.
import Foundation
import XCTest

final class VideoTests: SmokeTestCase {
    /// Two photos and a video, which is a picture for a thumbnailer that copies, and a player that notes what it plays.
    private func open(_ picture: String = "") throws -> Screen {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(2, to: pictures)
        try PictureFiles.mosaic(7).write(to: pictures.appendingPathComponent("a film.mp4"))
        try write("data/thumbnailers/copy.thumbnailer", "[Thumbnailer Entry]\nExec=cp %i %o\nMimeType=video/mp4;\n")
        try write(
            "data/applications/player.desktop",
            """
            [Desktop Entry]
            Type=Application
            Name=Player
            Exec=sh -c 'echo "$0" > "\(path("played.new"))" && mv "\(path("played.new"))" "\(path("played"))"' %f
            MimeType=video/mp4;

            """)
        try write("config/mimeapps.list", "[Default Applications]\nvideo/mp4=player.desktop\n")
        let program = try start(
            arguments: [pictures.appendingPathComponent(picture).path, "--window-size=840x640", "--color-scheme=light"])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        return screen
    }

    private func write(_ name: String, _ text: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private var played: String? { try? String(contentsOfFile: path("played"), encoding: .utf8) }

    func testAVideoHasAPictureAndEnterOpensThePlayer() throws {
        let screen = try open()
        try screen.look(for: "three pictures") { picture in
            let grid = GridPicture(picture)
            return grid.tiles.count == 3 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        // The first tile: names are in natural order.
        try screen.press("Right", "Left", "Return")
        try waitUntil("the player to be asked; the program said: \(screen.process.errors)") {
            played == path("pictures/a film.mp4") + "\n"
        }
        let thumbnails = try FileManager.default.contentsOfDirectory(atPath: path("cache/thumbnails/x-large"))
        XCTAssertEqual(thumbnails.count, 1)
    }

    func testSpaceOnTheOpenedVideoOpensThePlayer() throws {
        let screen = try open("picture 1000.jpg")
        let middle = PixelArea(x: 320, y: 220, width: 60, height: 200)
        let photo = try screen.look(for: "the photo") { $0.content(middle) == .picture }
        try screen.press("Left")
        try screen.look(for: "the video") {
            $0.content(middle) == .picture && $0.difference(middle, to: photo, middle) > 10
        }
        try screen.press("space")
        try waitUntil("the player to be asked; the program said: \(screen.process.errors)") {
            played == path("pictures/a film.mp4") + "\n"
        }
    }
}
