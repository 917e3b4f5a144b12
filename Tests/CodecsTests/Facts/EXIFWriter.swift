// EXIF as cameras write it: a main directory, its own numbers, and a second directory with a thumbnail.

/// What goes into an EXIF segment.
struct EXIFWriter {
    var bigEndian = false
    var orientation = 1
    /// PixelXDimension and PixelYDimension; none if nil.
    var dimensions: (width: Int, height: Int)?
    var thumbnail: [UInt8]?
    /// Bytes between the directories and the thumbnail, as a maker's notes are.
    var notes = 0
    /// What the length tag says; the thumbnail's own length if nil.
    var statedLength: Int?
    /// Whether the second directory points to itself as the next.
    var isRing = false

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let big = (0..<length).map { UInt8(value >> (8 * (length - 1 - $0)) & 0xFF) }
        return bigEndian ? big : big.reversed()
    }

    private func short(_ tag: Int, _ value: Int) -> [UInt8] {
        number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
    }

    private func long(_ tag: Int, _ value: Int) -> [UInt8] {
        number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
    }

    private func directory(_ entries: [[UInt8]], next: Int) -> [UInt8] {
        number(entries.count, 2) + entries.joined() + number(next, 4)
    }

    /// The TIFF, header included.
    var tiff: [UInt8] {
        let size = { (entries: Int) in 2 + 12 * entries + 4 }
        let own = 8 + size(2), second = own + size(2), data = second + size(3)
        let ownEntries =
            dimensions.map { [long(0xA002, $0.width), long(0xA003, $0.height)] } ?? [short(1, 0), short(2, 0)]
        let jpeg = thumbnail ?? []
        return (bigEndian ? Array("MM".utf8) : Array("II".utf8)) + number(42, 2) + number(8, 4)
            + directory([short(0x0112, orientation), long(0x8769, own)], next: thumbnail == nil ? 0 : second)
            + directory(ownEntries, next: 0)
            + directory(
                [short(0x0103, 6), long(0x0201, data + notes), long(0x0202, statedLength ?? jpeg.count)],
                next: isRing ? second : 0)
            + [UInt8](repeating: 0xFF, count: notes) + jpeg
    }

    /// `jpeg` with this EXIF as its first segment.
    func into(_ jpeg: [UInt8]) -> [UInt8] {
        let content = Array("Exif\0\0".utf8) + tiff
        let length = content.count + 2
        precondition(length <= 0xFFFF, "an EXIF segment has 64 KB at most")
        return jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content + jpeg.dropFirst(2)
    }
}
