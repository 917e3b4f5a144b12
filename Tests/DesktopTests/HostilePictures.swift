// Small files that ask for a great deal of memory, byte by byte.
import CGLib
import Fixtures
import Foundation

@testable import Desktop

enum HostilePictures {
    static func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
    static func big32(_ value: Int) -> [UInt8] { big16(value >> 16) + big16(value) }
    static func little16(_ value: Int) -> [UInt8] { big16(value).reversed() }
    static func little32(_ value: Int) -> [UInt8] { big32(value).reversed() }
    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A GIF of pictures of 2 × 2 pixels, whatever their parts say, on a screen.
    static func gif(screen: (Int, Int), parts: [(Int, Int)]) -> [UInt8] {
        var file = text("GIF89a") + little16(screen.0) + little16(screen.1) + [0xF0, 0, 0, 255, 0, 0, 0, 0, 0]
        for part in parts {
            file += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0] + little16(part.0) + little16(part.1)
            file += [0, 2, 3, 0x84, 0x8F, 5, 0]
        }
        return file + [0x3B]
    }

    static func bmp(_ width: Int, _ height: Int, bits: Int = 24, compression: Int = 0, length: Int = 4096) -> [UInt8] {
        let head =
            little32(40) + little32(width) + little32(height) + little16(1) + little16(bits) + little32(compression)
            + [UInt8](repeating: 0, count: 20)
        let file = text("BM") + little32(length) + little32(0) + little32(54) + head
        return file + [UInt8](repeating: 0, count: length - file.count)
    }

    /// Zeros, deflated.
    static func deflatedZeros(_ count: Int) -> [UInt8] { deflated([UInt8](repeating: 0, count: count)) }

    static func deflated(_ plain: [UInt8]) -> [UInt8] {
        let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9)!
        defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
        var read: gsize = 0
        var written: gsize = 0
        var result = [UInt8](repeating: 0, count: plain.count / 100 + 4096)
        let outcome = g_converter_convert(
            OpaquePointer(UnsafeMutableRawPointer(compressor)), plain, gsize(plain.count), &result, gsize(result.count),
            G_CONVERTER_INPUT_AT_END, &read, &written, nil)
        precondition(outcome == G_CONVERTER_FINISHED)
        return Array(result.prefix(Int(written)))
    }

    /// A TIFF, packed by deflate, whose one strip or tile unpacks to zeros. `entries` are numbers by tag.
    static func tiff(_ entries: [Int: Int], packed: [UInt8], isTiled: Bool) -> [UInt8] {
        var entries = entries
        entries[259] = 8
        let place = isTiled ? 324 : 273
        entries[isTiled ? 325 : 279] = packed.count
        entries[place] = 0
        entries[place] = 8 + 2 + 12 * entries.count + 4
        var file = text("II") + [42, 0] + little32(8) + little16(entries.count)
        for (tag, value) in entries.sorted(by: { $0.key < $1.key }) {
            file += little16(tag) + little16(4) + little32(1) + little32(value)
        }
        return file + little32(0) + packed
    }

    static func pngChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = text(name) + content
        return big32(content.count) + named + big32(Int(checksum(named)))
    }

    /// CRC-32 by a table: the texts are long, and the tests are built for debugging.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in sum >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }

    /// An RGB PNG of black, of which `rows` rows are there.
    static func png(_ width: Int, _ height: Int, rows: Int, before: [UInt8] = [], behind: [UInt8] = []) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + pngChunk("IHDR", big32(width) + big32(height) + [8, 2, 0, 0, 0]) + before
            + pngChunk("IDAT", deflatedZeros((3 * width + 1) * rows)) + behind + pngChunk("IEND", [])
    }

    static func quickTime(_ picture: [UInt8]) -> [UInt8] { big32(8 + picture.count) + text("idat") + picture }

    static func iconFamily(_ picture: [UInt8]) -> [UInt8] {
        text("icns") + big32(16 + picture.count) + text("ic08") + big32(8 + picture.count) + picture
    }

    static func icon(_ width: Int, _ height: Int) -> [UInt8] {
        [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + little32(4096) + little32(22) + little32(40) + little32(width)
            + little32(2 * height) + little16(1) + little16(32) + [UInt8](repeating: 0, count: 4096)
    }

    static func animatedCursor(_ icon: [UInt8]) -> [UInt8] {
        let list = text("LIST") + little32(12 + icon.count) + text("fram") + text("icon") + little32(icon.count) + icon
        let head =
            text("anih") + little32(36) + little32(36) + little32(1) + little32(1) + [UInt8](repeating: 0, count: 24)
        return text("RIFF") + little32(4 + head.count + list.count) + text("ACON") + head + list
    }

    // MARK: AVIF

    /// 64 × 64 pixels of one colour by libaom: the configuration box and the coded item.
    static let av1Configuration: [UInt8] = [0, 0, 0, 12, 0x61, 0x76, 0x31, 0x43, 0x81, 0, 0x0C, 0]
    static let av1Tile = TestPictures.base64("EgAKCRgVf/2iAhoNCDIeFMeHhmUCCCCeUAAAAMIRaNaVL6LxEAlYEMaizOzu")

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big32(8 + content.count) + text(name) + content
    }
    private static func full(_ name: String, _ version: Int, _ content: [UInt8]) -> [UInt8] {
        box(name, [UInt8(version), 0, 0, 0] + content)
    }
    private static func extent(_ width: Int, _ height: Int) -> [UInt8] { full("ispe", 0, big32(width) + big32(height)) }

    /// A picture derived from `parts` references to tiles, each of which says that it measures `tile`.
    /// - Parameters:
    ///   - derivation: The kind of item, and its own bytes.
    ///   - items: How many items the references go to, all with the same coded bytes. One makes the shortest file;
    ///     libheif from 1.19 shows a grid only if each of its tiles is an item of its own.
    static func avif(
        _ derivation: (kind: String, bytes: [UInt8]), size: (Int, Int), parts: Int, tile: (Int, Int) = (64, 64),
        items: Int = 1
    ) -> [UInt8] {
        let tiles = (0..<items).map { 2 + $0 }
        let head = box("ftyp", text("avif") + big32(0) + text("avifmif1miaf"))
        func name(_ item: Int, _ kind: String) -> [UInt8] {
            full("infe", 2, big16(item) + big16(0) + text(kind) + [0])
        }
        let names = full(
            "iinf", 0, big16(1 + items) + name(1, derivation.kind) + tiles.flatMap { name($0, "av01") })
        let referred = (0..<parts).flatMap { big16(tiles[$0 % items]) }
        let references = full("iref", 0, box("dimg", big16(1) + big16(parts) + referred))
        let owned = tiles.flatMap { item -> [UInt8] in big16(item) + [3, 2, 0x83, 4] }
        let properties = box(
            "iprp",
            box(
                "ipco",
                extent(size.0, size.1) + extent(tile.0, tile.1) + av1Configuration + full("pixi", 0, [3, 8, 8, 8]))
                + full("ipma", 0, big32(1 + items) + big16(1) + [2, 1, 4] + owned))
        func meta(_ place: Int) -> [UInt8] {
            let own = big16(1) + big16(1) + big16(0) + big16(1) + big32(0) + big32(derivation.bytes.count)
            let extent = big16(0) + big16(0) + big16(1) + big32(place) + big32(av1Tile.count)
            let coded = tiles.flatMap { big16($0) + extent }
            let places = full("iloc", 1, [0x44, 0] + big16(1 + items) + own + coded)
            let handler = full("hdlr", 0, big32(0) + text("pict") + [UInt8](repeating: 0, count: 13))
            return full(
                "meta", 0,
                handler + full("pitm", 0, big16(1)) + names + places + references + properties
                    + box("idat", derivation.bytes))
        }
        return head + meta(head.count + meta(0).count + 8) + box("mdat", av1Tile)
    }

    static func grid(
        rows: Int, columns: Int, size: (Int, Int), tile: (Int, Int) = (64, 64), items: Int = 1
    ) -> [UInt8] {
        avif(
            ("grid", [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + big32(size.0) + big32(size.1)), size: size,
            parts: rows * columns, tile: tile, items: items)
    }

    static func overlay(parts: Int, size: (Int, Int), tile: (Int, Int) = (64, 64)) -> [UInt8] {
        avif(
            (
                "iovl",
                [0, 1] + [UInt8](repeating: 0, count: 8) + big32(size.0) + big32(size.1)
                    + [UInt8](repeating: 0, count: 8 * parts)
            ),
            size: size, parts: parts, tile: tile)
    }
}
