// Comparing in the real program: with the keys of a keyboard as a screen reader meets it, and by its scenario.
import Foundation
import XCTest

final class CompareSmokeTests: SmokeTestCase {
    /// What the reader found.
    private struct Findings: Decodable {
        struct Item: Decodable, Hashable {
            let role: String
            let name: String
            var description: String?
            var isSelected: Bool?
        }
        /// The photos that are compared, and after a mark, a step to another cell, and a step to its neighbour.
        let before, after: [Item]
        /// Names of the page's buttons.
        let buttons: [String]
        /// What has the focus while photos are compared, and afterwards.
        let focused, afterwards: Item
    }

    private func pictures(_ count: Int) throws -> String {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(count, to: pictures)
        return pictures.path
    }

    func testEachPhotoHasItsNamePlaceAndMarksAndTheActiveOneIsSelected() throws {
        let found = try read(
            Findings.self, by: "compare_reader.py", "5",
            of: [try pictures(5), "--no-disk-cache", "--window-size=1000x700", "--sort=name"])
        XCTAssertEqual(found.before.map(\.description), (1...3).map { "\($0) of 3" })
        for (number, item) in found.before.enumerated() {
            XCTAssertTrue(item.name.hasPrefix("picture \(1000 + number).jpg"), item.name)
            XCTAssertEqual(item.isSelected, number == 2)
        }
        XCTAssertEqual(
            Set(found.buttons), ["Back to the Grid", "Previous Photo in This Place", "Next Photo in This Place"])
        XCTAssertTrue(found.after[2].name.hasSuffix("4 stars"), found.after[2].name)
        // The first one has given way to the next that is not compared.
        XCTAssertTrue(found.after[0].name.hasPrefix("picture 1003.jpg"), found.after[0].name)
        XCTAssertEqual(found.after.map(\.isSelected), [true, false, false])
        XCTAssertEqual(found.focused.name, found.after[0].name)
        XCTAssertEqual(found.afterwards.role, "table cell")
        XCTAssertTrue(found.afterwards.name.hasPrefix("picture 1003.jpg"), found.afterwards.name)
    }

    func testTheScenarioShowsSixPhotosAndMovesThem() throws {
        let file = folder.appendingPathComponent("compare.json").path
        let run = try start(arguments: [
            try pictures(8), "--profile=\(file)", "--scenario=compare", "--window-size=640x480", "--no-disk-cache",
        ])
        let ending = try run.ending(limit: 120)
        XCTAssertEqual(ending.status, 0, ending.errors)
        let profile = try Profile(file: file)
        XCTAssertGreaterThan(try profile.number("compare.allMs"), 0)
        // On a machine that does other work, too.
        XCTAssertGreaterThan(try profile.number("compare.pan.frames"), 20)
        // Small pictures need none that is sharper than their cells; six cells are no larger than the window.
        XCTAssertGreaterThan(try profile.number("compare.pictureBytes"), 0)
        XCTAssertLessThan(try profile.number("compare.pictureBytes"), 6 * 4 * 640 * 480)
        XCTAssertEqual(try profile.number("loader.duplicateFetches"), 0)
    }
}
