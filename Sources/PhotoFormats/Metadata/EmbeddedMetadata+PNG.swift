// Where a PNG keeps EXIF, XMP and its Creation Time: in chunks before and behind the image data.
// Sources: PNG 1.2, 4.2.3 and 11.3.4; PNG 1.5, eXIf; XMP part 3, 1.1.5.
import Photos

extension EmbeddedMetadata {
    /// Most chunks of image data that are walked over one by one. Many writers make them of 8 KB, so that a walk would
    /// touch every page of the file; behind this many, the chunks after the last one are looked for from the end.
    private static let mostDataChunks = 32
    /// Bytes at the end in which chunks are looked for.
    private static let tail = 16 << 10
    private static let xmpName = "XML:com.adobe.xmp\0"
    private static let timeName = "Creation Time\0"

    mutating func findInPNG(_ file: some ByteAccess, _ count: Int) {
        var (offset, dataChunks) = (8, 0)
        for _ in 0..<Self.mostChunks {
            guard let length = file.big32(offset), !file.has("IEND", at: offset + 4) else { return }
            if file.has("IDAT", at: offset + 4) {
                dataChunks += 1
                if dataChunks > Self.mostDataChunks {
                    // A second walk over the same chunks would not end, and the first one was all.
                    guard let next = Self.chunks(atEndOf: file, count), next > offset else { return }
                    (offset, dataChunks) = (next, .min)
                    continue
                }
            }
            note(file, offset + 8..<offset + 8 + length)
            offset += 12 + length
        }
    }

    private mutating func note(_ file: some ByteAccess, _ content: Range<Int>) {
        let type = content.lowerBound - 4
        if exif == nil, file.has("eXIf", at: type) {
            exif = content
        } else if file.has("iTXt", at: type) {
            if xmp == nil, let start = text(file, content, Self.xmpName) { xmp = start..<content.upperBound }
            noteTime(file, content, text(file, content, Self.timeName))
        } else if file.has("tEXt", at: type), file.has(Self.timeName, at: content.lowerBound) {
            noteTime(file, content, content.lowerBound + Self.timeName.utf8.count)
        }
    }

    private mutating func noteTime(_ file: some ByteAccess, _ content: Range<Int>, _ start: Int?) {
        guard creationTime == nil, let start, start < content.upperBound,
            let bytes = file.bytes(start, count: min(content.upperBound - start, 64))
        else { return }
        creationTime = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the beginning of an international text of this name that is not compressed: behind two flags, the
    /// language and the translated name.
    private func text(_ file: some ByteAccess, _ content: Range<Int>, _ name: String) -> Int? {
        guard file.has(name, at: content.lowerBound) else { return nil }
        var offset = content.lowerBound + name.utf8.count
        guard file.number(offset, 1, bigEndian: true) == 0 else { return nil }
        offset += 2
        for _ in 0..<2 {
            guard let bytes = file.bytes(offset, count: min(256, max(0, content.upperBound - offset))),
                let end = bytes.firstIndex(of: 0)
            else { return nil }
            offset += end + 1
        }
        return offset
    }

    /// Returns the first of the chunks that lead, one after the other, to the end of the file; nil when only the end
    /// mark is left.
    private static func chunks(atEndOf file: some ByteAccess, _ count: Int) -> Int? {
        let start = max(8, count - tail)
        guard let bytes = file.bytes(start, count: count - start) else { return nil }
        let names = ["eXIf", "iTXt", "tEXt"].map { Array($0.utf8) }
        var offset = 4
        while offset + 4 <= bytes.count {
            defer { offset += 1 }
            guard bytes[offset] == names[0][0] || bytes[offset] == names[1][0] || bytes[offset] == names[2][0],
                names.contains(where: { bytes[offset..<offset + 4].elementsEqual($0) }),
                leadsToEnd(start + offset - 4, file, count)
            else { continue }
            return start + offset - 4
        }
        return nil
    }

    private static func leadsToEnd(_ chunk: Int, _ file: some ByteAccess, _ count: Int) -> Bool {
        var offset = chunk
        for _ in 0..<64 {
            guard let length = file.big32(offset) else { return false }
            if file.has("IEND", at: offset + 4) { return offset + 12 <= count }
            offset += 12 + length
        }
        return false
    }
}
