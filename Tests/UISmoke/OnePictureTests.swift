// One picture on the command line, as a file manager passes it: the photo, its folder behind it, what is known and
// saved.
import Foundation
import XCTest

final class OnePictureTests: SmokeTestCase {
    private func pictures(_ count: Int) throws -> URL {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(count, to: pictures)
        return pictures
    }

    private func picture(_ number: Int) -> String { path("pictures/picture \(1000 + number).jpg") }

    private static let options = ["--window-size=840x640", "--color-scheme=light", "--no-disk-cache"]

    /// The middle of the photo, below the header and beside the buttons.
    private static let heart = PixelArea(x: 320, y: 220, width: 200, height: 200)

    func testItsScreenshotShowsThePhoto() throws {
        _ = try pictures(90)
        let first = try screenshot([picture(70)] + Self.options), other = try screenshot([picture(71)] + Self.options)
        XCTAssertEqual(first.content(Self.heart), .picture)
        XCTAssertGreaterThan(first.difference(Self.heart, to: other, Self.heart), 10)
        // A dark blur of it at both sides.
        for x in [12, 780] {
            let side = PixelArea(x: x, y: 150, width: 40, height: 150)
            XCTAssertLessThan(first.brightness(side), first.brightness(Self.heart) * 0.7)
        }
    }

    func testEscapeGoesToItsTileAmongItsNeighbours() throws {
        _ = try pictures(90)
        let program = try start(arguments: [picture(70)] + Self.options)
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        let photo = try screen.look(for: "the photo") { $0.content(Self.heart) == .picture }
        // The next one comes: the folder is known. And back again.
        try screen.press("Right")
        let next = try screen.look(for: "the next photo") { $0.difference(Self.heart, to: photo, Self.heart) > 10 }
        try screen.press("Left")
        try screen.look(for: "the photo again") { $0.difference(Self.heart, to: next, Self.heart) > 10 }
        try screen.press("Escape")
        try screen.look(for: "the grid, full, with its tile") { picture in
            let grid = GridPicture(picture)
            return grid.rows.count >= 2
                && grid.wholeTiles.contains { tile in
                    // The tile's middle, as large a part of it as the heart is of the photo.
                    let side = tile.width / 3
                    let middle = PixelArea(
                        x: tile.x + (tile.width - side) / 2, y: tile.y + (tile.height - side) / 2, width: side,
                        height: side)
                    return abs(picture.brightness(middle) - photo.brightness(Self.heart)) < 20
                }
        }
    }

    func testSaveAsWritesTheOriginalsBytes() throws {
        _ = try pictures(3)
        let program = try start(arguments: [picture(1)] + Self.options)
        let screen = try Screen(of: program, folder: folder)
        try screen.look(for: "the photo") { $0.content(Self.heart) == .picture }
        try screen.press("ctrl+s")
        let dialog = try Screen(dialogOf: program, titled: "Save Photo", folder: folder)
        // GTK fills in the name, and gives it the focus, when it has read the folder.
        try dialog.look(for: "the dialog at rest")
        try dialog.press("ctrl+a")
        try dialog.type(path("copy.jpg"))
        try dialog.press("Return")
        try waitUntil("the copy; the program said: \(program.errors)") {
            FileManager.default.contentsEqual(atPath: path("copy.jpg"), andPath: picture(1))
        }
    }

    func testThePanelComesAndGoesWithItsKey() throws {
        _ = try pictures(3)
        let program = try start(arguments: [
            picture(1), "--window-size=1000x640", "--color-scheme=light", "--no-disk-cache",
        ])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        let photo = try screen.look(for: "the photo") { $0.content(Self.heart) == .picture }
        try screen.press("i")
        // The rows below the histogram, the keywords and their buttons.
        let panel = PixelArea(x: 700, y: 450, width: 260, height: 160)
        try screen.look(for: "words beside the photo") { $0.content(panel) == .words }
        try screen.press("Escape")
        try screen.look(for: "the photo without them") { $0.difference(Self.heart, to: photo, Self.heart) < 2 }
    }

    func testWithoutABusOrAnyProgramTheActionsSayWhyAndTheWindowStays() throws {
        _ = try pictures(3)
        // All that the desktop has but programs.
        let share = folder.appendingPathComponent("share")
        try FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
        for name in ["mime", "icons", "glib-2.0", "fonts"] {
            try FileManager.default.createSymbolicLink(
                atPath: share.appendingPathComponent(name).path, withDestinationPath: "/usr/share/" + name)
        }
        let bare = environment(
            ["XDG_DATA_DIRS": share.path, "DBUS_SESSION_BUS_ADDRESS": "disabled:"], without: ["XDG_RUNTIME_DIR"])
        let program = try start(arguments: [picture(1)] + Self.options, environment: bare)
        let screen = try Screen(of: program, folder: folder)
        try screen.look(for: "the photo") { $0.content(Self.heart) == .picture }
        let toast = PixelArea(x: 250, y: 560, width: 340, height: 70)
        for key in ["ctrl+shift+e", "ctrl+shift+o"] {
            let before = try screen.look()
            try screen.press(key)
            try screen.look(for: "a reason after \(key)") { $0.difference(toast, to: before, toast) > 3 }
            // It goes by itself.
            try screen.look(for: "the photo alone") { $0.difference(toast, to: before, toast) < 1 }
        }
        XCTAssertTrue(program.isRunning)
    }
}
