// Directories of TIFF and EXIF with other values, of which nothing else is moved. Source: TIFF 6.0, section 2.
import Photos

/// Changes the entries of directories.
///
/// A value that does not fit its entry is put behind the end of the TIFF, and so is a directory that gets more entries.
/// All other bytes stay where they are, because offsets lead to them that nothing here knows: those in the camera's
/// own notes.
struct TIFFEditing<Bytes: ByteAccess> {
    /// One entry.
    struct Entry: Equatable {
        let tag: Int
        var type: Int
        var count: Int
        /// The value, or its offset.
        var place: [UInt8]
    }

    /// The entries of a directory while they are changed.
    struct Directory {
        /// From the TIFF header.
        let offset: Int
        fileprivate let before: [Entry]
        fileprivate let link: [UInt8]
        var entries: [Entry]

        func entry(_ tag: Int) -> Entry? { entries.first { $0.tag == tag } }

        mutating func remove(_ tag: Int) { entries.removeAll { $0.tag == tag } }
    }

    let isBigEndian: Bool
    private let bytes: Bytes
    private let range: Range<Int>
    /// Changes in place, in ascending order.
    private(set) var splices: [FileSplice] = []
    /// What is put behind the end.
    private(set) var appended: [UInt8] = []

    /// Most entries of a directory: cameras write some hundred.
    private static var mostEntries: Int { 1024 }
    /// Longest value that is looked at.
    private static var longest: Int { 1 << 20 }

    /// - Parameter range: From the TIFF header to the end.
    /// - Throws: for anything but a classic TIFF.
    init(_ bytes: Bytes, _ range: Range<Int>) throws(EmbeddingFailure) {
        isBigEndian = bytes.has("MM", at: range.lowerBound)
        guard isBigEndian || bytes.has("II", at: range.lowerBound), range.upperBound <= bytes.count,
            bytes.number(range.lowerBound + 2, 2, bigEndian: isBigEndian) == 42, range.count < Int(UInt32.max) / 2
        else { throw .damaged }
        (self.bytes, self.range) = (bytes, range)
    }

    // MARK: Directories

    /// Changes the first directory and that of the photo.
    /// - Parameter body: Changes the first directory once `photo` has changed the other one.
    mutating func edit(
        photo: (inout Self, inout Directory) -> Void,
        main body: (inout Self, inout Directory) throws(EmbeddingFailure) -> Void
    ) throws(EmbeddingFailure) {
        guard let first = bytes.number(range.lowerBound + 4, 4, bigEndian: isBigEndian) else { throw .damaged }
        var main = try directory(at: first)
        if let link = main.entry(Self.photo), link.count == 1, link.type == 4 || link.type == 13 {
            let offset = number(link.place)
            var own = try directory(at: offset)
            photo(&self, &own)
            let place = write(own)
            if place != offset { set(Self.photo, type: link.type, number(place, 4), in: &main) }
        }
        try body(&self, &main)
        let place = write(main)
        if place != first {
            splices.append(FileSplice(range.lowerBound + 4..<range.lowerBound + 8, number(place, 4)))
        }
        splices.sort { $0.range.lowerBound < $1.range.lowerBound }
        guard zip(splices, splices.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else {
            throw .damaged
        }
    }

    private static var photo: Int { 0x8769 }

    private func directory(at offset: Int) throws(EmbeddingFailure) -> Directory {
        let start = range.lowerBound + offset
        guard offset >= 8, let count = bytes.number(start, 2, bigEndian: isBigEndian), count <= Self.mostEntries,
            start + 6 + 12 * count <= range.upperBound,
            let content = bytes.bytes(start + 2, count: 12 * count + 4)
        else { throw .damaged }
        let entries = (0..<count).map { index in
            let entry = Array(content[12 * index..<12 * index + 12])
            return Entry(
                tag: number(entry[0..<2]), type: number(entry[2..<4]), count: number(entry[4..<8]),
                place: Array(entry[8...]))
        }
        return Directory(offset: offset, before: entries, link: Array(content.suffix(4)), entries: entries)
    }

    /// - Returns: The directory's offset from now on.
    private mutating func write(_ directory: Directory) -> Int {
        guard directory.entries != directory.before else { return directory.offset }
        var written = number(directory.entries.count, 2)
        for entry in directory.entries {
            written += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4) + entry.place
        }
        written += directory.link
        guard directory.entries.count <= directory.before.count else { return append(written) }
        let start = range.lowerBound + directory.offset, length = 6 + 12 * directory.before.count
        written += [UInt8](repeating: 0, count: length - written.count)
        splices.append(FileSplice(start..<start + length, written))
        return directory.offset
    }

    // MARK: Values

    /// The bytes of an entry's value; nil where they cannot be read.
    func value(_ entry: Entry) -> [UInt8]? {
        guard let place = self.place(entry) else { return Array(entry.place.prefix(Self.length(entry) ?? 0)) }
        return bytes.bytes(place.lowerBound, count: place.count)
    }

    /// The bytes in the file that an entry leads to; nil for a value in the entry itself, and for none.
    func place(_ entry: Entry) -> Range<Int>? {
        guard let length = Self.length(entry), length > 4, length <= Self.longest else { return nil }
        let start = range.lowerBound + number(entry.place)
        return start + length <= range.upperBound ? start..<start + length : nil
    }

    private static func length(_ entry: Entry) -> Int? {
        let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4]
        return sizes[entry.type].map { $0 * entry.count }
    }

    /// Sets a tag, which is added where it is missing.
    mutating func set(_ tag: Int, type: Int, _ value: [UInt8], in directory: inout Directory) {
        let size = type == 3 ? 2 : type == 4 || type == 13 ? 4 : 1
        let padded = value + [UInt8](repeating: 0, count: max(0, 4 - value.count))
        let entry = Entry(
            tag: tag, type: type, count: value.count / size,
            place: value.count <= 4 ? padded : number(append(value), 4))
        if let index = directory.entries.firstIndex(where: { $0.tag == tag }) {
            directory.entries[index] = entry
        } else {
            directory.entries.insert(
                entry, at: directory.entries.firstIndex { $0.tag > tag } ?? directory.entries.count)
        }
    }

    /// Puts other bytes in the place of a value.
    mutating func overwrite(_ place: Range<Int>, with value: [UInt8]) { splices.append(FileSplice(place, value)) }

    /// - Returns: The offset from the TIFF header.
    private mutating func append(_ value: [UInt8]) -> Int {
        // Values begin at even offsets.
        if !(range.count + appended.count).isMultiple(of: 2) { appended.append(0) }
        defer { appended += value }
        return range.count + appended.count
    }

    func number(_ value: Int, _ length: Int) -> [UInt8] {
        isBigEndian ? WrittenNumber.big(value, length) : WrittenNumber.little(value, length)
    }

    func number(_ bytes: some Collection<UInt8>) -> Int {
        let big = isBigEndian ? Array(bytes) : bytes.reversed()
        return big.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The bytes of the whole TIFF after the changes.
    func whole() throws(EmbeddingFailure) -> [UInt8] {
        guard var whole = bytes.bytes(range.lowerBound, count: range.count) else { throw .damaged }
        for splice in splices {
            let start = splice.range.lowerBound - range.lowerBound
            whole.replaceSubrange(start..<start + splice.range.count, with: splice.bytes)
        }
        return whole + appended
    }
}
