// Picture files made for the tests: marked ones that show how they were cropped, and broken ones.
import CCodecs
import CGLib
import Foundation

enum PictureFiles {
    struct CannotWrite: Error {}

    /// A picture whose greatest centred square has a quarter each of yellow, green / magenta, white and a red middle;
    /// what a square tile cuts off is blue.
    struct Marked {
        static let red = Colour(r: 230, g: 20, b: 20), blue = Colour(r: 20, g: 20, b: 230)
        static let quarters = [
            Colour(r: 230, g: 230, b: 20), Colour(r: 20, g: 200, b: 20),
            Colour(r: 220, g: 20, b: 220), Colour(r: 250, g: 250, b: 250),
        ]

        let width: Int
        let height: Int

        /// The rectangles to fill, in order.
        var fills: [(area: PixelArea, colour: Colour)] {
            let side = min(width, height), half = side / 2, third = side / 3
            let left = (width - side) / 2, top = (height - side) / 2
            let quarters = Self.quarters.enumerated().map { index, colour in
                (PixelArea(x: left + index % 2 * half, y: top + index / 2 * half, width: half, height: half), colour)
            }
            let middle = PixelArea(x: left, y: top, width: side, height: side).inset(third)
            return [(PixelArea(x: 0, y: 0, width: width, height: height), Self.blue)] + quarters + [(middle, Self.red)]
        }

        func jpeg() throws -> Data { try PictureFiles.jpeg(width, height, fills) }

        /// The same picture as a camera held upright stores it: turned a quarter to the left, with EXIF orientation 6.
        func rotatedJPEG() throws -> Data {
            let turned = fills.map { fill, colour in
                (PixelArea(x: fill.y, y: width - fill.x - fill.width, width: fill.height, height: fill.width), colour)
            }
            let jpeg = try PictureFiles.jpeg(height, width, turned)
            let content =
                Data("Exif\0\0".utf8) + [
                    0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
                ]
            let length = content.count + 2
            return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + jpeg.dropFirst(2)
        }
    }

    /// A picture of 16 × 16 blocks whose colours follow from `number`: no two alike.
    static func mosaic(_ number: Int, side: Int = 320) throws -> Data {
        var state = UInt32(truncatingIfNeeded: number &* 2_654_435_761 &+ 12345)
        func next() -> UInt8 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        let block = side / 16
        let fills = (0..<256).map { index in
            (
                PixelArea(x: index % 16 * block, y: index / 16 * block, width: block, height: block),
                Colour(r: next(), g: next(), b: next())
            )
        }
        return try jpeg(side, side, fills)
    }

    /// A folder of `count` mosaics, named so that they sort by number.
    static func writeMosaics(_ count: Int, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            try mosaic(number).write(to: folder.appendingPathComponent("picture \(1000 + number).jpg"))
        }
    }

    static func jpeg(_ width: Int, _ height: Int, _ fills: [(area: PixelArea, colour: Colour)]) throws -> Data {
        guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height)) else {
            throw CannotWrite()
        }
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        for (area, colour) in fills {
            guard
                let part = gdk_pixbuf_new_subpixbuf(
                    pixbuf, Int32(area.x), Int32(area.y), Int32(area.width), Int32(area.height))
            else { throw CannotWrite() }
            gdk_pixbuf_fill(part, UInt32(colour.r) << 24 | UInt32(colour.g) << 16 | UInt32(colour.b) << 8 | 0xFF)
            g_object_unref(UnsafeMutableRawPointer(part))
        }
        var bytes: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        guard gdk_pixbuf_save_to_bufferv(pixbuf, &bytes, &count, "jpeg", nil, nil, nil) != 0, let bytes else {
            throw CannotWrite()
        }
        defer { g_free(bytes) }
        return Data(bytes: bytes, count: Int(count))
    }
}
