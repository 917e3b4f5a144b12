// Everything that can be done with photos, done without a pointer: by keys and the actions that assistive technology
// has.
import Foundation
import XCTest

final class ActingTests: SmokeTestCase {
    private struct Findings: Decodable {
        let steps: [String]
        /// The names in the folder of the photos, and in the one that photos were copied to.
        let pictures, other: [String]
    }

    func testEverythingIsDoneWithoutAPointer() throws {
        let pictures = folder.appendingPathComponent("pictures"), other = folder.appendingPathComponent("other")
        for place in [pictures, other] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        for (number, letter) in "abcdefgh".enumerated() {
            try PictureFiles.mosaic(number).write(to: pictures.appendingPathComponent("\(letter).jpg"))
        }
        try PictureFiles.mosaic(20).write(to: other.appendingPathComponent("b.jpg"))
        let found = try read(
            Findings.self, by: "acting.py", pictures.path,
            of: [pictures.path, "--no-disk-cache", "--window-size=1100x800"])

        XCTAssertEqual(found.steps.count, 16)
        XCTAssertEqual(
            found.pictures,
            ["Crete 01.jpg", "Crete 02.jpg", "a.jpg", "album", "b.jpg", "g.jpg", "g.jpg.xmp", "h.jpg", "harbour.jpg"])
        XCTAssertEqual(found.other, ["a.jpg", "b.jpg", "saved.jpg"])
    }
}
