// Single properties in an XMP packet, found by a bounded search. Source: XMP part 1, 7 and annex C.2.5.

/// The text of a packet, in which properties are looked for by their usual names.
///
/// The facts need a dozen values, each of which stands as an attribute (`exif:FNumber="28/10"`), as an element, or as an
/// element with a list of one. A parser of XML and of RDF would find them under other names of the name spaces as well,
/// which writers do not use, and would have to be kept from the rest of what XML allows.
package struct XMPPacket {
    /// Most bytes of a packet that are searched: what one segment of a JPEG holds. Larger packets hold tables of
    /// thousands of edits, behind the values or in packets of their own.
    static let reach = 64 << 10
    /// Longest value in bytes, where nothing else is said, and longest mark before a value in a list.
    private static let longest = 256

    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter range: The place of the packet in the file, whose end may lie past the end of the file.
    package init?(in file: some ByteAccess, at range: Range<Int>) {
        let count = min(range.count, Self.reach, file.count - range.lowerBound)
        guard count > 0, let bytes = file.bytes(range.lowerBound, count: count) else { return nil }
        self.bytes = bytes
    }

    /// Returns the value of the property called `name`, such as `exif:FNumber`, without surrounding blanks; nil when it
    /// is missing, empty, or longer than `longest` bytes.
    package func value(of name: String, longest: Int = Self.longest) -> String? {
        bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            var offset = 0
            while let found = view.index(of: name, from: offset) {
                offset = found + name.utf8.count
                guard found > 0, let before = view[found - 1], before == UInt8(ascii: "<") || Self.isBlank(before),
                    let value = Self.value(behind: offset, in: view, longest: longest)
                else { continue }
                let text = Self.text(value)
                return text.isEmpty ? nil : text
            }
            return nil
        }
    }

    /// Whether the picture is a panorama: the packet names the surface that it was projected on, and does not say that it
    /// is to be viewed as other pictures are. Source: Google, “Photo Sphere XMP metadata”.
    package var isPanorama: Bool {
        value(of: "GPano:ProjectionType") != nil && value(of: "GPano:UsePanoramaViewer")?.lowercased() != "false"
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func skipBlanks(_ view: ByteView, _ offset: Int) -> Int {
        var offset = offset
        while let byte = view[offset], isBlank(byte) { offset += 1 }
        return offset
    }

    /// Returns the value of an attribute or an element whose name ends at `offset`.
    private static func value(behind offset: Int, in view: ByteView, longest most: Int) -> [UInt8]? {
        let next = skipBlanks(view, offset)
        switch view[next] {
        case UInt8(ascii: "="):
            let quote = skipBlanks(view, next + 1)
            guard let mark = view[quote], mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { return nil }
            return text(view, from: quote + 1, to: mark, longest: most)
        case UInt8(ascii: ">"):
            let start = skipBlanks(view, next + 1)
            let isList = ["Seq", "Bag", "Alt"].contains { view.has("<rdf:" + $0, at: start) }
            guard isList else { return text(view, from: start, to: UInt8(ascii: "<"), longest: most) }
            // Looked for no farther than they may be: a packet may begin a list everywhere and end none.
            guard let head = part(view, from: start, longest + 8), let place = head.index(of: "<rdf:li", from: 0),
                place < longest, let item = part(view, from: start + place, longest),
                let end = item.index(of: UInt8(ascii: ">"), from: 0)
            else { return nil }
            return text(view, from: start + place + end + 1, to: UInt8(ascii: "<"), longest: most)
        default: return nil
        }
    }

    private static func text(_ view: ByteView, from start: Int, to mark: UInt8, longest most: Int) -> [UInt8]? {
        guard let end = part(view, from: start, most + 1)?.index(of: mark, from: 0) else { return nil }
        return view.copy(start..<start + end)
    }

    /// Returns the bytes from `start` on, at most `most` of them; nil where there are none.
    private static func part(_ view: ByteView, from start: Int, _ most: Int) -> ByteView? {
        start < view.count ? view.part(start..<min(view.count, start + most)) : nil
    }

    private static let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]

    /// Returns the words of a value, with the five entities of XML resolved.
    private static func text(_ value: [UInt8]) -> String {
        var text = String(decoding: value, as: UTF8.self)
        for (entity, character) in entities where text.utf8.contains(UInt8(ascii: "&")) {
            text = text.split(separator: entity, omittingEmptySubsequences: false).joined(separator: character)
        }
        let printable = text.unicodeScalars.map { $0.value >= 32 && !(127..<160).contains($0.value) ? $0 : " " }
        return String(String.UnicodeScalarView(printable)).split(separator: " ").joined(separator: " ")
    }
}
