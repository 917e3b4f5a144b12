// A JPEG's markers from start to end: size, orientation, kind of coding, and whether the picture is all there.
// gdk-pixbuf fills what is missing with grey and reports success, so the end must be found before decoding.
import Photos

/// What the segments that ITU-T T.81 annex B describes say, as far as a thumbnailer needs them.
struct JPEGScan {
    /// How far to read.
    enum Reach {
        /// To the first scan's data: all that is said about the picture, none of the picture.
        case header
        /// To the picture's end.
        case end
    }

    private(set) var size: PixelSize?
    /// EXIF orientation 1…8.
    private(set) var orientation = 1
    /// Whether each scan brings a part of the coefficients.
    private(set) var isProgressive = false
    /// Whether the coefficients must be held whole while it is decoded: it is progressive, or its first scan has not all
    /// components (jdinput.c, initial_setup).
    var holdsCoefficients: Bool { isProgressive || isInSeveralScans }
    private var isInSeveralScans = false
    /// Where each scan's data end, of as many as are noted; only when read to its `.end`.
    private(set) var scanEnds: [Int] = []
    /// Whether there are more scans than any writer makes.
    private(set) var hasTooManyScans = false
    /// Whether the end marker was found.
    private(set) var isComplete = false
    /// The TIFF that the first EXIF segment holds, to the segment's end, as far as it is there.
    private(set) var exif: Range<Int>?
    /// The colour profile's parts, as far as they are there.
    private(set) var profile = JPEGProfile()
    /// The scans of a progressive picture that are there as a whole, in their order; only when read to its `.end`.
    private(set) var scans: [Scan] = []
    /// Sampling factors by component: how fine it is, across and down.
    private(set) var sampling: [(component: UInt8, across: UInt8, down: UInt8)] = []

    /// One scan: a range of coefficients of one component or, of mean values alone, of several.
    struct Scan {
        /// From its marker to the end of its data.
        let range: Range<Int>
        /// The first of its components, and how many there are.
        let component: UInt8
        let count: Int
        /// Whether it tells of mean values, and no bits of them were told before.
        let tellsMeans: Bool
        /// Whether it tells of anything but mean values.
        let tellsDetail: Bool
    }

    /// Hostile files have scans without end, each of which goes through all coefficients. libjpeg's own script has ten,
    /// jpegtran's and mozjpeg's searches end at some thirty.
    static let mostScans = 100

    /// `bytes` begin with SOI.
    init(_ bytes: ByteView, to reach: Reach) {
        var offset = 2
        while let marker = Self.nextMarker(in: bytes, from: &offset) {
            if marker == 0xD9 {
                // What follows the end is no matter: trailing data, or the second picture of an MPO file.
                isComplete = true
                return
            }
            if Self.isAlone(marker) { continue }
            if marker == 0xDA, scanEnds.isEmpty, let count = bytes[offset + 2], Int(count) < sampling.count {
                isInSeveralScans = true
            }
            if marker == 0xDA, reach == .header { return }
            guard let length = bytes.big16(offset), length >= 2 else { return }
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: readFrame(marker, bytes, at: offset)
            case 0xE1: readEXIF(bytes, from: offset + 2, to: offset + length)
            case 0xE2: profile.note(bytes, offset + 2..<offset + length)
            default: break
            }
            let segment = offset
            offset += length
            if marker == 0xDA {
                Self.skipEntropyCodedData(in: bytes, from: &offset)
                if offset < bytes.count { finishScan(bytes, at: segment, end: offset) }
                if hasTooManyScans { return }
            }
        }
    }

    private mutating func readFrame(_ marker: UInt8, _ bytes: ByteView, at offset: Int) {
        if size == nil, let height = bytes.big16(offset + 3), let width = bytes.big16(offset + 5), width > 0, height > 0 {
            size = PixelSize(width: width, height: height)
        }
        isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
        sampling = (0..<Int(bytes[offset + 7] ?? 0)).compactMap { index in
            guard let component = bytes[offset + 8 + 3 * index], let factors = bytes[offset + 9 + 3 * index] else { return nil }
            return (component, factors >> 4, factors & 15)
        }
    }

    /// The first EXIF segment counts. A thumbnail inside is skipped with its segment.
    private mutating func readEXIF(_ bytes: ByteView, from start: Int, to end: Int) {
        guard exif == nil, bytes.has("Exif\0\0", at: start), start + 6 < min(end, bytes.count) else { return }
        exif = start + 6..<min(end, bytes.count)
        if let value = TIFFDirectory(bytes, at: start + 6)?.value(of: 0x0112), (1...8).contains(value) {
            orientation = value
        }
    }

    /// Notes the scan whose header lies at `offset`; its data end at `end`.
    private mutating func finishScan(_ bytes: ByteView, at offset: Int, end: Int) {
        hasTooManyScans = scanEnds.count == Self.mostScans
        if hasTooManyScans { return }
        scanEnds.append(end)
        guard isProgressive, let count = bytes[offset + 2].map(Int.init),
            let component = bytes[offset + 3], let first = bytes[offset + 3 + 2 * count],
            let approximation = bytes[offset + 5 + 2 * count]
        else { return }
        scans.append(
            Scan(
                range: offset - 2..<end, component: component, count: count,
                tellsMeans: first == 0 && approximation >> 4 == 0, tellsDetail: first > 0))
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
