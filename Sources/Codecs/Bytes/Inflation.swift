// Unpacking of small pieces of files that are packed by zlib's format. Source: RFC 1950.
import CGLib

package enum Inflation {
    /// Returns what `packed` holds; nil for more than `most` bytes, for nothing, and for data of another format.
    package static func bytes(of packed: [UInt8], upTo most: Int) -> [UInt8]? {
        guard let decompressor = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(decompressor)) }
        var length: gsize = 0
        let unpacked = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var read: gsize = 0
            let result = g_converter_convert(
                decompressor, packed, gsize(packed.count), buffer.baseAddress, gsize(most),
                G_CONVERTER_INPUT_AT_END, &read, &length, nil)
            if result != G_CONVERTER_FINISHED { length = 0 }
            count = Int(length)
        }
        return unpacked.isEmpty ? nil : unpacked
    }
}
