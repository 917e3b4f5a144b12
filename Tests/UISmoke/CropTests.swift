// What a tile shows of pictures that are not square, or that the camera stored turned.
import Foundation
import XCTest

final class CropTests: SmokeTestCase {
    func testTilesShowTheMiddleSquareUpright() throws {
        let pictures = folder.appendingPathComponent("pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        let landscape = PictureFiles.Marked(width: 1200, height: 600)
        let sizes: [(String, Data)] = [
            ("1 square", try PictureFiles.Marked(width: 600, height: 600).jpeg()),
            ("2 landscape", try landscape.jpeg()),
            ("3 portrait", try PictureFiles.Marked(width: 600, height: 1200).jpeg()),
            ("4 panorama", try PictureFiles.Marked(width: 4800, height: 600).jpeg()),
            ("5 turned landscape", try landscape.rotatedJPEG()),
            ("6 turned portrait", try PictureFiles.Marked(width: 600, height: 1200).rotatedJPEG()),
        ]
        for (name, data) in sizes { try data.write(to: pictures.appendingPathComponent("\(name).jpg")) }
        let picture = try screenshot([pictures.path, "--window-size=1280x800", "--color-scheme=light"])
        let tiles = GridPicture(picture).tiles
        XCTAssertEqual(tiles.count, sizes.count)
        for (tile, (name, _)) in zip(tiles, sizes) {
            XCTAssertEqual(tile.width, tile.height, name)
            func colour(_ x: Double, _ y: Double) -> Colour {
                picture[tile.x + Int(x * Double(tile.width)), tile.y + Int(y * Double(tile.height))]
            }
            let middle = colour(0.5, 0.5)
            XCTAssertTrue(middle.isNear(PictureFiles.Marked.red, within: 40), "\(name): middle \(middle)")
            let corners = [colour(0.04, 0.04), colour(0.96, 0.04), colour(0.04, 0.96), colour(0.96, 0.96)]
            for (corner, expected) in zip(corners, PictureFiles.Marked.quarters) {
                XCTAssertTrue(corner.isNear(expected, within: 40), "\(name): corner \(corner), not \(expected)")
            }
            let blue = picture.samples(tile.inset(4)).filter { $0.isNear(PictureFiles.Marked.blue, within: 60) }
            XCTAssertEqual(blue.count, 0, "\(name) shows what should be cut off")
        }
    }
}
