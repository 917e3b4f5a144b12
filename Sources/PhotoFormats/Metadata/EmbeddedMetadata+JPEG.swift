// Where a JPEG keeps EXIF, XMP and IPTC, and its size: from segment to segment up to the image data.
// Sources: ITU-T T.81, annex B; EXIF 2.32, 4.7.2; XMP part 3, 1.1.3.
import Photos

extension EmbeddedMetadata {
    /// The name of the XMP segment, which ends in a zero.
    private static let xmpName = "http://ns.adobe.com/xap/1.0/\0"
    /// The name of the segment with Photoshop's resources, likewise.
    private static let resourcesName = "Photoshop 3.0\0"
    /// Most segments read: a depth map has some eighty.
    private static let mostSegments = 512
    /// Most bytes that are skipped to find the marks of all segments: fill bytes, and what damage leaves between them.
    private static let mostFill = 4096

    /// - Parameter start: The beginning of the JPEG in the file.
    mutating func findInJPEG(_ file: some ByteAccess, from start: Int = 0) {
        func byte(_ offset: Int) -> Int? { file.number(offset, 1, bigEndian: true) }
        var (offset, fill) = (start + 2, 0)
        for _ in 0..<Self.mostSegments {
            while byte(offset) != 0xFF || [0, 0xFF].contains(byte(offset + 1)) {
                (offset, fill) = (offset + 1, fill + 1)
                if fill > Self.mostFill { return }
            }
            guard let marker = byte(offset + 1) else { return }
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
        let start = content.lowerBound
        switch marker {
        case 0xE1 where exif == nil && content.count > 6 && file.has("Exif\0\0", at: start):
            exif = start + 6..<content.upperBound
        case 0xE1 where xmp == nil && content.count > Self.xmpName.utf8.count && file.has(Self.xmpName, at: start):
            xmp = start + Self.xmpName.utf8.count..<content.upperBound
        case 0xED where iptc == nil && file.has(Self.resourcesName, at: start):
            let resources = start + Self.resourcesName.utf8.count..<max(start + 14, content.upperBound)
            iptc = IPTCRecord.range(in: file, resources: resources)
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
            guard size == nil, let height = file.big16(start + 1), let width = file.big16(start + 3),
                width > 0, height > 0
            else { return }
            size = PixelSize(width: width, height: height)
        default: break
        }
    }
}
