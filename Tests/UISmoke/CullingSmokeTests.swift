// Culling in the real program: with the keys of a keyboard, in the pace of a held key, and as a screen reader meets it.
import Foundation
import XCTest

final class CullingSmokeTests: SmokeTestCase {
    /// A folder of pictures, in the order in which they are shown.
    private func pictures(_ count: Int) throws -> [URL] {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(count, to: pictures)
        return (0..<count).map { pictures.appendingPathComponent("picture \(1000 + $0).jpg") }
    }

    /// The rating that the sidecar of a picture states: −1…5, 0 where there is none.
    private func rating(of picture: URL) -> Int {
        let sidecar = FileManager.default.contents(atPath: picture.path + ".xmp") ?? Data()
        let text = String(decoding: sidecar, as: UTF8.self)
        return text.firstMatch(of: /xmp:Rating="(-?\d)"/).flatMap { Int($0.1) } ?? 0
    }

    /// The bytes of each picture, which no mark may change.
    private func bytes(of pictures: [URL]) throws -> [Data] { try pictures.map { try Data(contentsOf: $0) } }

    func testEachKeyActsOnThePhotoThatIsShownAndGoesOn() throws {
        let pictures = try pictures(48), before = try bytes(of: pictures)
        let program = try start(arguments: [
            folder.appendingPathComponent("pictures").path, "--window-size=840x640", "--no-disk-cache",
        ])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        let first = try screen.look(for: "a full first screen") { picture in
            let grid = GridPicture(picture)
            return grid.rows.count >= 2 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        // From the first photo on, without a focus.
        try screen.press("ctrl+k")
        let page = try screen.look(for: "the page") { $0 != first }
        let keys = (0..<48).map { ["1", "2", "3", "4", "5", "x"][$0 % 6] }
        for start in stride(from: 0, to: 48, by: 12) {
            try Screen.command("xdotool", ["key", "--delay", "33"] + keys[start..<start + 12])
        }
        let expected = (0..<48).map { [1, 2, 3, 4, 5, -1][$0 % 6] }
        try waitUntil("48 marks") { pictures.map(rating) == expected }
        XCTAssertEqual(try bytes(of: pictures), before)
        try screen.look(for: "another photo") { $0 != page }
        // The last photo again, then back.
        try screen.press("ctrl+z")
        try waitUntil("the last mark taken back") { rating(of: pictures[47]) == 0 }
        try screen.press("Escape")
        try screen.look(for: "the grid") { GridPicture($0).rows.count >= 2 }
        XCTAssertEqual((0..<47).map { rating(of: pictures[$0]) }, Array(expected.dropLast()))
    }

    /// The first of them come before the photo is opened, and would search the grid.
    func testKeysThatFollowAtOnceDecideOnThePhotosFromTheFirstOneOn() throws {
        let pictures = try pictures(6)
        let program = try start(arguments: [
            folder.appendingPathComponent("pictures").path, "--window-size=840x640", "--no-disk-cache",
        ])
        let screen = try Screen(of: program, folder: folder)
        try screen.point(400, 20)
        try screen.look(for: "six tiles") { picture in
            let grid = GridPicture(picture)
            return grid.tiles.count == 6 && grid.tiles.allSatisfy { grid.content($0) == .picture }
        }
        try Screen.command("xdotool", ["key", "--delay", "1", "ctrl+k", "1", "2", "3", "4", "5", "x"])
        try waitUntil("six marks") { pictures.map(rating) == [1, 2, 3, 4, 5, -1] }
    }

    func testSixHundredDecisionsInThePaceOfAHeldKeyAreEachOnTheirPhotoAndDecodeNothingTwice() throws {
        let pictures = try pictures(600), before = try bytes(of: pictures)
        let file = folder.appendingPathComponent("cull.json").path
        let run = try start(arguments: [
            folder.appendingPathComponent("pictures").path, "--profile=\(file)", "--scenario=cull",
            "--window-size=1280x800",
        ])
        let ending = try run.ending(limit: 180)
        XCTAssertEqual(ending.status, 0, ending.errors)
        XCTAssertEqual(pictures.map(rating), (0..<600).map { $0 % 6 })
        XCTAssertEqual(try bytes(of: pictures), before)
        let profile = try Profile(file: file)
        // Each photo once in the size of its tile, and where the machine has time for it once in that of the window.
        // Beside these, those of the grid's first screen, and a few that memory did not keep.
        XCTAssertLessThanOrEqual(try profile.number("loader.decoded"), 600 + 600 + 60)
        XCTAssertEqual(try profile.number("loader.duplicateFetches"), 0)
        XCTAssertGreaterThan(try profile.number("cull.frames.frames"), 600)
    }

    // MARK: Reading

    /// What the reader found.
    private struct Findings: Decodable {
        struct Item: Decodable, Hashable {
            let role: String
            let name: String
            var description: String?
            var isSelected: Bool?
        }
        let list: Item
        /// The items of the strip, before and after a decision.
        let before, after: [Item]
        /// What the counter says.
        let counters: [String]
        let button: Item
        /// What has the focus while photos are culled, and afterwards.
        let focused, afterwards: Item
    }

    func testTheStripIsAListOfPhotosWithTheirMarksAndTheCounterAStatus() throws {
        _ = try pictures(5)
        let found = try read(
            Findings.self, by: "culling_reader.py", "5",
            of: [folder.appendingPathComponent("pictures").path, "--no-disk-cache", "--window-size=1000x700"])
        XCTAssertEqual(found.list, Findings.Item(role: "list", name: "Film Strip"))
        XCTAssertEqual(found.before.map(\.role), Array(repeating: "list item", count: 5))
        for (number, item) in found.before.enumerated() {
            XCTAssertTrue(item.name.hasPrefix("picture \(1000 + number).jpg"), item.name)
            XCTAssertEqual(item.description, "\(number + 1) of 5")
            XCTAssertEqual(item.isSelected, number == 0)
        }
        XCTAssertTrue(found.after[0].name.hasSuffix("4 stars"), found.after[0].name)
        XCTAssertEqual(found.after.map(\.isSelected), [false, true, false, false, false])
        XCTAssertEqual(found.counters, ["1 of 5, 0 kept", "2 of 5, 1 kept"])
        XCTAssertEqual(found.button.name, "Stop Culling")
        XCTAssertEqual(found.focused.name, "picture 1001.jpg")
        XCTAssertEqual(found.afterwards.role, "table cell")
    }
}
