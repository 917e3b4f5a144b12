// Where a file says how its picture lies, and the bytes that say it otherwise.
// Sources: ITU-T T.81, annex B; EXIF 2.32, 4.5 and 4.7.2; TIFF 6.0, section 2; JFIF 1.02; ISO 23008-12, 6.5.10 (irot).
import Photos

/// The place of the orientation in an image file of a stranger: of its tag, or where a tag may be put.
package enum OrientationTag: Equatable {
    /// The two bytes of a tag that is one short number, and what they say.
    case tag(offset: Int, isBigEndian: Bool, value: Int)
    /// A place in a JPEG that has no EXIF, for a segment of EXIF with nothing but the tag.
    case missing(offset: Int)
    /// The byte of a HEIF or AVIF whose two lowest bits are the counter-clockwise quarter turns, and what it says.
    /// Readers follow it and not EXIF.
    case angle(offset: Int, value: Int)
    /// A run of bytes that has to be written anew: EXIF without the tag, a container without EXIF, a tag under a
    /// checksum.
    case rewriting(OrientationRewriting)

    static let number = 0x0112
    /// Bytes by which the format is recognised: a camera raw file's directories may lie farther behind.
    private static let head = 16 << 10
    /// Most entries of a directory that are searched: cameras write some hundred.
    static let mostEntries = 1024

    /// Finds the place in a whole file; nil for one that has no orientation, or none that can be changed without moving
    /// other bytes.
    package init?(in file: some ByteAccess) {
        let head = file.bytes(0, count: min(file.count, Self.head)) ?? []
        switch head.withUnsafeBytes({ PictureHeader(scanning: ByteView($0)).format }) {
        case .jpeg: self.init(inJPEG: file, count: file.count)
        case .tiff:
            // A directory of sensor data belongs to the camera's maker.
            if RawContainer(file, count: file.count).holdsSensorData { return nil }
            // A turn is of all pages, and each has a tag of its own.
            if let pages = TIFFPages(file), pages.count > 1 { return nil }
            self.init(inTIFF: file, 0..<file.count)
        case .heif, .avif: self.init(inHEIF: file, count: file.count)
        case .png: self.init(OrientationRewriting(inPNG: file, count: file.count))
        case .webp: self.init(inWebP: file, count: file.count)
        default: return nil
        }
    }

    private init?(_ rewriting: OrientationRewriting?) {
        guard let rewriting else { return nil }
        self = .rewriting(rewriting)
    }

    /// - Parameter range: From the TIFF header to the end of what belongs to it.
    package init?(inTIFF bytes: some ByteAccess, _ range: Range<Int>) {
        let header = range.lowerBound
        guard let main = TIFFDirectory(bytes, at: header, searched: Self.mostEntries), main.isClassic,
            let (offset, isBigEndian) = main.placeOfShort(Self.number), offset + 2 <= range.upperBound,
            let value = bytes.number(offset, 2, bigEndian: isBigEndian)
        else { return nil }
        self = .tag(offset: offset, isBigEndian: isBigEndian, value: value)
    }

    /// - Parameter count: Length of the file.
    package init?(inJPEG bytes: some ByteAccess, count: Int) {
        guard let segments = JPEGSegments(bytes, count: count) else { return nil }
        if let exif = segments.exif {
            let hasTag = TIFFDirectory(bytes, at: exif.lowerBound, searched: Self.mostEntries)?.has(Self.number)
            if hasTag == false, !segments.hasOtherPictures {
                self.init(OrientationRewriting(inJPEG: bytes, exif))
            } else {
                self.init(inTIFF: bytes, exif)
            }
        } else if segments.hasOtherPictures {
            // Their places in the file are counted in the first one.
            return nil
        } else {
            self = .missing(offset: segments.endOfJFIF)
        }
    }

    /// - Parameter count: Length of the file.
    private init?(inWebP bytes: some ByteAccess, count: Int) {
        if let exif = EmbeddedMetadata(in: bytes, count: count, format: .webp).exif, exif.upperBound <= count {
            if let tag = OrientationTag(inTIFF: bytes, exif) {
                self = tag
                return
            }
        }
        self.init(OrientationRewriting(inWebP: bytes, count: count))
    }

    /// Finds the one angle of the primary image. Its thumbnails and its alpha have to share it, since they would lie
    /// otherwise than the image after a turn, and no other image may.
    /// - Parameter count: Length of the file.
    package init?(inHEIF bytes: some ByteAccess, count: Int) {
        guard let items = HEIFItems(bytes, count: count), let primary = items.items[items.primary] else { return nil }
        // A mirror before or after it makes another turn of the same angle.
        guard items.properties(of: primary, "imir").isEmpty else { return nil }
        let angles = primary.properties.filter {
            $0 >= 1 && $0 <= items.properties.count && items.properties[$0 - 1].name == "irot"
        }
        guard angles.count == 1, let angle = angles.first else { return nil }
        let companions = items.auxiliaries + items.thumbnails
        let own = Set(companions.lazy.filter { $0.of == items.primary }.map(\.item) + [items.primary])
        let turned = Set(items.items.lazy.filter { $0.value.properties.contains(angle) }.map(\.key))
        let box = items.properties[angle - 1].box
        guard turned == own, box.end == box.start + 1, let value = bytes.number(box.start, 1, bigEndian: true) else {
            return nil
        }
        self = .angle(offset: box.start, value: value)
    }

    /// Returns the bytes that turn the picture clockwise by so many quarters, and those in whose place they are put.
    package func change(turning quarters: Int) -> (range: Range<Int>, bytes: [UInt8]) {
        switch self {
        case .tag(let offset, let isBigEndian, let value):
            let turned = UInt8(PictureOrientation.turned(value, by: quarters))
            return (offset..<offset + 2, isBigEndian ? [0, turned] : [turned, 0])
        case .missing(let offset):
            return (offset..<offset, Self.segment(UInt8(PictureOrientation.turned(1, by: quarters))))
        case .angle(let offset, let value):
            return (offset..<offset + 1, [UInt8(value & 0xFC | (value - quarters) & 3)])
        case .rewriting(let rewriting): return (rewriting.range, rewriting.bytes(turning: quarters))
        }
    }

    /// Returns a segment of EXIF with one directory of one entry.
    private static func segment(_ orientation: UInt8) -> [UInt8] {
        let header = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8]
        let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let length = 2 + header.count + directory.count
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + header + directory
    }
}

/// The segments of a JPEG up to its image data, as far as they matter to who puts one before them.
private struct JPEGSegments {
    /// From the TIFF header of the first EXIF to the end of its segment.
    private(set) var exif: Range<Int>?
    /// The end of the segments that have to come first.
    private(set) var endOfJFIF = 2
    /// Whether there is a list of further pictures behind the first one (CIPA DC-007).
    private(set) var hasOtherPictures = false

    /// Most segments read: a depth map has some eighty.
    private static let most = 512
    private static let mostFill = 256

    /// Returns nil for a JPEG with anything else than segments before its image data: it may be read in several ways.
    package init?(_ bytes: some ByteAccess, count: Int) {
        func byte(_ offset: Int) -> Int? { bytes.number(offset, 1, bigEndian: true) }
        guard bytes.big16(0) == 0xFFD8 else { return nil }
        var offset = 2
        for _ in 0..<Self.most {
            guard byte(offset) == 0xFF else { return nil }
            // A mark may have any number of fill bytes before it.
            for _ in 0..<Self.mostFill where byte(offset + 1) == 0xFF { offset += 1 }
            guard let marker = byte(offset + 1) else { return nil }
            if marker == 0xDA { return }
            guard (0xC0..<0xFF).contains(marker), !(0xD0...0xD9).contains(marker),
                let length = bytes.big16(offset + 2), length >= 2
            else { return nil }
            let content = offset + 4..<offset + 2 + length
            guard content.upperBound <= count else { return nil }
            note(marker, bytes, content)
            offset = content.upperBound
        }
        return nil
    }

    private mutating func note(_ marker: Int, _ bytes: some ByteAccess, _ content: Range<Int>) {
        let start = content.lowerBound
        switch marker {
        case 0xE0 where start - 4 == endOfJFIF && (bytes.has("JFIF\0", at: start) || bytes.has("JFXX\0", at: start)):
            endOfJFIF = content.upperBound
        case 0xE1 where exif == nil && bytes.has("Exif\0\0", at: start):
            exif = start + 6..<max(start + 6, content.upperBound)
        case 0xE2 where bytes.has("MPF\0", at: start): hasOtherPictures = true
        default: break
        }
    }
}
