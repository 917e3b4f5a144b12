// A JPEG's markers from start to end: size, orientation, kind of coding, and whether the picture is all there.
// gdk-pixbuf fills what is missing with grey and reports success, so the end must be found before decoding.
import Photos

/// Reads the segments that ITU-T T.81 annex B describes, as far as a thumbnailer needs them.
enum JPEGScan {
    /// Fills in what the markers of `bytes`, which begin with SOI, say.
    static func fill(_ header: inout PictureHeader, from bytes: ByteView) {
        var offset = 2
        header.isComplete = false
        while let marker = nextMarker(in: bytes, from: &offset) {
            if marker == 0xD9 {
                // What follows the end is no matter: trailing data, or the second picture of an MPO file.
                header.isComplete = true
                return
            }
            if isAlone(marker) { continue }
            guard let length = bytes.big16(offset), length >= 2 else { return }
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                if header.size == nil, let height = bytes.big16(offset + 3), let width = bytes.big16(offset + 5),
                    width > 0, height > 0
                {
                    header.size = PixelSize(width: width, height: height)
                }
                header.isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
            case 0xE1:
                // A thumbnail inside EXIF is skipped with its segment. The first EXIF segment counts.
                if header.orientation == 1, bytes.has("Exif\0\0", at: offset + 2),
                    let value = TIFFDirectory(bytes, at: offset + 8)?.value(of: 0x0112), (1...8).contains(value)
                {
                    header.orientation = value
                }
            default: break
            }
            offset += length
            if marker == 0xDA { skipEntropyCodedData(in: bytes, from: &offset) }
        }
    }

    /// The marker at or behind `offset`, which then lies behind it. Bytes between segments are skipped, as decoders do.
    private static func nextMarker(in bytes: ByteView, from offset: inout Int) -> UInt8? {
        while let found = bytes.index(of: 0xFF, from: offset), let code = bytes[found + 1] {
            if code == 0xFF {  // fill byte
                offset = found + 1
                continue
            }
            offset = found + 2
            if code != 0 { return code }
        }
        return nil
    }

    /// Markers without a segment: TEM, RST0…7, SOI.
    private static func isAlone(_ marker: UInt8) -> Bool { marker == 0x01 || (0xD0...0xD8).contains(marker) }

    /// Leaves `offset` at the marker that ends the scan: not a stuffed zero, not a restart.
    private static func skipEntropyCodedData(in bytes: ByteView, from offset: inout Int) {
        while let found = bytes.index(of: 0xFF, from: offset), let code = bytes[found + 1] {
            switch code {
            // Tables, another scan, a redefined line count, applications' data, a comment, or the end.
            case 0xC4, 0xCC, 0xD9...0xDD, 0xE0...0xEF, 0xFE:
                offset = found
                return
            case 0xFF: offset = found + 1
            default: offset = found + 2
            }
        }
        offset = bytes.count
    }
}
