// The grid as a screen reader meets it: headings, photos, their places and what is selected, in the real program.
import Foundation
import XCTest

final class GridReadingTests: SmokeTestCase {
    /// What the reader found.
    private struct Findings: Decodable {
        struct Item: Decodable, Hashable {
            let role: String
            let name: String
            var description: String?
            var states: [String]?
        }
        /// The grid at one moment: its tiles in their order, its headings by their titles.
        struct Look: Decodable {
            let grid: Item
            let tiles: [Item]
            let headings: [Item]
        }
        let first: Look
        /// The photo that has the focus first, and after Right.
        let focused, next: Item
        /// One photo selected, all, none.
        let one, all, none: Look
    }

    func testHeadingsPhotosAndTheSelectionAreRead() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        // Three in March and two in April, by the dates in their names.
        let names = [3, 3, 3, 4, 4].enumerated().map { "IMG_20260\($1)1\($0)_120000.jpg" }
        for (number, name) in names.enumerated() {
            try PictureFiles.mosaic(number).write(to: pictures.appendingPathComponent(name))
        }
        let found = try read(
            Findings.self, by: "grid_reader.py", "\(names.count)",
            of: [
                pictures.path, "--sort=taken", "--group=month", "--no-disk-cache", "--window-size=900x700",
            ])

        XCTAssertEqual(found.first.grid.name, "Photos of pictures")
        XCTAssertEqual(found.first.tiles.map(\.role), Array(repeating: "table cell", count: 5))
        let months = ["March", "March", "March", "April", "April"]
        for (number, tile) in found.first.tiles.enumerated() {
            XCTAssertEqual(tile.name, "\(names[number]), 1\(number) \(months[number]) 2026")
            XCTAssertEqual(tile.description, "\(number + 1) of 5")
            XCTAssertEqual(tile.states, [])
        }
        XCTAssertEqual(found.first.headings.map(\.role), ["heading", "heading"])
        XCTAssertEqual(found.first.headings.map(\.name), ["April 2026, 2 photos", "March 2026, 3 photos"])
        XCTAssertEqual(found.focused.name, found.first.tiles[0].name)
        XCTAssertEqual(found.next.name, found.first.tiles[1].name)
        XCTAssertEqual(found.next.description, "2 of 5")

        XCTAssertEqual(found.one.tiles.map(\.states), [[], ["selected"], [], [], []])
        XCTAssertEqual(found.one.headings.map(\.states), [[], ["mixed"]])
        XCTAssertEqual(found.all.tiles.map(\.states), Array(repeating: ["selected"], count: 5))
        XCTAssertEqual(found.all.headings.map(\.states), [["checked"], ["checked"]])
        XCTAssertEqual(found.none.tiles.map(\.states), Array(repeating: [], count: 5))
        XCTAssertEqual(found.none.headings.map(\.states), [[], []])
    }
}
