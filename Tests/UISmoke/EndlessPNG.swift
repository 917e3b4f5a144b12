// A correct PNG of a size that nobody should decode whole, written by hand: black, one bit a pixel, under a megabyte.
import Foundation

enum EndlessPNG {
    /// A black square of `side` pixels, a multiple of 8.
    static func black(side: Int) -> Data {
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        // Bit depth 1, greyscale, the only compression and filter, not interlaced (PNG 1.2 §11.2.2).
        append("IHDR", bigEndian(side) + bigEndian(side) + [1, 0, 0, 0, 0], to: &png)
        append("IDAT", zlibZeros(count: side * (side / 8 + 1)), to: &png)
        append("IEND", [], to: &png)
        return png
    }

    /// `count` zeros as a zlib stream: one block with the fixed codes of RFC 1951 §3.2.6.
    private static func zlibZeros(count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var bits: UInt32 = 0, held = 0
        func put(_ value: UInt32, _ width: Int) {
            bits |= value << UInt32(held)
            held += width
            while held >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                held -= 8
            }
        }
        // Huffman codes go in from their most significant bit, so they are written mirrored here.
        let zero: UInt32 = 0b0000_1100, repeat258: UInt32 = 0b1010_0011
        put(0b011, 3)
        let repeats = (count - 1) / 258
        put(zero, 8)
        // Length 258 is symbol 285, code 11000101; distance 1 is symbol 0, code 00000.
        for _ in 0..<repeats { put(repeat258, 13) }
        for _ in 0..<(count - 1 - repeats * 258) { put(zero, 8) }
        put(0, 7)
        if held > 0 { put(0, 8 - held) }
        // Adler-32 of zeros (RFC 1950 §9): the low half stays 1, the high half counts the bytes.
        return bytes + bigEndian(((count % 65521) << 16) | 1)
    }

    private static func append(_ type: String, _ content: [UInt8], to png: inout Data) {
        let body = Array(type.utf8) + content
        png += bigEndian(content.count) + body + bigEndian(Int(crc(body)))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// CRC-32 as in PNG 1.2 annex D.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        let table: [UInt32] = (0..<256).map { byte in
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            return value
        }
        var sum = UInt32.max
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
        return ~sum
    }
}
