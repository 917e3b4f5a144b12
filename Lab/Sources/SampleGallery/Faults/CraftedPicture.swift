// Generated image files that are designed to exhaust the program that opens them.
import CGLib

/// Small file that demands many resources; each has brought down an image viewer.
public enum CraftedPicture: String, Hashable, Sendable, CaseIterable {
    /// A GIF of some dozen bytes whose logical screen has 58,739 × 25,907 pixels.
    case gif
    /// A BMP of 1 × 99,000,000 pixels.
    case bmp
    /// A PNG of 60,000 × 60,000 pixels, with the first bytes of its data.
    case png
    /// A PNG of 10 × 10 pixels with 200 compressed texts of 7 MB each.
    case text
    /// A TIFF of 60,000 × 40,000 pixels in one strip.
    case tiff
    /// An icon (ICNS) that wraps the PNG.
    case icns
    /// An SVG whose entities refer to each other, ten times each in nine steps.
    case entities
    /// An SVG with repeated blurs of ten thousand pixels.
    case blur

    /// Names of all cases, for a help text.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// Reply with the file.
    var reply: Reply {
        var reply = Reply(status: 200, headers: [("Content-Type", type), noStore])
        reply.body = bytes
        return reply
    }

    private var type: String {
        switch self {
        case .gif: "image/gif"
        case .bmp: "image/bmp"
        case .png, .text: "image/png"
        case .tiff: "image/tiff"
        case .icns: "image/x-icns"
        case .entities, .blur: "image/svg+xml"
        }
    }

    /// Bytes of the file.
    public var bytes: [UInt8] {
        switch self {
        case .gif: Self.gifFile
        case .bmp: Self.bmpFile
        case .png: Self.png(width: 60_000, height: 60_000, texts: [])
        case .text: Self.textFile
        case .tiff: Self.tiffFile
        case .icns: Self.icnsFile
        case .entities: Array(Self.entitiesFile.utf8)
        case .blur: Array(Self.blurFile.utf8)
        }
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func big(_ number: Int) -> [UInt8] { little(number, 4).reversed() }

    private static var gifFile: [UInt8] {
        let sides = little(58_739, 2) + little(25_907, 2)
        let screen = Array("GIF89a".utf8) + sides + [0xF0, 0, 0] + [0, 0, 0, 255, 255, 255]
        // Clear, one pixel, end; codes of three bits.
        let image: [UInt8] = [0x2C, 0, 0, 0, 0] + sides + [0, 2, 2, 0x44, 0x01, 0]
        return screen + image + [0x3B]
    }

    private static var bmpFile: [UInt8] {
        let pixels = [UInt8](repeating: 0x55, count: 4096)
        let header = little(40, 4) + little(1, 4) + little(99_000_000, 4) + little(1, 2) + little(24, 2) + little(0, 24)
        return Array("BM".utf8) + little(14 + 40 + pixels.count, 4) + little(0, 4) + little(54, 4) + header + pixels
    }

    private static func png(width: Int, height: Int, texts: [[UInt8]]) -> [UInt8] {
        // Depth of one bit where the image is large, so that its rows are as short as possible.
        let depth: UInt8 = texts.isEmpty ? 1 : 8
        let rows = [UInt8](repeating: 0, count: texts.isEmpty ? 16 : height * (width + 1))
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width) + big(height) + [depth, 0, 0, 0, 0])
            + texts.flatMap { chunk("zTXt", Array("Comment".utf8) + [0, 0] + $0) }
            + chunk("IDAT", compressed(rows)) + chunk("IEND", [])
    }

    private static let textFile = png(
        width: 10, height: 10, texts: Array(repeating: deflated(zeros: 7 << 20), count: 200))

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(content.count) + named + big(Int(checksum(named)))
    }

    /// CRC-32 as in PNG (ISO/IEC 15948, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ (sum >> 1) }
        }
    }

    private static func deflated(zeros count: Int) -> [UInt8] { compressed([UInt8](repeating: 0, count: count)) }

    /// Returns a zlib stream, or an empty array when out of memory.
    private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        guard let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9) else { return [] }
        defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
        let room = bytes.count + 1024
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            var read: gsize = 0, written: gsize = 0
            let result = g_converter_convert(
                OpaquePointer(UnsafeMutableRawPointer(compressor)), bytes, gsize(bytes.count), buffer.baseAddress,
                gsize(room),
                G_CONVERTER_INPUT_AT_END, &read, &written, nil)
            count = result == G_CONVERTER_FINISHED ? Int(written) : 0
        }
    }

    private static var tiffFile: [UInt8] {
        // Width, height, depth, compression (none), colours (black is 0), strip, samples, rows of the strip, its
        // length.
        let entries: [(tag: Int, value: Int)] = [
            (256, 60_000), (257, 40_000), (258, 8), (259, 1), (262, 1), (273, 256), (277, 1), (278, 40_000), (279, 64),
        ]
        let directory =
            little(entries.count, 2)
            + entries.flatMap { little($0.tag, 2) + little(4, 2) + little(1, 4) + little($0.value, 4) }
        let file = Array("II".utf8) + little(42, 2) + little(8, 4) + directory + little(0, 4)
        return file + [UInt8](repeating: 0, count: 256 + 64 - file.count)
    }

    private static var icnsFile: [UInt8] {
        let png = png(width: 60_000, height: 60_000, texts: [])
        let icon = Array("ic10".utf8) + big(png.count + 8) + png
        return Array("icns".utf8) + big(icon.count + 8) + icon
    }

    private static var entitiesFile: String {
        let steps = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
        return "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY e0 \"<g><rect width='1' height='1'/></g>\">\(steps)]>"
            + "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\">&e9;</svg>"
    }

    private static var blurFile: String {
        let filters = (0..<8).map { _ in "<feGaussianBlur stdDeviation=\"10000\"/>" }.joined()
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4000\" height=\"4000\"><filter id=\"f\" x=\"-10\" y=\"-10\" "
            + "width=\"21\" height=\"21\">\(filters)</filter><rect width=\"4000\" height=\"4000\" filter=\"url(#f)\"/></svg>"
    }
}
