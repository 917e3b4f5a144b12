// Where a PNG keeps EXIF and texts: in chunks before and behind the image data. Sources: PNG 1.2, 4.2.3; PNG 1.5, eXIf.
import Photos

extension EmbeddedMetadata {
    /// Most chunks of image data that are walked over one by one. Many writers make them of 8 KB, so that a walk would
    /// touch every page of the file; behind this many, the chunks after the last one are looked for from the end.
    private static let mostDataChunks = 32
    /// Bytes at the end in which chunks are looked for.
    private static let tail = 16 << 10

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
        if file.has("eXIf", at: content.lowerBound - 4) {
            exif = exif ?? content
        } else if let packet = texts.read(file, content) {
            xmp = xmp ?? packet
        }
    }

    /// Returns the first of the chunks that lead, one after the other, to the end of the file; nil when only the end
    /// mark is left.
    private static func chunks(atEndOf file: some ByteAccess, _ count: Int) -> Int? {
        let start = max(8, count - tail)
        guard let bytes = file.bytes(start, count: count - start) else { return nil }
        let names = ["eXIf", "iTXt", "tEXt", "zTXt"].map { Array($0.utf8) }
        var offset = 4
        while offset + 4 <= bytes.count {
            defer { offset += 1 }
            // Most bytes begin none of them.
            guard [names[0][0], names[1][0], names[2][0], names[3][0]].contains(bytes[offset]),
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
