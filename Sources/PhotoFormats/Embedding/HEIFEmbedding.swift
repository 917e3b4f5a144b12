// Metadata as items of a HEIF or AVIF file. Sources: ISO 14496-12, 8.11 and 8.12; ISO 23008-12, A.2 and A.3.
import Photos

/// A HEIF or AVIF file in which metadata are put in place. The tables of the meta box are written anew, with places
/// that are as much farther as the box grows, and items that are longer than before lie behind the end of the file.
struct HEIFEmbedding<Bytes: ByteAccess>: EmbeddingContainer {
    private let file: Bytes
    private let meta: ISOBox
    private let names: ISOBox
    private let places: ISOBox
    private let references: ISOBox?
    private let items: HEIFItems<Bytes>
    private let table: ItemTable
    /// Whether the last box, of image data, ends with the file whatever that holds.
    private let isOpen: Bool

    private static var mostBoxes: Int { 256 }
    private static var packetType: String { "application/rdf+xml" }

    /// - Throws: for a file with anything else that may count places in it, such as a film.
    init(_ file: Bytes) throws(EmbeddingFailure) {
        self.file = file
        guard let meta = ISOBox.find("meta", in: file, from: 0, to: file.count),
            let items = HEIFItems(file, count: file.count)
        else { throw .damaged }
        func box(_ name: String) -> ISOBox? { ISOBox.find(name, in: file, from: meta.start + 4, to: meta.end) }
        guard let names = box("iinf"), let places = box("iloc") else { throw .damaged }
        (self.meta, self.names, self.places, references, self.items) = (meta, names, places, box("iref"), items)
        table = try ItemTable(file, places)
        var offset = 0, isOpen = false
        for _ in 0..<Self.mostBoxes where offset < file.count {
            guard let name = file.bytes(offset + 4, count: 4).map({ String(decoding: $0, as: UTF8.self) }),
                let box = ISOBox.find(name, in: file, from: offset, to: file.count),
                ["ftyp", "meta", "mdat", "free", "skip", "uuid"].contains(name)
            else { throw .damaged }
            isOpen = file.big32(offset) == 0
            if isOpen, name != "mdat" { throw .damaged }
            offset = box.end
        }
        self.isOpen = isOpen
        guard offset == file.count, [meta, names, places].allSatisfy({ Self.isPlain($0, file) }) else { throw .damaged }
    }

    /// Whether a box says its length in four bytes.
    private static func isPlain(_ box: ISOBox, _ file: Bytes) -> Bool {
        file.big32(box.start - 8) == box.end - box.start + 8
    }

    func splices(
        _ packet: [UInt8]?, _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [FileSplice] {
        var splices: [FileSplice] = []
        /// Items that are put behind the end.
        var moved: [(id: Int, data: [UInt8])] = []
        if let item = items.items.filter({ $0.value.kind == "Exif" }).keys.min() {
            guard let place = table.place(of: item), let skip = file.big32(place.lowerBound), skip < place.count else {
                throw .damaged
            }
            var editing = try TIFFEditing(file, place.lowerBound + 4 + skip..<place.upperBound)
            try editing.state(statement)
            if editing.appended.isEmpty {
                splices += editing.splices
            } else if let head = file.bytes(place.lowerBound, count: 4 + skip) {
                moved.append((item, head + (try editing.whole())))
            }
        }
        var added: Int?
        if let packet {
            if let item = packetItem {
                if let place = table.place(of: item), place.count >= packet.count {
                    let blanks = [UInt8](repeating: 0x20, count: place.count - packet.count)
                    splices.append(FileSplice(place, packet + blanks))
                } else {
                    moved.append((item, packet))
                }
            } else {
                let next = (items.items.keys.max() ?? 0) + 1
                guard next < 1 << 16 else { throw .noRoom }
                added = next
                moved.append((next, packet))
            }
        }
        return moved.isEmpty ? splices : try splices + moving(moved, added)
    }

    /// The item of XMP's media type.
    private var packetItem: Int? {
        EmbeddedMetadata.packetItem(names, file)
    }

    private func moving(
        _ moved: [(id: Int, data: [UInt8])], _ added: Int?
    ) throws(EmbeddingFailure) -> [FileSplice] {
        var splices: [FileSplice] = [], table = table
        let entry = try added.map { item throws(EmbeddingFailure) in try name(of: item) } ?? []
        var link: [UInt8] = []
        if let added {
            let isShort = references.map { file.number($0.start, 1, bigEndian: true) == 0 } ?? true
            let length = isShort ? 2 : 4
            link =
                WrittenNumber.big(10 + 2 * length, 4) + Array("cdsc".utf8) + WrittenNumber.big(added, length)
                + [0, 1] + WrittenNumber.big(items.primary, length)
            if let references, !Self.isPlain(references, file) { throw .damaged }
            if references == nil {
                guard items.primary < 1 << 16 else { throw .noRoom }
                link = WrittenNumber.big(12 + link.count, 4) + Array("iref".utf8) + [0, 0, 0, 0] + link
            }
        }
        // The length of the table does not depend on the places.
        for (item, data) in moved { table.put(item, at: 0..<data.count) }
        let growth = try table.bytes().count - (places.end - places.start + 8) + entry.count + link.count
        table = self.table
        try table.move(by: growth, behind: meta.start..<meta.end)
        var tail: [UInt8] = []
        for (item, data) in moved {
            if !isOpen { tail += WrittenNumber.big(data.count + 8, 4) + Array("mdat".utf8) }
            let start = file.count + growth + tail.count
            table.put(item, at: start..<start + data.count)
            tail += data
        }
        splices.append(FileSplice(places.start - 8..<places.end, try table.bytes()))
        if !entry.isEmpty {
            let place = names.start + 4, length = file.number(names.start, 1, bigEndian: true) == 0 ? 2 : 4
            guard let count = file.number(place, length, bigEndian: true), count < 1 << 15 else { throw .damaged }
            splices.append(lengthened(names, by: entry.count))
            splices.append(FileSplice(place..<place + length, WrittenNumber.big(count + 1, length)))
            splices.append(FileSplice(names.end..<names.end, entry))
        }
        if !link.isEmpty {
            if let references { splices.append(lengthened(references, by: link.count)) }
            let end = references?.end ?? meta.end
            splices.append(FileSplice(end..<end, link))
        }
        if growth != 0 { splices.append(lengthened(meta, by: growth)) }
        splices.append(FileSplice(file.count..<file.count, tail))
        return splices
    }

    private func lengthened(_ box: ISOBox, by growth: Int) -> FileSplice {
        FileSplice(box.start - 8..<box.start - 4, WrittenNumber.big(box.end - box.start + 8 + growth, 4))
    }

    /// The entry of a new item: its number, no protection, its type, no name, its media type.
    private func name(of item: Int) throws(EmbeddingFailure) -> [UInt8] {
        let content =
            [2, 0, 0, 0] + WrittenNumber.big(item, 2) + [0, 0] + Array("mime\0".utf8)
            + Array(Self.packetType.utf8) + [0]
        return WrittenNumber.big(content.count + 8, 4) + Array("infe".utf8) + content
    }
}
