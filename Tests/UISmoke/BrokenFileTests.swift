// A folder with good pictures and four that no program can show.
import Foundation
import XCTest

final class BrokenFileTests: SmokeTestCase {
    func testBrokenFilesSayWhyBesideTheGoodOnes() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try PictureFiles.writeMosaics(8, to: pictures)
        try Data().write(to: pictures.appendingPathComponent("a zero.jpg"))
        try Data("This is a letter, not a picture.\n".utf8).write(to: pictures.appendingPathComponent("b text.jpg"))
        try PictureFiles.mosaic(99).prefix(300).write(to: pictures.appendingPathComponent("c truncated.jpg"))
        try EndlessPNG.black(side: 30_000).write(to: pictures.appendingPathComponent("d endless.png"))
        let picture = try screenshot([
            pictures.path, "--window-size=1280x800", "--no-disk-cache", "--profile=\(path("p.json"))",
        ])
        // The profile's overlay lies over the lower right of the window, and reaches into the last tile of the second
        // row.
        let grid = GridPicture(picture, searchingShare: 0.6)
        let contents = grid.tiles.prefix(11).map { grid.content($0) }
        XCTAssertEqual(contents, Array(repeating: .words, count: 4) + Array(repeating: .picture, count: 7))
        let profile = try Profile(file: path("p.json"))
        // An empty window with cairo takes about 95 MB; 900 megapixels decoded whole would take 900 MB and more.
        XCTAssertLessThan(try profile.number("peakRSSBytes"), 250e6)
    }
}
