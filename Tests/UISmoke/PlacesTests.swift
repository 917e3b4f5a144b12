// Going places with the real program: the first start and the next ones, the sidebar, and what another window gives.
import Foundation
import XCTest

final class PlacesTests: SmokeTestCase {
    /// An environment of a user with folders, in which settings are kept in a file.
    private func home() throws -> [String: String] {
        let config = folder.appendingPathComponent("config")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try "XDG_PICTURES_DIR=\"$HOME/Pictures\"\n".write(
            to: config.appendingPathComponent("user-dirs.dirs"), atomically: true, encoding: .utf8)
        try PictureFiles.writeMosaics(12, to: folder.appendingPathComponent("Pictures"))
        try PictureFiles.writeMosaics(4, to: folder.appendingPathComponent("Pictures/Summer"))
        return environment(["HOME": folder.path, "GSETTINGS_BACKEND": "keyfile"])
    }

    func testTheFirstStartShowsTheUsersPicturesWhereThereAreSome() throws {
        let home = try home()
        let program = try start(
            arguments: ["--window-size=1000x700", "--color-scheme=light", "--no-disk-cache"], environment: home)
        let screen = try Screen(of: program, folder: folder)
        try waitUntil("the user's pictures") { try screen.title() == "Pictures" }
        let heading = PixelArea(x: 480, y: 330, width: 280, height: 65)
        try screen.look(for: "no welcome") { $0.content(heading) == .picture }
        XCTAssertEqual(program.errors, "")
    }

    func testAStartWithoutPicturesShowsTheWelcomeAloneAndTheSecondTheFolderThatWasChosen() throws {
        let home = try home()
        let pictures = folder.appendingPathComponent("Pictures"), away = folder.appendingPathComponent("Away")
        try FileManager.default.moveItem(at: pictures, to: away)
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let options = ["--window-size=1000x700", "--color-scheme=light", "--no-disk-cache"]
        let first = try start(arguments: options, environment: home)
        let screen = try Screen(of: first, folder: folder)
        let heading = PixelArea(x: 480, y: 330, width: 280, height: 65)
        try screen.look(for: "the welcome") { $0.content(heading) == .words }
        XCTAssertEqual(try screen.title(), "Tessera")
        XCTAssertEqual(try SampleServerTests.servers(of: first.id), [])
        try FileManager.default.removeItem(at: pictures)
        try FileManager.default.moveItem(at: away, to: pictures)
        // The first row below the title of the first section.
        try screen.click(70, 122)
        try waitUntil("the user's pictures") { try screen.title() == "Pictures" }
        try screen.look(for: "pictures in place of the welcome") { $0.content(heading) == .picture }
        XCTAssertEqual(try SampleServerTests.servers(of: first.id), [])
        try screen.press("ctrl+q")
        _ = try first.ending()

        let second = try start(arguments: options, environment: home)
        let again = try Screen(of: second, folder: folder)
        try waitUntil("the user's pictures again") { try again.title() == "Pictures" }
        try again.look(for: "no welcome") { $0.content(heading) == .picture }
        XCTAssertEqual(second.errors, "")
    }

    func testTheSidebarIsReachedByItsKeyAndOpensAFolderByEnter() throws {
        let home = try home()
        let program = try start(
            arguments: [path("Pictures"), "--window-size=1000x700", "--color-scheme=light", "--no-disk-cache"],
            environment: home)
        let screen = try Screen(of: program, folder: folder)
        try waitUntil("the pictures") { try screen.title() == "Pictures" }
        let bare = try screen.look(for: "the grid")
        try screen.press("F9")
        try screen.look(for: "the sidebar") { $0 != bare }
        // From the row of the folder to the one below it.
        try screen.press("Down", "Return")
        try waitUntil("the subfolder") { try screen.title() == "Summer" }
        XCTAssertEqual(program.errors, "")
    }

    func testDeleteOnARowOfTheSidebarKeepsThePhotosThatAreSelected() throws {
        let home = try home()
        let photos = try FileManager.default.contentsOfDirectory(atPath: path("Pictures")).sorted()
        let program = try start(
            arguments: [path("Pictures"), "--window-size=1000x700", "--color-scheme=light", "--no-disk-cache"],
            environment: home)
        let screen = try Screen(of: program, folder: folder)
        try waitUntil("the pictures") { try screen.title() == "Pictures" }
        let bare = try screen.look(for: "the grid")
        try screen.press("ctrl+a")
        let selected = try screen.look(for: "the selection") { $0 != bare }
        try screen.press("F9")
        try screen.look(for: "the sidebar") { $0 != selected }
        try screen.press("Delete", "shift+Delete", "KP_Delete", "Down", "Delete", "Return")
        try waitUntil("the subfolder") { try screen.title() == "Summer" }
        // The program ends when what it was told to do with files is done.
        try screen.press("ctrl+q")
        _ = try program.ending()
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: path("Pictures")).sorted(), photos)
        XCTAssertEqual(program.errors, "")
    }

    func testACopiedPhotoIsPastedIntoAnotherWindow() throws {
        let home = try home(), other = folder.appendingPathComponent("Other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try PictureFiles.mosaic(7).write(to: other.appendingPathComponent("own.jpg"))
        let options = ["--window-size=700x500", "--color-scheme=light", "--no-disk-cache"]
        let giver = try start(arguments: [path("Pictures/Summer")] + options, environment: home)
        let from = try Screen(of: giver, folder: folder)
        try waitUntil("the first window") { try from.title() == "Summer" }
        try from.look(for: "its grid")
        try from.press("Right", "Return")
        try from.look(for: "its photo")
        try from.press("ctrl+c")
        let taker = try start(arguments: [path("Other")] + options, environment: home)
        let to = try Screen(of: taker, folder: folder)
        try waitUntil("the second window") { try to.title() == "Other" }
        try to.look(for: "its other grid")
        try to.press("ctrl+v")
        try waitUntil("the photo's copy beside its own one") {
            try FileManager.default.contentsOfDirectory(atPath: other.path).count { $0.hasPrefix("picture") } == 1
        }
        XCTAssertEqual(taker.errors, "")
    }

    func testAPhotoIsDroppedIntoAnotherWindow() throws {
        let home = try home()
        try PictureFiles.writeMosaics(3, to: folder.appendingPathComponent("Other"))
        let options = ["--window-size=600x500", "--color-scheme=light", "--no-disk-cache"]
        let giver = try start(arguments: [path("Pictures/Summer/picture 1003.jpg")] + options, environment: home)
        let from = try Screen(of: giver, folder: folder)
        try from.move(to: (0, 0))
        try waitUntil("the first window") { try from.title() == "Summer" }
        try from.look(for: "its photo")
        let taker = try start(arguments: [path("Other")] + options, environment: home)
        let to = try Screen(of: taker, folder: folder)
        try to.move(to: (700, 0))
        try waitUntil("the second window") { try to.title() == "Other" }
        try to.look(for: "its grid")
        try from.hold(300, 250)
        for step in 1...10 { try from.point(300 + step * 4, 250) }
        for step in 1...10 { try to.point(200 + step * 5, 200 + step * 5) }
        try to.letGo()
        try waitUntil("the photo in the other folder") {
            FileManager.default.fileExists(atPath: path("Other/picture 1003.jpg"))
        }
        // Over its own photos it is nothing.
        let there = try FileManager.default.contentsOfDirectory(atPath: path("Other")).sorted()
        try to.hold(100, 150)
        for step in 1...20 { try to.point(100 + step * 10, 150 + step * 5) }
        try to.letGo()
        // What comes next has to wait for all that was begun.
        try to.press("ctrl+z")
        try waitUntil("the copy taken back") {
            try FileManager.default.contentsOfDirectory(atPath: path("Other")).sorted()
                == there.filter { $0 != "picture 1003.jpg" }
        }
        // What a window drags is to be copied by others, and not for itself.
        XCTAssertTrue(FileManager.default.fileExists(atPath: path("Pictures/Summer/picture 1003.jpg")))
        XCTAssertEqual(try to.title(), "Other")
        XCTAssertEqual(try from.title(), "Summer")
        XCTAssertEqual(taker.errors, "")
    }

    func testANarrowWindowKeepsItsHeader() throws {
        let home = try home()
        let program = try start(
            arguments: [path("Pictures/Summer"), "--window-size=360x640", "--color-scheme=light", "--no-disk-cache"],
            environment: home)
        let screen = try Screen(of: program, folder: folder)
        // Not over a button of the header, where the test before may have left it.
        try screen.point(180, 600)
        let picture = try screen.look(for: "a narrow window") { $0.width == 360 && GridPicture($0).tiles.count >= 2 }
        XCTAssertEqual(picture.width, 360)
        try screen.press("F9")
        try screen.look(for: "the sidebar over the grid") { $0.width == 360 && $0 != picture }
        try screen.press("Escape")
        // The photo that has the focus now has a ring.
        let header = PixelArea(x: 0, y: 0, width: 360, height: 40)
        try screen.look(for: "the grid") { $0.samples(header) == picture.samples(header) }
        XCTAssertEqual(program.errors, "")
    }
}
