// Tag values from a TIFF file, or from the TIFF that EXIF embeds. Source: TIFF 6.0, section 2.

/// One directory of untrusted bytes. Every read is checked against their end.
package struct TIFFDirectory<Bytes: ByteAccess> {
    private let bytes: Bytes
    private let bigEndian: Bool
    /// Whether numbers have their highest byte first.
    var isBigEndian: Bool { bigEndian }
    /// Offset of the TIFF header, from which all offsets inside count.
    private let header: Int
    private let start: Int
    private let entries: Int
    /// How many entries are searched for a tag, in this and in other directories.
    private let searched: Int

    /// Reads the first directory. `header` is the offset of the TIFF header in `bytes`.
    package init?(_ bytes: Bytes, at header: Int, searched: Int = .max) {
        let bigEndian = bytes.has("MM", at: header)
        guard bigEndian || bytes.has("II", at: header),
            let first = bytes.number(header + 4, 4, bigEndian: bigEndian)
        else { return nil }
        self.init(bytes, bigEndian: bigEndian, header: header, offset: first, searched: searched)
    }

    /// Reads the directory at an offset from the TIFF header.
    init?(_ bytes: Bytes, at header: Int, directory offset: Int) {
        let bigEndian = bytes.has("MM", at: header)
        guard bigEndian || bytes.has("II", at: header) else { return nil }
        self.init(bytes, bigEndian: bigEndian, header: header, offset: offset, searched: .max)
    }

    private init?(_ bytes: Bytes, bigEndian: Bool, header: Int, offset: Int, searched: Int) {
        guard let entries = bytes.number(header + offset, 2, bigEndian: bigEndian) else { return nil }
        self.bytes = bytes
        self.bigEndian = bigEndian
        self.header = header
        start = header + offset + 2
        self.entries = entries
        self.searched = searched
    }

    /// Returns the value of a tag that holds one short or long number.
    package func value(of tag: Int) -> Int? {
        guard let entry = entry(of: tag) else { return nil }
        let isShort = bytes.number(entry + 2, 2, bigEndian: bigEndian) == 3
        return bytes.number(entry + 8, isShort ? 2 : 4, bigEndian: bigEndian)
    }

    /// Returns the text of a tag up to its zero byte and without surrounding blanks; nil if nothing is left. A text
    /// longer than `limit` bytes is cut. What is not UTF-8 is read as Latin-1, which old cameras write.
    package func text(of tag: Int, limit: Int = 256) -> String? {
        guard let (place, count) = values(of: tag, types: [2], length: 1),
            let bytes = bytes.bytes(place, count: min(count, limit))
        else { return nil }
        let written = bytes.prefix { $0 != 0 }
        let text =
            String(validating: written, as: UTF8.self)
            ?? String(String.UnicodeScalarView(written.map { Unicode.Scalar($0) }))
        let printable = text.unicodeScalars.filter { $0.value >= 32 && !(127..<160).contains($0.value) }
        let words = String(String.UnicodeScalarView(printable)).split(separator: " ")
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns the words of a tag as `WrittenText` has them. A text longer than `limit` bytes is cut.
    func line(of tag: Int, limit: Int) -> String? {
        guard let (place, count) = values(of: tag, types: [2], length: 1) else { return nil }
        return bytes.bytes(place, count: min(count, limit)).flatMap { WrittenText.line(of: $0, isCut: count > limit) }
    }

    /// Returns the words of a tag that Windows writes: in two bytes a letter, least first, whatever the order of the
    /// directory's numbers. A text longer than `limit` bytes is cut.
    func wideLine(of tag: Int, limit: Int) -> String? {
        guard let (place, count) = values(of: tag, types: [1, 7], length: 1),
            let bytes = bytes.bytes(place, count: min(count, limit) & ~1)
        else { return nil }
        let units = stride(from: 0, to: bytes.count, by: 2).lazy
            .map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }.prefix { $0 != 0 }
        return WrittenText.line(of: String(decoding: Array(units), as: UTF16.self).utf8)
    }

    /// Returns the fractions of a tag that holds at least `count` of them; nil if one has no value.
    package func fractions(of tag: Int, count: Int = 1) -> [Double]? {
        guard let (place, found) = values(of: tag, types: [5, 10], length: 8), found >= count else { return nil }
        let isSigned = type(of: tag) == 10
        let fractions = (0..<count).compactMap { index -> Double? in
            guard let above = bytes.number(place + 8 * index, 4, bigEndian: bigEndian),
                let below = bytes.number(place + 8 * index + 4, 4, bigEndian: bigEndian), below != 0
            else { return nil }
            return isSigned
                ? Double(Int32(truncatingIfNeeded: above)) / Double(Int32(truncatingIfNeeded: below))
                : Double(above) / Double(below)
        }
        return fractions.count == count ? fractions : nil
    }

    /// Returns the short or long numbers of a tag: at most as many as the bytes have room for.
    func numbers(of tag: Int) -> [Int] {
        let isShort = type(of: tag) == 3, length = isShort ? 2 : 4
        guard let (place, count) = values(of: tag, types: [3, 4], length: length), count <= bytes.count / length else {
            return []
        }
        return (0..<count).compactMap { bytes.number(place + length * $0, length, bigEndian: bigEndian) }
    }

    /// Returns the first byte of a tag that holds bytes.
    func byte(of tag: Int) -> Int? {
        values(of: tag, types: [1], length: 1).flatMap { bytes.number($0.place, 1, bigEndian: bigEndian) }
    }

    private func entry(of tag: Int) -> Int? {
        for entry in 0..<min(entries, searched) {
            let offset = start + 12 * entry
            guard let found = bytes.number(offset, 2, bigEndian: bigEndian) else { return nil }
            if found == tag { return offset }
        }
        return nil
    }

    private func type(of tag: Int) -> Int? {
        entry(of: tag).flatMap { bytes.number($0 + 2, 2, bigEndian: bigEndian) }
    }

    /// Returns the offset of a tag's values and how many the tag announces: at least one. Up to four bytes lie in the
    /// entry itself.
    private func values(of tag: Int, types: [Int], length: Int) -> (place: Int, count: Int)? {
        guard let entry = entry(of: tag), let type = bytes.number(entry + 2, 2, bigEndian: bigEndian),
            types.contains(type), let count = bytes.number(entry + 4, 4, bigEndian: bigEndian), count > 0
        else { return nil }
        if count * length <= 4 { return (entry + 8, count) }
        return bytes.number(entry + 8, 4, bigEndian: bigEndian).map { (header + $0, count) }
    }

    /// Returns the range of a tag's values that are bytes of any meaning, also where they are called long numbers, as
    /// Adobe's programs call IPTC's; it may lie past the end of the file.
    func range(of tag: Int) -> Range<Int>? {
        if let (place, count) = values(of: tag, types: [4], length: 4) { return place..<place + 4 * count }
        return values(of: tag, types: [1, 2, 7], length: 1).map { $0.place..<$0.place + $0.count }
    }

    /// Returns whether a tag, if it exists, has a type that `value(of:)` reads as libtiff does.
    func isPlain(_ tag: Int) -> Bool { type(of: tag).map { $0 == 3 || $0 == 4 } ?? true }

    /// Returns the largest of a tag's short numbers, one for each sample of a pixel. Only the first 16 are read.
    func largestShort(of tag: Int) -> Int? {
        guard let (place, count) = values(of: tag, types: [3], length: 2) else { return value(of: tag) }
        return (0..<min(count, 16)).compactMap { bytes.number(place + 2 * $0, 2, bigEndian: bigEndian) }.max()
    }

    /// Whether offsets have four bytes, as its header has to say, and the directory lies behind the header.
    var isClassic: Bool { bytes.number(header + 2, 2, bigEndian: bigEndian) == 42 && start >= header + 10 }

    /// Returns the offset of a tag that is one short number, and the order of its bytes; nil where the tag is anything
    /// else, or is there more than once, so that readers may differ.
    func placeOfShort(_ tag: Int) -> (offset: Int, isBigEndian: Bool)? {
        var found: Int?
        for entry in 0..<min(entries, searched) {
            let offset = start + 12 * entry
            // A directory that is cut off is not to be trusted with anything.
            guard let number = bytes.number(offset, 2, bigEndian: bigEndian) else { return nil }
            guard number == tag else { continue }
            if found != nil { return nil }
            found = offset
        }
        guard let found, bytes.number(found + 2, 2, bigEndian: bigEndian) == 3,
            bytes.number(found + 4, 4, bigEndian: bigEndian) == 1
        else { return nil }
        return (found + 8, bigEndian)
    }

    /// Whether there is such a tag.
    func has(_ tag: Int) -> Bool { entry(of: tag) != nil }

    /// Offset of the directory from the TIFF header.
    var offset: Int { start - 2 - header }

    /// The same as a link to it is written.
    var offsetBytes: [UInt8] {
        let little = (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
        return bigEndian ? little.reversed() : little
    }

    /// The bytes of all entries that are announced; they may lie past the end.
    var entryRange: Range<Int> { start..<start + 12 * entries }

    /// Offset of the link to the next directory.
    var linkOffset: Int { start + 12 * entries }

    /// The next directory. A caller that follows links repeatedly must count them, because they may form a cycle.
    var next: TIFFDirectory? {
        guard let offset = bytes.number(linkOffset, 4, bigEndian: bigEndian), offset > 0 else { return nil }
        return TIFFDirectory(bytes, bigEndian: bigEndian, header: header, offset: offset, searched: searched)
    }

    /// Returns the directories that a tag points to: the first `most` of them.
    func directories(of tag: Int, most: Int) -> [TIFFDirectory] {
        // As long numbers, or as offsets of directories.
        guard let (place, count) = values(of: tag, types: [4, 13], length: 4) else { return [] }
        return (0..<min(count, most)).compactMap { index in
            bytes.number(place + 4 * index, 4, bigEndian: bigEndian).flatMap {
                TIFFDirectory(bytes, bigEndian: bigEndian, header: header, offset: $0, searched: searched)
            }
        }
    }

    /// Returns the directory that a tag points to.
    package func directory(of tag: Int) -> TIFFDirectory? {
        value(of: tag).flatMap {
            TIFFDirectory(bytes, bigEndian: bigEndian, header: header, offset: $0, searched: searched)
        }
    }
}
