// Pictures and folders whose names are no UTF-8, opened by argument as a shell passes it.
import Foundation
import XCTest

final class FileNameTests: SmokeTestCase {
    private static let options = ["--window-size=840x640", "--color-scheme=light", "--no-disk-cache"]
    /// Latin-1 for “Café à la ÿ”, as `printf` takes it.
    private static let name = #"Caf\351 \340 la \377"#

    /// Runs a line of shell, which can hold any bytes; `$1` is the test's folder, `$2` the program, the rest options.
    private func shell(_ line: String, _ options: [String] = []) throws -> TesseraProcess.Ending {
        let run = try start(
            program: "/bin/sh", arguments: ["-c", line, "sh", folder.path, try Self.tessera()] + options,
            environment: environment())
        return try run.ending()
    }

    private static func tessera() throws -> String {
        guard let path = ProcessInfo.processInfo.environment["TESSERA_BINARY"] else {
            throw NotReady("TESSERA_BINARY is not set. Run the smoke tests through scripts/test, which sets it.")
        }
        return path
    }

    /// A folder with one picture, both of that name. Each test takes it away itself, by the shell.
    private func makeFolder() throws {
        try PictureFiles.writeMosaics(1, to: folder.appendingPathComponent("plain"))
        let made = try shell(#"n=$(printf '\#(Self.name)') && mkdir "$1/$n" && mv "$1"/plain/*.jpg "$1/$n/$n.jpg""#)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    /// Opens the place that `path` names below the test's folder, for the shell, and gives the picture of the window.
    private func picture(of path: String) throws -> PixelImage {
        let file = folder.path + "/\(UUID().uuidString).png"
        let ending = try shell(
            #"n=$(printf '\#(Self.name)'); f="$1/\#(path)"; p=$2; shift 2; exec "$p" "$f" "$@""#,
            Self.options + ["--screenshot=\(file)"])
        XCTAssertEqual(ending.status, 0, ending.errors)
        XCTAssertEqual(ending.errors, "")
        return try PixelImage(file: file)
    }

    func testAPictureWhoseNameIsNotUTF8IsShown() throws {
        try makeFolder()
        let middle = PixelArea(x: 320, y: 220, width: 200, height: 200)
        XCTAssertEqual(try picture(of: "$n/$n.jpg").content(middle), .picture)
        XCTAssertEqual(try shell(#"rm -r "$1/$(printf '\#(Self.name)')""#).status, 0)
    }

    func testAFolderWhoseNameIsNotUTF8ShowsItsPictures() throws {
        try makeFolder()
        let grid = GridPicture(try picture(of: "$n"))
        XCTAssertEqual(grid.tiles.first.map { grid.content($0) }, .picture)
        XCTAssertEqual(try shell(#"rm -r "$1/$(printf '\#(Self.name)')""#).status, 0)
    }

    func testAScreenshotIsWrittenUnderAnyName() throws {
        let ending = try shell(
            #"n=$(printf '\#(Self.name)'); "$2" "$1" --window-size=400x300 --no-disk-cache "--screenshot=$1/$n.png" && test -s "$1/$n.png" && rm "$1/$n.png""#
        )
        XCTAssertEqual(ending.status, 0, ending.errors)
    }
}
