// The item tables of a HEIF or AVIF file: kind, location and parts of each item.
// Sources: ISO 14496-12, 8.11 (meta, iinf, iloc, iref, iprp); ISO 23008-12, 6.5 and 9.3.
import Photos

/// The tables of the file's own meta box. Creation fails if a table cannot be understood: the loader may read it
/// differently.
package struct HEIFItems<Bytes: ByteAccess> {
    struct Item {
        /// The item type, four characters.
        var kind = ""
        /// Indices into `properties`, from 1.
        var properties: [Int] = []
        /// Ranges of the item's bytes in the file.
        var extents: [Range<Int>] = []
        /// The items from which a derived item is composed.
        var parts: [Int] = []
    }

    private(set) var items: [Int: Item] = [:]
    private(set) var primary = 0
    /// Items that belong to another one, such as its alpha, each with that one.
    private(set) var auxiliaries: [(item: Int, of: Int)] = []
    /// Smaller pictures of items, each with that item.
    private(set) var thumbnails: [(item: Int, of: Int)] = []
    /// All property boxes in the file's order.
    private(set) var properties: [(name: String, box: ISOBox)] = []

    /// Most entries read in one table; the largest photo has some 400 tiles.
    private static var most: Int { 4096 }

    /// Most extents of one item; libheif reads 32.
    private static var mostExtents: Int { 32 }

    private let bytes: Bytes
    private let count: Int
    private let inside: Int
    private let end: Int
    private let data: ISOBox?

    /// - Parameter count: Length of the file.
    package init?(_ bytes: Bytes, count: Int) {
        guard let meta = ISOBox.find("meta", in: bytes, from: 0, to: count),
            // A file with several is refused: libheif takes the last of them.
            ISOBox.find("meta", in: bytes, from: meta.end, to: count) == nil
        else { return nil }
        (self.bytes, self.count) = (bytes, count)
        (inside, end) = (meta.start + 4, meta.end)
        data = ISOBox.find("idat", in: bytes, from: inside, to: end)
        guard readPrimary(), readKinds(), readPlaces(), readReferences(), readProperties() else { return nil }
    }

    private func box(_ name: String) -> ISOBox? { ISOBox.find(name, in: bytes, from: inside, to: end) }
    private func version(_ box: ISOBox) -> Int { bytes.number(box.start, 1, bigEndian: true) ?? 0 }

    private mutating func readPrimary() -> Bool {
        guard let box = box("pitm"), let item = bytes.number(box.start + 4, version(box) == 0 ? 2 : 4, bigEndian: true)
        else { return false }
        primary = item
        return true
    }

    private mutating func readKinds() -> Bool {
        guard let names = box("iinf") else { return false }
        var offset = names.start + (version(names) == 0 ? 6 : 8)
        for _ in 0...Self.most {
            guard let entry = ISOBox.find("infe", in: bytes, from: offset, to: names.end) else { return true }
            let version = version(entry), length = version < 3 ? 2 : 4
            guard version >= 2, let item = bytes.number(entry.start + 4, length, bigEndian: true),
                let kind = bytes.bytes(entry.start + 4 + length + 2, count: 4)
            else { return false }
            items[item, default: Item()].kind = String(decoding: kind, as: UTF8.self)
            offset = entry.end
        }
        return false
    }

    private mutating func readPlaces() -> Bool {
        guard let box = box("iloc"), let sizes = bytes.big16(box.start + 4) else { return false }
        let version = version(box), idLength = version < 2 ? 2 : 4
        let lengths = (
            offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15, index: version == 0 ? 0 : sizes & 15
        )
        guard version <= 2, let count = bytes.number(box.start + 6, idLength, bigEndian: true), count <= Self.most
        else { return false }
        var offset = box.start + 6 + idLength
        for _ in 0..<count {
            guard let id = bytes.number(offset, idLength, bigEndian: true) else { return false }
            offset += idLength
            let method = version == 0 ? 0 : (bytes.big16(offset) ?? 3) & 15
            offset += version == 0 ? 2 : 4
            guard method <= 1, let base = number(offset, lengths.base),
                let extents = bytes.big16(offset + lengths.base),
                extents <= Self.mostExtents
            else { return false }
            offset += lengths.base + 2
            var total = 0
            for _ in 0..<extents {
                offset += lengths.index
                guard let place = number(offset, lengths.offset),
                    let length = number(offset + lengths.offset, lengths.length)
                else { return false }
                offset += lengths.offset + lengths.length
                let whole = method == 0 ? 0..<self.count : data.map { $0.start..<$0.end } ?? 0..<0
                let start = whole.lowerBound + base + place
                // An item without a length extends to the end.
                let range = start..<(length == 0 ? max(start, whole.upperBound) : start + length)
                guard start >= whole.lowerBound, range.upperBound <= whole.upperBound else { return false }
                total += range.count
                items[id, default: Item()].extents.append(range)
            }
            // The loader joins the extents: the same bytes listed many times would take many times their memory.
            if total > self.count { return false }
        }
        return true
    }

    /// Reads a number of 0, 4 or 8 bytes; nil for one that is larger than any file.
    private func number(_ offset: Int, _ length: Int) -> Int? {
        switch length {
        case 0: 0
        case 4: bytes.big32(offset)
        case 8: bytes.big32(offset).flatMap { high in high == 0 ? bytes.big32(offset + 4) : nil }
        default: nil
        }
    }

    private mutating func readReferences() -> Bool {
        guard let table = box("iref") else { return true }
        let length = version(table) == 0 ? 2 : 4
        var offset = table.start + 4
        while offset < table.end {
            guard let size = bytes.big32(offset), size >= 8 + length + 2, offset + size <= table.end,
                let from = bytes.number(offset + 8, length, bigEndian: true),
                let count = bytes.big16(offset + 8 + length),
                8 + length + 2 + count * length <= size, count <= Self.most
            else { return false }
            let isPart = bytes.has("dimg", at: offset + 4), isAuxiliary = bytes.has("auxl", at: offset + 4)
            let isThumbnail = bytes.has("thmb", at: offset + 4)
            for index in 0..<count where isPart || isAuxiliary || isThumbnail {
                guard let to = bytes.number(offset + 10 + length + index * length, length, bigEndian: true) else {
                    return false
                }
                if isPart { items[from, default: Item()].parts.append(to) }
                if isAuxiliary { auxiliaries.append((from, to)) }
                if isThumbnail { thumbnails.append((from, to)) }
            }
            guard auxiliaries.count <= Self.most, thumbnails.count <= Self.most else { return false }
            offset += size
        }
        return true
    }

    private mutating func readProperties() -> Bool {
        guard let all = box("iprp"), let container = ISOBox.find("ipco", in: bytes, from: all.start, to: all.end) else {
            return false
        }
        var offset = container.start
        while offset < container.end {
            guard properties.count < Self.most, let size = bytes.big32(offset), size >= 8,
                offset + size <= container.end,
                let name = bytes.bytes(offset + 4, count: 4)
            else { return false }
            properties.append((String(decoding: name, as: UTF8.self), ISOBox(start: offset + 8, end: offset + size)))
            offset += size
        }
        var from = all.start
        // There may be several tables.
        for _ in 0..<16 {
            guard let table = ISOBox.find("ipma", in: bytes, from: from, to: all.end) else { return true }
            guard readAssociations(table) else { return false }
            from = table.end
        }
        return false
    }

    private mutating func readAssociations(_ table: ISOBox) -> Bool {
        let idLength = version(table) == 0 ? 2 : 4
        let length = (bytes.number(table.start + 3, 1, bigEndian: true) ?? 0) & 1 == 1 ? 2 : 1
        guard let count = bytes.big32(table.start + 4), count <= Self.most else { return false }
        var offset = table.start + 8
        for _ in 0..<count {
            guard let item = bytes.number(offset, idLength, bigEndian: true),
                let entries = bytes.number(offset + idLength, 1, bigEndian: true)
            else { return false }
            offset += idLength + 1
            for _ in 0..<entries {
                guard let entry = bytes.number(offset, length, bigEndian: true) else { return false }
                // The highest bit marks a property that readers must understand.
                items[item, default: Item()].properties.append(entry & (length == 1 ? 0x7F : 0x7FFF))
                offset += length
            }
        }
        return true
    }

    /// Returns the boxes of an item's properties called `name`.
    func properties(of item: Item, _ name: String) -> [ISOBox] {
        item.properties.compactMap {
            $0 >= 1 && $0 <= properties.count && properties[$0 - 1].name == name ? properties[$0 - 1].box : nil
        }
    }

    /// How an item lies by its own turns and mirrors, which are applied one after the other, as EXIF counts; nil where
    /// it has neither. Sources: ISO 23008-12, 6.5.10 (irot) and 6.5.12 (imir).
    func orientation(of item: Item) -> Int? {
        var orientation: Int?
        for index in item.properties where index >= 1 && index <= properties.count {
            let (name, box) = properties[index - 1]
            guard ["irot", "imir"].contains(name), let value = bytes.number(box.start, 1, bigEndian: true) else {
                continue
            }
            let before = orientation ?? 1
            // Counter-clockwise quarters; exchanged are top and bottom, or left and right.
            orientation =
                name == "irot"
                ? PictureOrientation.turned(before, by: -(value & 3))
                : PictureOrientation.mirrored(before, leftToRight: value & 1 == 1)
        }
        return orientation
    }
}
