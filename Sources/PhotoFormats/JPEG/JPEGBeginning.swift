// How much of the beginning of a file a preview needs: a disk or a share is not asked for bytes that show nothing.
import Photos

/// The part of a JPEG in which its embedded thumbnail lies.
public enum JPEGBeginning {
    /// Bytes that are read first. Of a file without an embedded thumbnail they tell as much in most cases: before the
    /// frame header lie some tables and a small profile.
    public static let first = 4096

    /// What the bytes from the beginning of a file say of its preview.
    public enum Answer: Equatable, Sendable {
        /// They suffice; or the file is no JPEG, and of what is in it nothing is known.
        case enough
        /// There is no preview.
        case none
        /// It takes so many bytes from the beginning on.
        case needed(Int)
    }

    /// Returns what of a file a preview has to be made of.
    /// - Parameters:
    ///   - bytes: What has been read, from the beginning.
    ///   - limit: Bytes that may be read, and are of a progressive JPEG, whose scans may be shown.
    public static func answer(of bytes: UnsafeRawBufferPointer, limit: Int) -> Answer {
        let view = ByteView(bytes)
        guard view.starts(with: [0xFF, 0xD8, 0xFF]) else { return .enough }
        let scan = JPEGScan.metadata(of: view)
        if scan.isProgressive { return bytes.count < limit ? .needed(limit) : .enough }
        if scan.isComplete { return scan.hasEXIF ? .enough : .none }
        // Doubled, so that no number of segments costs more than some reads.
        return bytes.count < limit
            ? .needed(min(limit, max(2 * bytes.count, scan.end.addingSaturating(first)))) : .enough
    }
}

extension JPEGScan {
    /// A walk to the frame header, in front of which metadata lie.
    fileprivate struct Metadata {
        /// Where the walk has ended.
        var end = 2
        /// Whether it has come to a frame, or to what are no metadata.
        var isComplete = false
        var isProgressive = false
        /// Whether a segment may be EXIF.
        var hasEXIF = false
    }

    fileprivate static func metadata(of bytes: ByteView) -> Metadata {
        var found = Metadata()
        while let marker = nextMarker(in: bytes, from: &found.end) {
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xD9, 0xDA:
                found.isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
                found.isComplete = true
                return found
            case 0xE1: found.hasEXIF = true
            default: break
            }
            if isAlone(marker) { continue }
            guard let length = bytes.big16(found.end) else { break }
            guard length >= 2 else {
                found.isComplete = true
                return found
            }
            found.end += length
            if found.end >= bytes.count { break }
        }
        return found
    }
}
