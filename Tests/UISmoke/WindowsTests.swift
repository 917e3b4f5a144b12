// Many windows in one process: other starts, the desktop's requests, and a key.
import Foundation
import XCTest

final class WindowsTests: SmokeTestCase {
    private struct Findings: Decodable {
        /// The titles of the windows, in their order of names.
        let first, plain, other, asked, key, closed: [String]
        /// Exit statuses of the other starts.
        let statuses: [Int]
        let status: Int
    }

    func testEveryStartOpensItsWindowInTheProcessThatRuns() throws {
        let one = folder.appendingPathComponent("one"), two = folder.appendingPathComponent("one/two")
        try PictureFiles.writeMosaics(3, to: one)
        try PictureFiles.writeMosaics(3, to: two)
        let found = try read(Findings.self, by: "windows.py", two.path, of: [one.path])
        XCTAssertEqual(found.first, ["one"])
        XCTAssertEqual(found.plain, ["one"], "a start without anything to open presents the window")
        XCTAssertEqual(found.other, ["one", "two"])
        XCTAssertEqual(found.asked, ["one", "one", "two", "two"])
        XCTAssertEqual(found.key.count, 5)
        XCTAssertEqual(found.closed.count, 4)
        XCTAssertEqual(found.statuses, [0, 0])
        XCTAssertEqual(found.status, 0)
    }
}
