// JPEG with a thumbnail in its EXIF, as a camera writes it. Sources: EXIF 2.32, 4.6.4; TIFF 6.0, section 2.

enum CameraFile {
    /// Returns `photo` with a first segment that contains `thumbnail`, another JPEG of less than 64 KB.
    static func bytes(photo: [UInt8], thumbnail: [UInt8]) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            (0..<length).map { UInt8(value >> (8 * (length - 1 - $0)) & 0xFF) }
        }
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
        }
        // The header, an empty first directory, and a second one with three entries, followed by the thumbnail.
        let second = 8 + 6, data = second + 2 + 3 * 12 + 4
        let tiff =
            Array("MM".utf8) + number(42, 2) + number(8, 4) + number(0, 2) + number(second, 4) + number(3, 2)
            + entry(0x0103, 6) + entry(0x0201, data) + entry(0x0202, thumbnail.count) + number(0, 4) + thumbnail
        let content = Array("Exif\0\0".utf8) + tiff
        let segment: [UInt8] = [0xFF, 0xE1] + number(content.count + 2, 2) + content
        return photo[..<2] + segment + photo[2...]
    }
}
