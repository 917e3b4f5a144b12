// What the tags of an XML document would cost libxml2, told before it reads them.
import PhotoFormats

/// A walk over the tags of a document. libxml2 before 2.12 compares each attribute of an element with all before it,
/// and looks for a prefix through all name spaces: 400 KB of attributes in one tag took it 8 s, and 16 MB would take
/// hours.
enum SidecarTags {
    /// Most attributes of one element. Lightroom writes some three hundred.
    private static let mostAttributes = 512
    /// Most declarations of name spaces. Editors write some dozen.
    private static let mostSpaces = 1024
    /// Longest document in bytes whose tags cannot be told from its bytes.
    private static let longestOfOther = 64 << 10

    /// Returns whether a document is within the limits of what is read.
    static func areFew(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let view = ByteView(bytes)
        guard isASCII(view) else { return view.count <= longestOfOther }
        var (offset, spaces) = (0, 0)
        while let open = view.index(of: UInt8(ascii: "<"), from: offset) {
            if let (start, end) = passed.first(where: { view.has($0.start, at: open) }) {
                // Without its end the document is damaged, which libxml2 says.
                guard let close = view.index(of: end, from: open + start.utf8.count) else { return true }
                offset = close + end.utf8.count
            } else {
                guard let next = end(ofTag: open + 1, view, &spaces) else { return false }
                offset = next
            }
        }
        return true
    }

    /// What is no tag, and where it ends.
    private static let passed = [
        (start: "<!--", end: "-->"), (start: "<![CDATA[", end: "]]>"), (start: "<?", end: "?>"),
    ]

    /// Returns the end of the tag whose name begins at `offset`; nil where it has too much.
    private static func end(ofTag offset: Int, _ view: ByteView, _ spaces: inout Int) -> Int? {
        var (offset, attributes) = (offset, 0)
        while let byte = view[offset] {
            switch byte {
            case UInt8(ascii: ">"): return offset
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // Within a value, `>` does not end the tag.
                attributes += 1
                guard attributes <= mostAttributes else { return nil }
                guard let end = view.index(of: byte, from: offset + 1) else { return view.count }
                offset = end + 1
            case UInt8(ascii: "x") where view.has("xmlns", at: offset):
                spaces += 1
                guard spaces <= mostSpaces else { return nil }
                offset += 5
            default: offset += 1
            }
        }
        return offset
    }

    /// Returns whether the characters of markup are the bytes of ASCII in the document's encoding.
    private static func isASCII(_ view: ByteView) -> Bool {
        if view.index(of: 0, from: 0) != nil { return false }
        let start = view.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard view.has("<?xml", at: start), let end = view.index(of: "?>", from: start),
            let head = view.copy(start..<end)
        else { return true }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        guard let word = text.firstRange(of: "encoding") else { return true }
        let name = text[word.upperBound...].drop { " \t\n\r=\"'".contains($0) }
        return ["utf-8", "utf8", "us-ascii", "iso-8859-", "windows-125"].contains { name.hasPrefix($0) }
    }
}
