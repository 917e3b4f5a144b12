// The size in a JPEG XL codestream, bare or in boxes. Source: ISO/IEC 18181-1, annexes D.2 and D.3; 18181-2.
import Photos

extension PictureHeader {
    mutating func fillJPEGXL(_ bytes: ByteView) {
        guard let found = Self.jpegXLStream(in: bytes, count: bytes.count) else { return }
        // The loader turns it as the codestream says, and not as EXIF does.
        let size = (found.orientation ?? 1) > 4 ? found.size.transposed : found.size
        self.size = size
        note(part: size)
    }

    /// Returns the size of the image as it is stored, and how it lies; nil for the latter where the codestream has all
    /// defaults.
    /// - Parameter count: Length of the file.
    static func jpegXLStream(in bytes: some ByteAccess, count: Int) -> (size: PixelSize, orientation: Int?)? {
        var start = 0
        if bytes.has("JXL ", at: 4) {
            if let box = ISOBox.find("jxlc", in: bytes, from: 0, to: count) {
                start = box.start
            } else if let box = ISOBox.find("jxlp", in: bytes, from: 0, to: count) {
                // The number of the part precedes it.
                start = box.start + 4
            } else {
                return nil
            }
        }
        guard bytes.bytes(start, count: 2) == [0xFF, 0x0A],
            let head = bytes.bytes(start + 2, count: min(longestSize, count - start - 2))
        else { return nil }
        var bits = BitReader(head, .lowestFirst)
        let isSmall = bits.bit()
        func side() -> Int { isSmall ? (bits.number(5) + 1) * 8 : bits.number([9, 13, 18, 30][bits.number(2)]) + 1 }
        let height = side()
        let ratios = [nil, (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        let width = ratios[bits.number(3)].map { height * $0.0 / $0.1 } ?? side()
        if bits.isPastEnd || width < 1 { return nil }
        let size = PixelSize(width: width, height: height)
        // Metadata that are not all default, among them fields that are rare, the first of which is the orientation.
        let orientation = !bits.bit() && bits.bit() ? bits.number(3) + 1 : nil
        return (size, bits.isPastEnd ? nil : orientation)
    }

    /// Bytes in which size and orientation end: 73 bits.
    private static let longestSize = 16
}
