// The built-in gallery, photographed by the program itself at three sizes, light and dark.
import XCTest

final class GalleryPictureTests: SmokeTestCase {
    func testScreensOf800x600AreFull() throws { try look(800, 600) }
    func testScreensOf1280x800AreFull() throws { try look(1280, 800) }
    func testScreensOf1920x1080AreFull() throws { try look(1920, 1080) }

    func testScreensDrawnByOpenGLAreFullToo() throws { try look(1280, 800, renderer: "gl") }

    private func look(_ width: Int, _ height: Int, renderer: String = "cairo") throws {
        let pictures = try ["light", "dark"].map { scheme in
            try screenshot(
                [
                    "--sample", "--no-disk-cache", "--window-size=\(width)x\(height)", "--color-scheme=\(scheme)",
                ], environment: environment(["GSK_RENDERER": renderer]))
        }
        for picture in pictures {
            XCTAssertEqual(picture.width, width)
            XCTAssertEqual(picture.height, height)
            let grid = GridPicture(picture)
            // As many tiles of 200 px and gaps of 6 as fit between the window's edges.
            let columns = (width - 10) / 206
            XCTAssertGreaterThanOrEqual(grid.rows.count, (height - 60) / (width / columns))
            for row in grid.rows { XCTAssertEqual(row.count, columns, "at \(row[0].y) in \(width)x\(height)") }
            for tile in grid.tiles { XCTAssertEqual(grid.content(tile), .picture, "\(tile) in \(width)x\(height)") }
            let whole = grid.wholeTiles
            XCTAssertGreaterThanOrEqual(whole.count, columns * 2)
            for (index, tile) in whole.enumerated() {
                for other in whole[..<index] {
                    XCTAssertGreaterThan(
                        picture.difference(tile, to: picture, other), 4, "\(tile) and \(other) show the same")
                }
            }
        }
        // The strip between header and tiles.
        let ground = PixelArea(x: 10, y: GridPicture(pictures[0]).rows[0][0].y - 2, width: width - 20, height: 1)
        XCTAssertGreaterThan(pictures[0].brightness(ground), 230)
        XCTAssertLessThan(pictures[1].brightness(ground), 60)
    }
}
