// The real window over a folder in which pictures try to do harm, by a loader of the tests' own.
import Foundation
import XCTest

final class HostilePictureSmokeTests: SmokeTestCase {
    /// What the loader is told to do (Tests/HostileLoader): open a file to write, a socket, a program, a process, a
    /// signal, memory without a limit, all memory, a loop, a crash, an answer that is none.
    private static let harms = Array("wsxfkmalbn")

    func testEachIsStoppedInItsTileAndTheOthersShow() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(8, to: pictures)
        for (index, letter) in Self.harms.enumerated() {
            let file = Data("qoif\(letter)".utf8) + Data(count: 40)
            try file.write(to: pictures.appendingPathComponent("0 harm \(index).qoi"))
        }
        let binary = try XCTUnwrap(ProcessInfo.processInfo.environment["TESSERA_BINARY"])
        let module = URL(fileURLWithPath: binary).deletingLastPathComponent().appendingPathComponent(
            "libhostile-loader.so")
        try Data(
            """
            "\(module.path)"
            "hostile" 4 "gdk-pixbuf" "Harm" "MIT"
            "image/qoi" ""
            "qoi" ""
            "qoif" "" 100


            """.utf8
        ).write(to: URL(fileURLWithPath: path("loaders.cache")))
        let picture = try screenshot(
            [pictures.path, "--window-size=1280x800", "--no-disk-cache"],
            environment: environment(["GDK_PIXBUF_MODULE_FILE": path("loaders.cache")]))
        // Grey tiles are nearly as bright as the ground: the last row, of pictures alone, says where they are.
        let grid = GridPicture(picture)
        let last = try XCTUnwrap(grid.rows.last { $0.count == 6 })
        let pitch = last[1].x - last[0].x
        let tiles = (0..<3).flatMap { row in
            last.map {
                PixelArea(x: $0.x, y: $0.y - (2 - row) * pitch, width: $0.width, height: $0.height)
            }
        }
        let contents = tiles.map { grid.content($0) }
        XCTAssertEqual(
            contents, Array(repeating: .words, count: Self.harms.count) + Array(repeating: .picture, count: 8))
    }
}
