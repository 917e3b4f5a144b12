// Many windows in one process: other starts, the desktop's requests, and a key.
import Foundation
import XCTest

final class WindowsTests: SmokeTestCase {
    private struct Findings: Decodable {
        /// The titles of the windows, in their order of names.
        let first, plain, other, again, asked, inner, key, closed: [String]
        /// Exit statuses of the other starts.
        let statuses: [Int]
        /// What the other starts wrote to their terminal.
        let said: [String]
        let status: Int
    }

    func testEveryStartOpensItsWindowInTheProcessThatRuns() throws {
        let one = folder.appendingPathComponent("one"), two = folder.appendingPathComponent("one/two")
        try PictureFiles.writeMosaics(3, to: one)
        try PictureFiles.writeMosaics(3, to: two)
        try PictureFiles.writeMosaics(3, to: two.appendingPathComponent("three"))
        let found = try read(Findings.self, by: "windows.py", two.path, of: [one.path])
        XCTAssertEqual(found.first, ["one"])
        XCTAssertEqual(found.plain, ["one"], "a start without anything to open presents the window")
        XCTAssertEqual(found.other, ["one", "two"])
        XCTAssertEqual(found.again, ["one", "two"], "a folder that is shown brings its window forward")
        XCTAssertEqual(found.asked, ["one", "two"])
        XCTAssertEqual(found.inner, ["one", "three", "two"])
        XCTAssertEqual(found.key.count, 4)
        XCTAssertEqual(found.closed.count, 3)
        XCTAssertEqual(found.statuses, [0, 0, 0])
        XCTAssertEqual(found.said, ["", "", ""])
        XCTAssertEqual(found.status, 0)
    }
}
