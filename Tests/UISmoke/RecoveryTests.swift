// A server that dies while the user scrolls, and comes back.
import Foundation
import XCTest

final class RecoveryTests: SmokeTestCase {
    func testTilesRecoverWhenTheServerComesBack() throws {
        let server = try serve("--count", "120")
        guard let port = server.url.split(separator: ":").last.map(String.init) else {
            return XCTFail("no port in \(server.url)")
        }
        let program = try start(
            arguments: [server.url, "--window-size=840x640", "--color-scheme=light", "--no-disk-cache"])
        let screen = try Screen(of: program, folder: folder)
        try screen.look(for: "a full first screen", until: Self.isFull)
        try screen.point(300, 300)
        try screen.wheelDown(clicks: 2)
        server.process.end()
        try screen.wheelDown(clicks: 40)
        try screen.look(for: "tiles that say what is wrong", limit: 40) { picture in
            let grid = GridPicture(picture)
            return grid.tiles.contains { grid.content($0) == .words }
        }
        XCTAssertTrue(program.isRunning)
        _ = try serve("--count", "120", "--port", port)
        try screen.press("F5")
        try screen.look(for: "every tile filled again", limit: 40, until: Self.isFull)
        XCTAssertTrue(program.isRunning)
        XCTAssertEqual(program.errors, "")
    }

    private static func isFull(_ picture: PixelImage) -> Bool {
        let grid = GridPicture(picture)
        return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
    }
}
