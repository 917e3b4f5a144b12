// Where the items of a HEIF or AVIF file lie, as a table that can be written anew. Source: ISO 14496-12, 8.11.3.
import Photos

/// The iloc box.
struct ItemTable {
    struct Extent: Equatable {
        var index: Int
        var offset: Int
        var length: Int
    }

    struct Item: Equatable {
        let id: Int
        /// 0 counts offsets from the beginning of the file, 1 from that of the idat box, 2 from another item.
        var method: Int
        var data: Int
        var base: Int
        var extents: [Extent]
    }

    var items: [Item] = []
    private let version: Int
    private let flags: [UInt8]
    private let lengths: (offset: Int, length: Int, base: Int, index: Int)
    private var idLength: Int { version < 2 ? 2 : 4 }

    /// Most items, and most extents of one.
    private static let most = 4096, mostExtents = 64

    init(_ file: some ByteAccess, _ box: ISOBox) throws(EmbeddingFailure) {
        guard let head = file.bytes(box.start, count: 4), head[0] <= 2, let sizes = file.big16(box.start + 4) else {
            throw .damaged
        }
        (version, flags) = (Int(head[0]), head)
        lengths = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        guard [lengths.offset, lengths.length, lengths.base, lengths.index].allSatisfy([0, 4, 8].contains) else {
            throw .damaged
        }
        var offset = box.start + 6
        func number(_ length: Int) throws(EmbeddingFailure) -> Int {
            defer { offset += length }
            if length == 0 { return 0 }
            guard offset + length <= box.end else { throw .damaged }
            if length == 8 {
                guard file.big32(offset) == 0, let low = file.big32(offset + 4) else { throw .damaged }
                return low
            }
            guard let value = file.number(offset, length, bigEndian: true) else { throw .damaged }
            return value
        }
        let count = try number(idLength)
        guard count <= Self.most else { throw .damaged }
        for _ in 0..<count {
            let id = try number(idLength), method = version == 0 ? 0 : try number(2)
            var item = Item(id: id, method: method, data: try number(2), base: try number(lengths.base), extents: [])
            let extents = try number(2)
            guard method <= 2, item.data == 0, extents <= Self.mostExtents, !items.contains(where: { $0.id == id })
            else { throw .damaged }
            for _ in 0..<extents {
                item.extents.append(
                    Extent(
                        index: try number(lengths.index), offset: try number(lengths.offset),
                        length: try number(lengths.length)))
            }
            items.append(item)
        }
        guard offset == box.end else { throw .damaged }
    }

    /// The place of an item that lies in the file in one piece.
    func place(of id: Int) -> Range<Int>? {
        guard let item = items.first(where: { $0.id == id }), item.method == 0, item.extents.count == 1,
            item.extents[0].length > 0
        else { return nil }
        let start = item.base + item.extents[0].offset
        return start..<start + item.extents[0].length
    }

    /// Gives an item another place, or adds it.
    mutating func put(_ id: Int, at place: Range<Int>) {
        let extent = Extent(index: 0, offset: place.lowerBound, length: place.count)
        items.removeAll { $0.id == id }
        items.append(Item(id: id, method: 0, data: 0, base: 0, extents: [extent]))
    }

    /// Moves what lies behind a range of the file that becomes longer.
    /// - Throws: where an item lies in it, or on both sides.
    mutating func move(by growth: Int, behind range: Range<Int>) throws(EmbeddingFailure) {
        guard growth != 0 else { return }
        for index in items.indices where items[index].method == 0 {
            let item = items[index]
            let starts = item.extents.map { item.base + $0.offset }
            let ends = zip(starts, item.extents).map { $0 + $1.length }
            // One without a length ends with the file.
            if starts.allSatisfy({ $0 >= range.upperBound }) {
                if item.base > 0 {
                    items[index].base += growth
                } else {
                    for extent in item.extents.indices { items[index].extents[extent].offset += growth }
                }
            } else if !ends.allSatisfy({ $0 <= range.lowerBound }) || item.extents.contains(where: { $0.length == 0 }) {
                throw .damaged
            }
        }
    }

    /// The box.
    func bytes() throws(EmbeddingFailure) -> [UInt8] {
        var content = flags
        content += WrittenNumber.big(
            lengths.offset << 12 | lengths.length << 8 | lengths.base << 4 | lengths.index, 2)
        content += WrittenNumber.big(items.count, idLength)
        for item in items {
            content += try number(item.id, idLength)
            if version > 0 { content += WrittenNumber.big(item.method, 2) }
            content += try WrittenNumber.big(item.data, 2) + number(item.base, lengths.base)
            content += WrittenNumber.big(item.extents.count, 2)
            for extent in item.extents {
                content += try number(extent.index, lengths.index) + number(extent.offset, lengths.offset)
                content += try number(extent.length, lengths.length)
            }
        }
        return WrittenNumber.big(content.count + 8, 4) + Array("iloc".utf8) + content
    }

    private func number(_ value: Int, _ length: Int) throws(EmbeddingFailure) -> [UInt8] {
        guard value < 1 << min(62, 8 * length) else { throw .noRoom }
        return WrittenNumber.big(value, length)
    }
}
