// What IPTC's record repeats of a statement. Sources: IPTC-IIM 4.2, 1.5, 1.6, 5 and 6; Adobe Photoshop File Formats
// Specification, “Image Resource Blocks”.
import Photos

/// A record that states words and the time taken anew, and all else as before.
enum IPTCEditing {
    /// One data set.
    private struct DataSet {
        let record: UInt8, number: UInt8
        let value: [UInt8]

        var bytes: [UInt8] { [0x1C, record, number] + WrittenNumber.big(value.count, 2) + value }
        var isText: Bool { record == 2 && number != 0 }
    }

    private static let mostSets = 1024
    /// What says that texts are UTF-8.
    private static let unicode: [UInt8] = [0x1B, 0x25, 0x47]

    /// Returns the record; the same bytes where it states all of that already.
    static func record(_ bytes: [UInt8], _ statement: EmbeddedStatement) throws(EmbeddingFailure) -> [UInt8] {
        var (sets, rest) = try read(bytes)
        let isUnicode = sets.contains { $0.record == 1 && $0.number == 90 && $0.value == unicode }
        let others = sets.filter { $0.isText }.allSatisfy { String(validating: $0.value, as: UTF8.self) != nil }
        let words = texts(of: statement)
        let isPlain = words.values.allSatisfy { $0.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } }
        // Beside texts in an older encoding there is no room for others: the packet alone has them then.
        let canSay = isPlain || isUnicode || others
        var changed = false
        for (number, texts) in words.sorted(by: { $0.key < $1.key }) {
            let values = canSay ? texts.map { Array($0.utf8) } : []
            guard sets.filter({ $0.record == 2 && $0.number == number }).map(\.value) != values else { continue }
            changed = true
            sets.removeAll { $0.record == 2 && $0.number == number }
            let place = sets.firstIndex { $0.record > 2 || $0.record == 2 && $0.number > number } ?? sets.count
            sets.insert(contentsOf: values.map { DataSet(record: 2, number: number, value: $0) }, at: place)
        }
        guard changed else { return bytes }
        if canSay, !isPlain, !isUnicode {
            sets.removeAll { $0.record == 1 && $0.number == 90 }
            let place = sets.firstIndex { $0.record > 1 || $0.number > 90 } ?? sets.count
            sets.insert(DataSet(record: 1, number: 90, value: unicode), at: place)
        }
        guard sets.allSatisfy({ $0.value.count < 0x8000 }) else { throw .noRoom }
        return sets.flatMap(\.bytes) + rest
    }

    /// The values of each data set that is stated.
    private static func texts(of statement: EmbeddedStatement) -> [UInt8: [String]] {
        var texts: [UInt8: [String]] = [:]
        if let title = statement.title { texts[5] = title.isEmpty ? [] : [title] }
        if let keywords = statement.plainKeywords { texts[25] = keywords }
        if let caption = statement.caption { texts[120] = caption.isEmpty ? [] : [caption] }
        guard let date = statement.date else { return texts }
        func digits(_ number: Int, _ length: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, length - text.count)) + text
        }
        let (time, known) = (date.time, date.precision)
        texts[55] = [
            digits(time.year, 4) + digits(known < .month ? 0 : time.month, 2) + digits(known < .day ? 0 : time.day, 2)
        ]
        texts[60] = []
        if known == .exact, let offset = date.offset {
            texts[60] = [
                digits(time.hour, 2) + digits(time.minute, 2) + digits(time.second, 2) + (offset < 0 ? "-" : "+")
                    + digits(abs(offset) / 60, 2) + digits(abs(offset) % 60, 2)
            ]
        }
        return texts
    }

    /// - Returns: The data sets, and the zeros behind them.
    private static func read(_ bytes: [UInt8]) throws(EmbeddingFailure) -> ([DataSet], rest: [UInt8]) {
        var (sets, offset) = ([DataSet](), 0)
        while offset < bytes.count, bytes[offset] == 0x1C {
            guard offset + 5 <= bytes.count, sets.count < mostSets else { throw .damaged }
            // A longer one says its length in another way, which nobody writes.
            let length = Int(bytes[offset + 3]) << 8 | Int(bytes[offset + 4]), start = offset + 5
            guard length < 0x8000, start + length <= bytes.count else { throw .damaged }
            let value = Array(bytes[start..<start + length])
            sets.append(DataSet(record: bytes[offset + 1], number: bytes[offset + 2], value: value))
            offset = start + length
        }
        guard bytes[offset...].allSatisfy({ $0 == 0 }) else { throw .damaged }
        return (sets, Array(bytes[offset...]))
    }

    // MARK: Photoshop's resources

    private static let record = 0x0404, checksum = 0x0425
    private static let mostBlocks = 256

    /// Returns Photoshop's resources with the record among them, and with its checksum where they have that; the same
    /// bytes where they have no record.
    static func resources(
        _ bytes: [UInt8], _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [UInt8] {
        var blocks: [(head: [UInt8], kind: Int, data: [UInt8])] = [], offset = 0
        while offset < bytes.count, bytes[offset] != 0 {
            guard blocks.count < mostBlocks, offset + 12 <= bytes.count,
                bytes[offset..<offset + 4].elementsEqual("8BIM".utf8)
            else { throw .damaged }
            // The name's length is a byte; both together are padded to an even number.
            let size = offset + 6 + (Int(bytes[offset + 6]) + 2) / 2 * 2
            guard size + 4 <= bytes.count else { throw .damaged }
            let length = bytes[size..<size + 4].reduce(0) { $0 << 8 | Int($1) }, start = size + 4
            guard length <= bytes.count - start else { throw .damaged }
            let kind = Int(bytes[offset + 4]) << 8 | Int(bytes[offset + 5])
            blocks.append((Array(bytes[offset..<size]), kind, Array(bytes[start..<start + length])))
            // The last one may lack its padding.
            offset = min(bytes.count, start + length + length % 2)
        }
        guard let place = blocks.firstIndex(where: { $0.kind == record }) else { return bytes }
        let written = try Self.record(blocks[place].data, statement)
        if written == blocks[place].data { return bytes }
        blocks[place].data = written
        for index in blocks.indices where blocks[index].kind == checksum { blocks[index].data = digest(written) }
        return blocks.flatMap { block in
            block.head + WrittenNumber.big(block.data.count, 4) + block.data
                + (block.data.count.isMultiple(of: 2) ? [] : [0])
        } + bytes[offset...]
    }
}
