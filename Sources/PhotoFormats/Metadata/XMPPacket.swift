// Single properties in an XMP packet, found by a bounded search. Source: XMP part 1, 7 and annex C.2.5.

/// The text of a packet, in which properties are looked for by their usual names.
///
/// The facts need a dozen values, each of which stands as an attribute (`exif:FNumber="28/10"`), as an element, or as
/// an element with a list of one. A parser of XML and of RDF would find them under other names of the name spaces as
/// well, which writers do not use, and would have to be kept from the rest of what XML allows.
package struct XMPPacket {
    /// Most bytes of a packet that are searched: what one segment of a JPEG holds. Larger packets hold tables of
    /// thousands of edits, behind the values or in packets of their own.
    static let reach = 64 << 10
    /// Longest value in bytes, where nothing else is said, and longest mark before a value in a list.
    private static let longest = 256
    /// Bytes of a list in which its items are looked for, and marks of XML in them: a title in some dozen languages.
    private static let farthest = 4096, mostMarks = 64

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

    /// Returns the items of the list that the property called `name` is, or its only value; each cut behind `longest`
    /// bytes. The first list that has an item counts.
    /// - Parameter most: Items that are looked at.
    package func values(of name: String, longest: Int, most: Int) -> [String] {
        bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            var offset = 0, items: [String] = [], left = most
            while items.isEmpty, left > 0, let found = view.index(of: name, from: offset) {
                offset = found + name.utf8.count
                guard found > 0, let before = view[found - 1], before == UInt8(ascii: "<") || Self.isBlank(before)
                else { continue }
                if let list = Self.list(behind: offset, in: view) {
                    // What was looked at is not looked at again: a packet may begin a list everywhere.
                    offset = Self.readItems(ofListAt: list, in: view, longest, &left, into: &items)
                } else if let value = Self.value(behind: offset, in: view, longest: longest) {
                    items = [Self.text(value)].filter { !$0.isEmpty }
                }
            }
            return items
        }
    }

    /// Returns what stands inside of the first element called `name`; nil if there is none.
    package func element(_ name: String) -> XMPPacket? {
        bytes.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            guard let start = view.index(of: "<" + name, from: 0),
                let end = view.index(of: "</" + name, from: start)
            else { return nil }
            return view.copy(start + 1 + name.utf8.count..<end).map { XMPPacket($0) }
        }
    }

    /// Whether the picture is a panorama: the packet names the surface that it was projected on, and does not say that
    /// it is to be viewed as other pictures are. Source: Google, “Photo Sphere XMP metadata”.
    package var isPanorama: Bool {
        value(of: "GPano:ProjectionType") != nil && value(of: "GPano:UsePanoramaViewer")?.lowercased() != "false"
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func skipBlanks(_ view: ByteView, _ offset: Int) -> Int {
        var offset = offset
        while let byte = view[offset], isBlank(byte) { offset += 1 }
        return offset
    }

    /// Returns the beginning of the list in an element whose name ends at `offset`; nil if it is not a list.
    private static func list(behind offset: Int, in view: ByteView) -> Int? {
        guard view[skipBlanks(view, offset)] == UInt8(ascii: ">") else { return nil }
        let start = skipBlanks(view, skipBlanks(view, offset) + 1)
        return ["Seq", "Bag", "Alt"].contains { view.has("<rdf:" + $0, at: start) } ? start : nil
    }

    /// Reads the items of a list up to its end.
    /// - Returns: Where the reading has ended.
    private static func readItems(
        ofListAt start: Int, in view: ByteView, _ longest: Int, _ left: inout Int, into items: inout [String]
    ) -> Int {
        var offset = start
        while left > 0, let open = view.index(of: UInt8(ascii: "<"), from: offset + 1) {
            offset = open
            if ["</rdf:Seq", "</rdf:Bag", "</rdf:Alt"].contains(where: { view.has($0, at: open) }) { return open }
            left -= 1
            guard view.has("<rdf:li", at: open), let end = view.index(of: UInt8(ascii: ">"), from: open) else {
                continue
            }
            offset = end
            guard view[end - 1] != UInt8(ascii: "/") else { continue }
            let next = view.index(of: UInt8(ascii: "<"), from: end + 1) ?? view.count
            guard let value = view.copy(end + 1..<min(next, end + 1 + longest)) else { continue }
            let text = text(WrittenText.trimmed(value))
            if !text.isEmpty { items.append(text) }
        }
        return max(offset, start)
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
            return item(ofListAt: start, in: view).flatMap {
                text(view, from: $0, to: UInt8(ascii: "<"), longest: most)
            }
        default: return nil
        }
    }

    /// Returns the beginning of the item in the language of no one, or else of the first one. Looked for no farther
    /// than they may be: a packet may begin a list everywhere and end none.
    private static func item(ofListAt start: Int, in view: ByteView) -> Int? {
        guard let list = part(view, from: start, farthest) else { return nil }
        var (offset, first) = (0, Int?.none)
        for _ in 0..<mostMarks {
            guard let open = list.index(of: UInt8(ascii: "<"), from: offset + 1), !list.has("</rdf:Seq", at: open),
                !list.has("</rdf:Bag", at: open), !list.has("</rdf:Alt", at: open)
            else { return first }
            offset = open
            guard list.has("<rdf:li", at: open), let end = list.index(of: UInt8(ascii: ">"), from: open),
                end - open <= longest, let mark = list.part(open..<end)
            else { continue }
            if mark.index(of: "x-default", from: 0) != nil { return start + end + 1 }
            first = first ?? start + end + 1
        }
        return first
    }

    private static func text(_ view: ByteView, from start: Int, to mark: UInt8, longest most: Int) -> [UInt8]? {
        guard let end = part(view, from: start, most + 1)?.index(of: mark, from: 0) else { return nil }
        return view.copy(start..<start + end)
    }

    /// Returns the bytes from `start` on, at most `most` of them; nil if there are none.
    private static func part(_ view: ByteView, from start: Int, _ most: Int) -> ByteView? {
        start < view.count ? view.part(start..<min(view.count, start + most)) : nil
    }

    private static let entities =
        ["lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&"] as [Substring: Character]

    /// Returns the words of a value, with the entities of XML and references to characters resolved.
    private static func text(_ value: [UInt8]) -> String {
        var text = String(decoding: value, as: UTF8.self)
        if value.contains(UInt8(ascii: "&")) { text = resolved(text) }
        let printable = text.unicodeScalars.map { $0.value >= 32 && !(127..<160).contains($0.value) ? $0 : " " }
        return String(String.UnicodeScalarView(printable)).split(separator: " ").joined(separator: " ")
    }

    private static func resolved(_ text: String) -> String {
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
            let name = part.prefix { $0 != ";" }
            if name.endIndex < part.endIndex, let character = entities[name] ?? character(name) {
                text.append(character)
                text += part[part.index(after: name.endIndex)...]
            } else {
                text += "&" + part
            }
        }
    }

    /// Returns the character that `#233` or `#xE9` stands for.
    private static func character(_ reference: Substring) -> Character? {
        guard reference.first == "#", reference.utf8.count <= 9 else { return nil }
        let digits = reference.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { Character($0) }
    }
}
