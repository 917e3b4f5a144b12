// The size in a JPEG XL codestream, bare or in boxes. Source: ISO/IEC 18181-1, annex D.2; 18181-2.
import Photos

extension PictureHeader {
    mutating func fillJPEGXL(_ bytes: ByteView) {
        var start = 0
        if bytes.has("JXL ", at: 4) {
            if let box = ISOBox.find("jxlc", in: bytes, from: 0, to: bytes.count) {
                start = box.start
            } else if let box = ISOBox.find("jxlp", in: bytes, from: 0, to: bytes.count) {
                // The number of the part precedes it.
                start = box.start + 4
            } else {
                return
            }
        }
        guard bytes.starts(with: [0xFF, 0x0A], at: start), let head = bytes.bytes(start + 2, count: min(16, bytes.count - start - 2))
        else { return }
        var bits = BitReader(head, .lowestFirst)
        let isSmall = bits.bit()
        func side() -> Int { isSmall ? (bits.number(5) + 1) * 8 : bits.number([9, 13, 18, 30][bits.number(2)]) + 1 }
        let height = side()
        let ratios = [nil, (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
        let width = ratios[bits.number(3)].map { height * $0.0 / $0.1 } ?? side()
        if !bits.isPastEnd { note(part: PixelSize(width: width, height: height)) }
    }
}
