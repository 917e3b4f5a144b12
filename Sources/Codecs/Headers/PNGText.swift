// The text chunks of a PNG file, in which a thumbnail names its original.
// Source: PNG 1.2, §4.2.3 (tEXt and zTXt).
import CGLib

package enum PNGText {
    /// Returns the texts of a PNG whose keywords begin with `prefix`, by keyword. Compressed texts are unpacked, those
    /// above `longest` bytes left out. Empty for bytes that are not a PNG. Latin-1 is read correctly only where it is
    /// ASCII.
    package static func texts(of bytes: UnsafeRawBufferPointer, withPrefix prefix: String) -> [String: String] {
        let view = ByteView(bytes)
        guard view.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return [:] }
        var texts: [String: String] = [:]
        var offset = 8
        while let length = view.big32(offset), offset + 12 + length <= bytes.count {
            let start = offset + 8
            let isCompressed = view.has("zTXt", at: offset + 4)
            if isCompressed || view.has("tEXt", at: offset + 4), view.has(prefix, at: start),
                let end = view.index(of: 0, from: start), end < start + length
            {
                let keyword = String(decoding: bytes[start..<end], as: UTF8.self)
                let content = UnsafeRawBufferPointer(rebasing: bytes[(end + 1)..<(start + length)])
                // Compressed text begins with a byte for the method, of which only 0, deflate, is defined.
                let text = isCompressed ? content.first == 0 ? inflated(content.dropFirst()) : nil : content[...]
                    .prefix(longest).map { $0 }
                if let text { texts[keyword] = String(decoding: text, as: UTF8.self) }
            }
            offset += 12 + length
        }
        return texts
    }

    /// Most bytes of a text: more than a URI or a number has.
    private static let longest = 8 << 10

    private static func inflated(_ packed: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        guard let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(decompressor)) }
        let packed = Array(packed)
        var length: gsize = 0
        let text = [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
            var read: gsize = 0
            let result = g_converter_convert(
                decompressor, packed, gsize(packed.count), buffer.baseAddress, gsize(longest),
                G_CONVERTER_INPUT_AT_END, &read, &length, nil)
            if result != G_CONVERTER_FINISHED { length = 0 }
            count = Int(length)
        }
        return text.isEmpty ? nil : text
    }
}
