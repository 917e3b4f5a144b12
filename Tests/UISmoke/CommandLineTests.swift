// The command line as scripts meet it: exit statuses, sentences, and states of the window that are no failures.
import Foundation
import XCTest

final class CommandLineTests: SmokeTestCase {
    private func run(_ arguments: String..., environment: [String: String]? = nil) throws -> TesseraProcess.Ending {
        try start(arguments: arguments, environment: environment).ending()
    }

    func testHelpGoesToStandardOutput() throws {
        let ending = try run("--help")
        XCTAssertEqual(ending.status, 0)
        XCTAssertTrue(ending.output.contains("--scenario <NAME>"), ending.output)
        XCTAssertEqual(ending.errors, "")
        XCTAssertEqual(try run("--version").output, "Tessera 0.1.0\n")
    }

    func testBadArgumentsGetASentenceAndStatus2() throws {
        let wrong = [
            ["--sampel"], ["--window-size=big"], ["--scenario=sweep"], ["--profile", "--scenario=dance"],
            ["--sort=dance"],
        ]
        for arguments in wrong {
            let ending = try start(arguments: arguments).ending()
            XCTAssertEqual(ending.status, 2, "\(arguments): \(ending.errors)")
            XCTAssertTrue(ending.errors.hasPrefix("tessera: "), ending.errors)
            for part in arguments.last!.split(separator: "=") {
                XCTAssertTrue(ending.errors.contains(part), ending.errors)
            }
            XCTAssertEqual(ending.output, "")
        }
    }

    func testWithoutADisplayItSaysSoAndEnds() throws {
        let ending = try run("--sample", environment: environment(without: ["DISPLAY", "WAYLAND_DISPLAY"]))
        XCTAssertEqual(ending.status, 1)
        XCTAssertTrue(ending.errors.contains("display"), ending.errors)
    }

    func testAScreenshotThatCannotBeWrittenIsAFailure() throws {
        try PictureFiles.writeMosaics(1, to: folder.appendingPathComponent("pictures"))
        let ending = try run(path("pictures"), "--screenshot=\(path("nowhere/s.png"))")
        XCTAssertEqual(ending.status, 1)
        XCTAssertTrue(ending.errors.contains("nowhere/s.png"), ending.errors)
    }

    func testAnEmptyFolderAndAMissingOneAreStatesOfTheWindow() throws {
        let empty = folder.appendingPathComponent("empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        for subject in [empty.path, path("missing"), "http://127.0.0.1:9"] {
            let picture = try screenshot([subject, "--window-size=800x600", "--color-scheme=light"])
            // Icon, title, sentence and button in the middle of the page.
            let page = PixelArea(x: 100, y: 100, width: 600, height: 450)
            XCTAssertEqual(picture.content(page), .words, subject)
            let inked = picture.samples(page).filter { $0.luminance < 150 }
            XCTAssertGreaterThan(inked.count, 100, "the page of \(subject) says next to nothing")
        }
    }

    func testItRunsWithoutSessionBusPortalAndGL() throws {
        try PictureFiles.writeMosaics(12, to: folder.appendingPathComponent("pictures"))
        let parent = ProcessInfo.processInfo.environment
        var bare = ["GSK_RENDERER": "cairo", "PATH": "/usr/bin:/bin", "HOME": folder.path]
        // What finds the display, and what finds the Swift libraries where they are not beside the program.
        for name in ["DISPLAY", "XAUTHORITY", "LD_LIBRARY_PATH"] { bare[name] = parent[name] }
        let file = path("bare.png")
        let ending = try run(path("pictures"), "--screenshot=\(file)", "--window-size=800x600", environment: bare)
        XCTAssertEqual(ending.status, 0)
        XCTAssertEqual(ending.errors, "")
        let grid = GridPicture(try PixelImage(file: file))
        XCTAssertEqual(grid.tiles.count, 6)
        XCTAssertTrue(grid.tiles.allSatisfy { grid.content($0) == .picture })
    }

    func testAnUnreachableServiceIsReplacedByTheGalleryUnderANotice() throws {
        // A proxy that is not there puts the service out of reach, and must not come between Tessera and its own
        // gallery.
        let nowhere = environment(
            ["http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"], without: ["no_proxy"])
        let options = ["--window-size=1280x800", "--color-scheme=light", "--no-disk-cache"]
        let standIn = GridPicture(try screenshot(options + ["https://picsum.photos"], environment: nowhere))
        let gallery = GridPicture(try screenshot(options + ["--sample"]))
        // The same tiles, lower by the height of the notice.
        XCTAssertGreaterThan(standIn.rows[0][0].y, gallery.rows[0][0].y + 30)
        XCTAssertEqual(standIn.rows[0].count, gallery.rows[0].count)
        for (shown, expected) in zip(standIn.rows[0], gallery.rows[0]) {
            XCTAssertLessThan(standIn.image.difference(shown, to: gallery.image, expected), 1)
        }
        let notice = PixelArea(x: 10, y: gallery.rows[0][0].y, width: 900, height: 40)
        XCTAssertEqual(standIn.image.content(notice), .words)
    }
}
