// The text chunks of a PNG file, in which a thumbnail names its original.
// Source: PNG 1.2, §4.2.3 (tEXt and zTXt).

package enum PNGText {
    /// Returns the texts of a PNG whose keywords begin with `prefix`, by keyword. Texts above `longest` bytes are left
    /// out. Empty for bytes that are not a PNG. Latin-1 is read correctly only where it is ASCII.
    /// - Parameter inflate: Unpacks data of the zlib format into at most so many bytes; nil for more, or for other
    ///   data.
    package static func texts(
        of bytes: UnsafeRawBufferPointer, withPrefix prefix: String,
        inflate: (_ packed: [UInt8], _ most: Int) -> [UInt8]?
    ) -> [String: String] {
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
                let text =
                    isCompressed
                    ? content.first == 0 ? inflate(Array(content.dropFirst()), longest) : nil
                    : content[...]
                        .prefix(longest).map { $0 }
                if let text { texts[keyword] = String(decoding: text, as: UTF8.self) }
            }
            offset += 12 + length
        }
        return texts
    }

    /// Most bytes of a text: more than a URI or a number has.
    private static let longest = 8 << 10
}
