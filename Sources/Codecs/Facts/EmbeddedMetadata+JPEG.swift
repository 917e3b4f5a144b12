// Where a JPEG keeps EXIF and XMP, and its size: from segment to segment up to the image data.
// Sources: ITU-T T.81, annex B; EXIF 2.32, 4.7.2; XMP part 3, 1.1.3.
import Photos

extension EmbeddedMetadata {
    /// The name of the XMP segment, which ends in a zero.
    private static let xmpName = "http://ns.adobe.com/xap/1.0/\0"
    /// Most segments read: a depth map has some eighty.
    private static let mostSegments = 512
    /// Most bytes that are skipped to find the marks of all segments: fill bytes, and what damage leaves between them.
    private static let mostFill = 4096

    mutating func findInJPEG(_ file: some ByteAccess) {
        var (offset, fill) = (2, 0)
        for _ in 0..<Self.mostSegments {
            while file.number(offset, 1, bigEndian: true) != 0xFF || [0, 0xFF].contains(file.number(offset + 1, 1, bigEndian: true)) {
                (offset, fill) = (offset + 1, fill + 1)
                if fill > Self.mostFill { return }
            }
            guard let marker = file.number(offset + 1, 1, bigEndian: true) else { return }
            offset += 2
            switch marker {
            case 0x01, 0xD0...0xD8: continue  // no segment follows
            case 0xD9, 0xDA: return
            default: break
            }
            guard let length = file.big16(offset), length >= 2 else { return }
            note(marker, file, offset + 2..<offset + length)
            offset += length
        }
    }

    private mutating func note(_ marker: Int, _ file: some ByteAccess, _ content: Range<Int>) {
        switch marker {
        case 0xE1 where exif == nil && content.count > 6 && file.has("Exif\0\0", at: content.lowerBound):
            exif = content.lowerBound + 6..<content.upperBound
        case 0xE1 where xmp == nil && content.count > Self.xmpName.utf8.count && file.has(Self.xmpName, at: content.lowerBound):
            xmp = content.lowerBound + Self.xmpName.utf8.count..<content.upperBound
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            guard size == nil, let height = file.big16(content.lowerBound + 1), let width = file.big16(content.lowerBound + 3),
                width > 0, height > 0
            else { return }
            size = PixelSize(width: width, height: height)
        default: break
        }
    }
}
