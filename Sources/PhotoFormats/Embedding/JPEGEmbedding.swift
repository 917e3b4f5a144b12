// Metadata in the segments of a JPEG. Sources: XMP part 3, 1.1.3; CIPA DC-007, 5.2 (the list of further pictures).
import Photos

/// A JPEG in which metadata are put in place. The packet's segment stays where it is, or comes behind EXIF. Of a packet
/// in several segments the main one is written.
struct JPEGEmbedding<Bytes: ByteAccess>: EmbeddingContainer {
    let file: Bytes
    let parts: ContainerParts

    /// Most bytes of a segment behind its mark, with its own length.
    private static var longest: Int { 0xFFFF }

    func splices(
        _ packet: [UInt8]?, _ statement: EmbeddedStatement, digest: ([UInt8]) -> [UInt8]
    ) throws(EmbeddingFailure) -> [FileSplice] {
        var splices: [FileSplice] = []
        if let exif = parts.first(.exif) {
            var editing = try TIFFEditing(file, exif.content)
            try editing.state(statement)
            splices += editing.splices
            if !editing.appended.isEmpty {
                splices.append(try length(of: exif, grownBy: editing.appended.count))
                splices.append(FileSplice(exif.range.upperBound..<exif.range.upperBound, editing.appended))
            }
        }
        if let packet {
            if let part = parts.first(.xmp) {
                let growth = packet.count - part.content.count
                if growth != 0 { splices.append(try length(of: part, grownBy: growth)) }
                splices.append(FileSplice(part.content, packet))
            } else {
                let content = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
                guard content.count + 2 <= Self.longest else { throw .noRoom }
                let start = place
                splices.append(
                    FileSplice(start..<start, [0xFF, 0xE1] + WrittenNumber.big(content.count + 2, 2) + content))
            }
        }
        if let part = parts.first(.resources),
            let before = file.bytes(part.content.lowerBound, count: part.content.count)
        {
            let written = try IPTCEditing.resources(before, statement, digest: digest)
            if written != before {
                if written.count != before.count {
                    splices.append(try length(of: part, grownBy: written.count - before.count))
                }
                splices.append(FileSplice(part.content, written))
            }
        }
        return try splices + pictures(splices)
    }

    /// Where a new segment comes: behind EXIF, or else behind the segments that have to come first.
    private var place: Int {
        if let exif = parts.first(.exif) { return exif.range.upperBound }
        let first = parts.parts.first { part in
            !["JFIF\0", "JFXX\0"].contains { file.has($0, at: part.content.lowerBound) }
        }
        return first?.range.lowerBound ?? 2
    }

    private func length(of part: ContainerParts.Part, grownBy growth: Int) throws(EmbeddingFailure) -> FileSplice {
        let length = part.range.upperBound - part.size + growth
        guard length <= Self.longest else { throw .noRoom }
        return FileSplice(part.size..<part.size + 2, WrittenNumber.big(length, 2))
    }

    // MARK: Further pictures

    /// Brings the list of further pictures into line with the changes: the length of the first one, and how far the
    /// others are from the list.
    private func pictures(_ splices: [FileSplice]) throws(EmbeddingFailure) -> [FileSplice] {
        let growth = splices.reduce(0) { $0 + $1.growth }
        guard growth != 0, let part = parts.first(.pictures) else { return [] }
        let header = part.content.lowerBound, isBigEndian = file.has("MM", at: header)
        guard let list = TIFFDirectory(file, at: header, searched: 16), list.isClassic,
            let entries = list.range(of: 0xB002), entries.count.isMultiple(of: 16),
            entries.lowerBound >= header, entries.upperBound <= part.content.upperBound
        else { throw .damaged }
        let behind = splices.filter { $0.range.lowerBound >= header }.reduce(0) { $0 + $1.growth }
        var changes: [FileSplice] = []
        for entry in stride(from: entries.lowerBound, to: entries.upperBound, by: 16) {
            guard let size = file.number(entry + 4, 4, bigEndian: isBigEndian),
                let offset = file.number(entry + 8, 4, bigEndian: isBigEndian)
            else { throw .damaged }
            // The first picture is this one, which has no offset.
            let place = offset == 0 ? entry + 4 : entry + 8
            let value = offset == 0 ? size + growth : offset + behind
            guard value >= 0, value < 1 << 32 else { throw .noRoom }
            if offset == 0 || behind != 0 {
                changes.append(
                    FileSplice(
                        place..<place + 4, isBigEndian ? WrittenNumber.big(value, 4) : WrittenNumber.little(value, 4)))
            }
        }
        return changes
    }
}
