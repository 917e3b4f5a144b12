// What a block of a mosaic looks like, pixel by pixel beside a slow drawing.
import Browse
import CGTK
import Desktop
import Photos
import XCTest

@testable import App
@testable import AppFixtures
@testable import ImagePipeline

nonisolated final class MosaicPainterTests: XCTestCase {
    /// Pixels of a texture, row by row.
    @MainActor private static func pixels(_ texture: DrawnTexture) -> [UInt32] {
        var bytes = [UInt8](repeating: 0, count: texture.size.area * 4)
        gdk_texture_download(texture.pointer, &bytes, gsize(texture.size.width * 4))
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }

    @MainActor private static func entry(_ index: Int, _ size: PixelSize) -> TinyEntry? {
        var entry = TinyEntry()
        switch index % 5 {
        case 0: return nil
        case 1: entry.colour = AverageColour(red: 200, green: UInt8(index % 200), blue: 9)
        case 2: entry.isFailed = true
        default:
            entry.picture = TinyPicture(
                size: size, pixels: ContiguousArray((0..<size.area).map { UInt16(truncatingIfNeeded: $0 * 31 + index) })
            )
        }
        return entry
    }

    @MainActor private static func opaque(_ packed: UInt16) -> UInt32 {
        let (red, green, blue) = (UInt32(packed >> 11), UInt32(packed >> 5 & 63), UInt32(packed & 31))
        return 255 << 24 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
    }

    func testABlockShowsEachPhotoInItsPlace() throws { try MainActor.assumeIsolated { try Self.compareBlocks() } }

    @MainActor private static func compareBlocks() throws {
        _ = TestApplication.shared
        let window = made(gtk_window_new()).cast() as UnsafeMutablePointer<GtkWindow>
        defer { gtk_window_destroy(window) }
        let palette = MosaicPalette(of: window.cast())
        for scale in [1, 1.25, 2] {
            for isRightToLeft in [false, true] {
                let layout = GridLayout(
                    count: 97, in: GridLayout.Room(kind: .squares, width: 333, scale: scale, tileSize: 24))
                let block = layout.blocks(from: 0, to: layout.height)[0]
                let cells = layout.cells(of: block, isRightToLeft: isRightToLeft)
                let size = layout.room.metrics.pictureSize
                let painter = MosaicPainter(palette: palette, scale: scale, isWhole: false)
                let picture = try XCTUnwrap(
                    painter.paint(
                        block, cells, cells.map { entry($0.index, size) }, isSelected: cells.map { _ in false }))
                XCTAssertEqual(picture.texture.size, block.size)
                XCTAssertEqual(picture.blank, cells.map(\.index).filter { $0 % 5 < 2 })
                XCTAssertEqual(picture.scaled, [])
                var expected = [UInt32](repeating: 0, count: block.size.area)
                for cell in cells {
                    let entry = entry(cell.index, size), mark = max(2, size.width / 4)
                    for y in 0..<size.height {
                        for x in 0..<size.width {
                            var pixel =
                                entry?.picture.map { opaque($0.pixels[y * size.width + x]) }
                                ?? entry?.colour.map(MosaicPalette.pixel) ?? palette.placeholder
                            let inMark = (size.width - mark) / 2..<(size.width - mark) / 2 + mark
                            if entry?.isFailed == true, inMark.contains(x), inMark.contains(y) { pixel = palette.mark }
                            expected[(cell.y + y) * block.size.width + cell.x + x] = pixel
                        }
                    }
                }
                XCTAssertTrue(pixels(picture.texture) == expected, "\(scale) \(isRightToLeft)")
            }
        }
    }

    func testSelectedPhotosHaveARingOfTheAccentColour() throws {
        try MainActor.assumeIsolated { try Self.compareRings() }
    }

    @MainActor private static func compareRings() throws {
        _ = TestApplication.shared
        let window = made(gtk_window_new()).cast() as UnsafeMutablePointer<GtkWindow>
        defer { gtk_window_destroy(window) }
        let palette = MosaicPalette(of: window.cast())
        let layout = GridLayout(count: 20, in: GridLayout.Room(kind: .squares, width: 200, scale: 1, tileSize: 24))
        let block = layout.blocks(from: 0, to: 26)[0], cells = layout.cells(of: block, isRightToLeft: false)
        let picture = try XCTUnwrap(
            MosaicPainter(palette: palette, scale: 1, isWhole: false).paint(
                block, cells, cells.map { _ in nil }, isSelected: cells.map { $0.index == 4 }))
        let pixels = pixels(picture.texture), ring = 0xff00_0000 | palette.accent
        for cell in cells {
            let corner = pixels[cell.y * block.size.width + cell.x]
            let middle = pixels[(cell.y + 12) * block.size.width + cell.x + 12]
            XCTAssertEqual(corner == ring, cell.index == 4)
            XCTAssertEqual(middle == palette.placeholder, cell.index != 4)
        }
    }
}
