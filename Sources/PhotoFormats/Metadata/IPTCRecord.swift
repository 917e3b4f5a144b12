// IPTC's record of a picture, in which press photos have their words.
// Sources: IPTC-IIM 4.2, 1.5 and 6; Adobe Photoshop File Formats Specification, “Image Resource Blocks”.
import Photos

/// The values of an IPTC record in untrusted bytes.
package struct IPTCRecord {
    /// Most data sets that are read: a photo has some dozen.
    private static let mostSets = 1024
    /// Longest value in bytes: the record's own limit of a caption.
    private static let longest = 2000
    /// Most resource blocks that are walked over to find the record.
    private static let mostBlocks = 256

    /// The data set of keywords, each in one of its own.
    private static let keyword = 25

    /// The first value of each data set of the application's record, by its number.
    private var values: [Int: Value] = [:]
    /// All keywords, in their order.
    private var keywordValues: [Value] = []

    private struct Value {
        let bytes: [UInt8]
        let isCut: Bool

        init?(_ file: some ByteAccess, at offset: Int, length: Int, longest: Int) {
            guard let bytes = file.bytes(offset, count: min(length, longest)) else { return nil }
            (self.bytes, isCut) = (bytes, length > longest)
        }

        var text: String? { WrittenText.line(of: bytes, isCut: isCut) }
    }

    /// Reads the data sets in a range, which may lie past the end of the file.
    package init(in file: some ByteAccess, at range: Range<Int>) {
        var offset = range.lowerBound
        for _ in 0..<Self.mostSets {
            guard offset + 5 <= range.upperBound, let head = file.bytes(offset, count: 3), head[0] == 0x1C,
                let length = file.big16(offset + 3), length < 0x8000, offset + 5 + length <= range.upperBound
            else { return }
            let number = Int(head[2])
            if head[1] == 2, number == Self.keyword {
                let value = Value(file, at: offset + 5, length: length, longest: KeywordList.longest)
                if let value { keywordValues.append(value) }
            } else if head[1] == 2, values[number] == nil {
                values[number] = Value(file, at: offset + 5, length: length, longest: Self.longest)
            }
            offset += 5 + length
        }
    }

    /// Returns the value of a data set without surrounding blanks; nil when it is missing or empty. What is not UTF-8
    /// is read as Latin-1, which old programs write.
    package func text(of number: Int) -> String? { values[number]?.text }

    /// The keywords, read likewise.
    package var keywords: [String] { keywordValues.compactMap(\.text) }

    /// Returns the range of the record in Photoshop's image resources; nil where they have none.
    package static func range(in file: some ByteAccess, resources: Range<Int>) -> Range<Int>? {
        var offset = resources.lowerBound
        for _ in 0..<mostBlocks {
            guard offset < resources.upperBound, file.has("8BIM", at: offset), let kind = file.big16(offset + 4),
                let name = file.number(offset + 6, 1, bigEndian: true)
            else { return nil }
            // The name's length is a byte; both together are padded to an even number.
            let size = offset + 6 + (name + 2) / 2 * 2
            guard let length = file.big32(size) else { return nil }
            if kind == 0x0404 { return size + 4..<min(size + 4 + length, max(size + 4, resources.upperBound)) }
            offset = size + 4 + length + length % 2
        }
        return nil
    }
}
