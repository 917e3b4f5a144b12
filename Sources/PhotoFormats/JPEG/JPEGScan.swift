// Markers of a JPEG from start to end: size, orientation, coding, and whether the file is complete. gdk-pixbuf fills
// what is missing with grey and reports success, so the end must be found before decoding.
package import Photos

/// The content of the segments of ITU-T T.81 annex B, as far as a decode needs it.
package struct JPEGScan {
    /// The extent of the scan.
    package enum Reach {
        /// Up to the data of the first scan: all metadata, no image data.
        case header
        /// Up to the end of the image.
        case end
    }

    package private(set) var size: PixelSize?
    /// EXIF orientation 1…8.
    package private(set) var orientation = 1
    /// Whether the JPEG is progressive: each scan holds a part of the coefficients.
    private(set) var isProgressive = false
    /// Whether the JPEG is of the lossless process, in which camera raw files pack sensor data and nothing shows it.
    private(set) var isLossless = false
    /// What libjpeg may lack: it decodes samples of eight bits, by the sequential and the progressive process.
    package private(set) var rarity: Message?
    /// Whether all coefficients must be held during the decode: the JPEG is progressive, or its first scan does not
    /// have all components (jdinput.c, initial_setup).
    var holdsCoefficients: Bool { isProgressive || isInSeveralScans }
    private var isInSeveralScans = false
    /// The end of each scan's data, for as many scans as are noted; only when read to its `.end`.
    private(set) var scanEnds: [Int] = []
    /// The end of the last data of a scan, which may be cut: all before it can be decoded. Nil if there are none;
    /// only when read to its `.end`.
    private(set) var readableEnd: Int?
    /// The marker at the end of the image.
    package static let endMarker: [UInt8] = [0xFF, 0xD9]
    /// Whether there are more scans than any writer makes.
    package private(set) var hasTooManyScans = false
    /// Whether the end marker was found.
    package private(set) var isComplete = false
    /// The TIFF in the first EXIF segment, to the end of the segment, as far as it is there.
    private(set) var exif: Range<Int>?
    /// The colour profile's parts, as far as they are there.
    private var profile = JPEGProfile()
    /// Whether EXIF says that the colours are those of Adobe RGB.
    private var isAdobeRGB = false

    /// The profile of the colours; nil for those of sRGB.
    package func colours(of bytes: ByteView) -> [UInt8]? {
        profile.joined(of: bytes) ?? (isAdobeRGB && profile.isEmpty ? ColourCoding.adobeRGB.profile : nil)
    }

    /// Whether a segment of Adobe's comes before the first scan. Libjpeg asks for its name and twelve bytes
    /// (jdmarker.c).
    private var hasAdobeMark = false

    /// What the four components of a picture of inks count; nil for any other picture.
    package var inks: InkOrder? {
        guard sampling.count == 4 else { return nil }
        return hasAdobeMark ? .paperCounts : .inkCounts
    }

    /// The complete scans of a progressive JPEG in their order; only when read to its `.end`.
    package private(set) var scans: [Scan] = []
    /// Sampling factors of each component, horizontally and vertically.
    private(set) var sampling: [(component: UInt8, across: UInt8, down: UInt8)] = []

    /// One scan: a range of coefficients of one component or, for mean values alone, of several.
    package struct Scan {
        /// From its marker to the end of its data.
        package let range: Range<Int>
        /// The first of its components, and their number.
        let component: UInt8
        let count: Int
        /// Whether it holds the first bits of mean values.
        let holdsFirstMeans: Bool
        /// Whether it holds anything other than mean values.
        package let holdsDetail: Bool
    }

    /// Most scans of a JPEG that is decoded. Hostile files have any number of scans, each of which goes through all
    /// coefficients. libjpeg's own script has ten; the searches of jpegtran and mozjpeg end at some thirty.
    static let mostScans = 100

    /// Reads `bytes`, which begin with SOI.
    package init(_ bytes: ByteView, to reach: Reach) {
        var offset = 2
        while let marker = Self.nextMarker(in: bytes, from: &offset) {
            if marker == 0xD9 {
                // What follows the end does not matter: trailing data, or the second image of an MPO file.
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
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: readFrame(marker, bytes, at: offset, length)
            case 0xE1: readEXIF(bytes, from: offset + 2, to: offset + length)
            case 0xE2: profile.note(bytes, offset + 2..<offset + length)
            case 0xEE where scanEnds.isEmpty && length >= 14 && bytes.has("Adobe", at: offset + 2): hasAdobeMark = true
            default: break
            }
            let segment = offset
            offset += length
            if marker == 0xDA {
                let data = offset
                Self.skipEntropyCodedData(in: bytes, from: &offset)
                if data < min(offset, bytes.count) { readableEnd = min(offset, bytes.count) }
                if offset < bytes.count { finishScan(bytes, at: segment, end: offset) }
                if hasTooManyScans { return }
            }
        }
    }

    private mutating func readFrame(_ marker: UInt8, _ bytes: ByteView, at offset: Int, _ length: Int) {
        if size == nil, let height = bytes.big16(offset + 3), let width = bytes.big16(offset + 5), width > 0, height > 0
        {
            size = PixelSize(width: width, height: height)
        }
        if marker & 0x03 == 0x03 {
            rarity = Message("lossless JPEG")
        } else if marker & 0x07 > 0x04 {
            rarity = Message("Hierarchical JPEG")
        } else if let bits = bytes[offset + 2], bits != 8 {
            rarity = Message("{count}-bit JPEG", ["count": .count(Int(bits))])
        }
        isLossless = [0xC3, 0xC7, 0xCB, 0xCF].contains(marker)
        isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
        // No more than the segment has room for: a million short segments would each have 255 components.
        let components = max(0, min(Int(bytes[offset + 7] ?? 0), (length - 8) / 3))
        sampling = (0..<components).compactMap { index in
            guard let component = bytes[offset + 8 + 3 * index], let factors = bytes[offset + 9 + 3 * index] else {
                return nil
            }
            return (component, factors >> 4, factors & 15)
        }
    }

    /// Reads the first EXIF segment. A thumbnail in it is skipped with the segment.
    private mutating func readEXIF(_ bytes: ByteView, from start: Int, to end: Int) {
        guard exif == nil, bytes.has("Exif\0\0", at: start), start + 6 < min(end, bytes.count) else { return }
        exif = start + 6..<min(end, bytes.count)
        guard let main = TIFFDirectory(bytes, at: start + 6) else { return }
        if let value = main.value(of: 0x0112), (1...8).contains(value) { orientation = value }
        // 1 is sRGB and 0xFFFF none of those with a number; then the interoperability index says which (DCF 2.0, 5.1).
        guard let own = main.directory(of: 0x8769), let space = own.value(of: 0xA001), space != 1 else { return }
        isAdobeRGB = space == 2 || own.directory(of: 0xA005)?.text(of: 1) == "R03"
    }

    /// Notes the scan whose header lies at `offset` and whose data end at `end`.
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
                holdsFirstMeans: first == 0 && approximation >> 4 == 0, holdsDetail: first > 0))
    }

    /// Returns the marker at or after `offset`, and moves `offset` past it. Bytes between segments are skipped, as
    /// decoders do.
    static func nextMarker(in bytes: ByteView, from offset: inout Int) -> UInt8? {
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

    /// Whether a marker has no segment: TEM, RST0…7, SOI.
    static func isAlone(_ marker: UInt8) -> Bool { marker == 0x01 || (0xD0...0xD8).contains(marker) }

    /// Moves `offset` to the marker that ends the scan, past stuffed zeros and restart markers.
    private static func skipEntropyCodedData(in bytes: ByteView, from offset: inout Int) {
        while let found = bytes.index(of: 0xFF, from: offset), let code = bytes[found + 1] {
            switch code {
            // Tables, another scan, a redefined line count, application data, a comment, or the end.
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
