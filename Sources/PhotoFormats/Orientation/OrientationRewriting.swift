// The bytes that make a file say its orientation where the two bytes of a tag are not enough.
// Sources: TIFF 6.0, section 2; PNG 1.5, eXIf; RFC 9649, 2.7 (WebP).
import Photos

/// A run of a file's bytes as it is with an orientation: with a tag, a directory or a chunk that the file lacks, or
/// with the checksum over a tag. All other bytes stay, and those that EXIF points to stay at their offsets.
package struct OrientationRewriting: Equatable {
    /// The bytes of the file in whose place they are put.
    let range: Range<Int>
    private let bytes: [UInt8]
    /// Where the tag's value lies among them.
    private let place: Int
    private let isBigEndian: Bool
    /// What the file says so far; 1 where it says nothing.
    package let value: Int
    /// The bytes among them that a checksum follows.
    private let checked: Range<Int>?

    /// Most bytes of a run: they are remembered for undo.
    private static let most = 256 << 10

    /// - Parameters:
    ///   - before: What precedes EXIF in the run.
    ///   - after: What follows it.
    ///   - checked: The bytes of the run that a checksum follows.
    private init?(
        _ range: Range<Int>, _ before: [UInt8], _ exif: OrientedEXIF, _ after: [UInt8] = [], checked: Range<Int>? = nil
    ) {
        guard range.count <= Self.most else { return nil }
        self.range = range
        bytes = before + exif.bytes + after
        place = before.count + exif.place
        (isBigEndian, value) = (exif.isBigEndian, exif.value)
        self.checked = checked
    }

    /// The bytes with the picture turned clockwise by so many quarters.
    func bytes(turning quarters: Int) -> [UInt8] {
        var turned = bytes
        let orientation = UInt8(PictureOrientation.turned(value, by: quarters))
        (turned[place], turned[place + 1]) = isBigEndian ? (0, orientation) : (orientation, 0)
        if let checked {
            turned.replaceSubrange(checked.upperBound..<checked.upperBound + 4, with: CRC32.bytes(of: turned[checked]))
        }
        return turned
    }

    // MARK: JPEG

    /// Gives a tag to EXIF that has none.
    /// - Parameter place: From the TIFF header to the end of the segment.
    init?(inJPEG file: some ByteAccess, _ place: Range<Int>) {
        guard let content = file.bytes(place.lowerBound, count: place.count), let exif = OrientedEXIF(content) else {
            return nil
        }
        let mark = Array("Exif\0\0".utf8), length = 2 + mark.count + exif.bytes.count
        guard length <= 0xFFFF else { return nil }
        let start = place.lowerBound - mark.count - 2
        self.init(start..<place.upperBound, [UInt8(length >> 8), UInt8(length & 0xFF)] + mark, exif)
    }

    // MARK: PNG

    /// Changes the tag of a chunk of EXIF, adds one to it, or puts such a chunk behind the header.
    init?(inPNG file: some ByteAccess, count: Int) {
        let header = 8..<33
        guard file.big32(header.lowerBound) == 13, file.has("IHDR", at: 12), count >= header.upperBound + 12 else {
            return nil
        }
        var exif = OrientedEXIF.alone, range = header.upperBound..<header.upperBound
        let found = EmbeddedMetadata(in: file, count: count, format: .png)
        if found.exif == nil, let packed = found.texts.exif {
            // What is in a chunk of EXIF counts before it.
            guard let oriented = OrientedEXIF(packed) else { return nil }
            exif = oriented
        }
        if let place = found.exif {
            guard place.upperBound + 4 <= count, place.count <= Self.most,
                let content = file.bytes(place.lowerBound, count: place.count), let oriented = OrientedEXIF(content)
            else { return nil }
            exif = oriented
            range = place.lowerBound - 8..<place.upperBound + 4
        }
        let length = exif.bytes.count, name = Array("eXIf".utf8)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
        self.init(range, size + name, exif, [0, 0, 0, 0], checked: 4..<8 + length)
    }

    // MARK: WebP

    /// Adds a tag to the chunk of EXIF, or puts such a chunk behind header and profile: its place is free. A file
    /// without the extended header gets one.
    init?(inWebP file: some ByteAccess, count: Int) {
        guard let length = file.little32(4), length.isMultiple(of: 2), length + 8 <= count, length < Self.longestWebP
        else {
            return nil
        }
        func little(_ number: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        func chunk(_ exif: OrientedEXIF) -> (head: [UInt8], pad: [UInt8]) {
            (Array("EXIF".utf8) + little(exif.bytes.count, 4), exif.bytes.count.isMultiple(of: 2) ? [] : [0])
        }
        let isExtended = file.has("VP8X", at: 12)
        if isExtended, let place = EmbeddedMetadata(in: file, count: count, format: .webp).exif {
            let end = place.upperBound + place.upperBound % 2
            guard place.count <= Self.most, end <= Self.most, end <= length + 8,
                let content = file.bytes(place.lowerBound, count: place.count), let exif = OrientedEXIF(content),
                // JPEG's mark in front of it is left out.
                let head = Self.chunkStart(of: place, in: file), let before = file.bytes(8, count: head - 8)
            else { return nil }
            let (name, pad) = chunk(exif)
            let grown = name.count + exif.bytes.count + pad.count - (end - head)
            self.init(4..<end, little(length + grown, 4) + before + name, exif, pad)
            return
        }
        let exif = OrientedEXIF.alone, (name, pad) = chunk(exif), added = name.count + exif.bytes.count + pad.count
        if isExtended {
            var end = 30
            if file.has("ICCP", at: end), let profile = file.little32(end + 4) { end += 8 + profile + profile % 2 }
            guard end <= length + 8, end <= Self.most, var before = file.bytes(8, count: end - 8) else { return nil }
            before[12] |= 0b1000
            self.init(4..<end, little(length + added, 4) + before + name, exif, pad)
        } else {
            guard let picture = WebPPicture(file) else { return nil }
            let flags = picture.hasAlpha ? 0b1_1000 : 0b1000
            let header =
                Array("VP8X".utf8) + little(10, 4) + little(flags, 4) + little(picture.width - 1, 3)
                + little(picture.height - 1, 3)
            self.init(4..<12, little(length + header.count + added, 4) + Array("WEBP".utf8) + header + name, exif, pad)
        }
    }

    /// Bytes of a WebP that more can be added to.
    private static let longestWebP = 0xFFFF_0000

    /// The beginning of the chunk whose content EXIF is, behind JPEG's mark or not.
    private static func chunkStart(of exif: Range<Int>, in file: some ByteAccess) -> Int? {
        [8, 14].map { exif.lowerBound - $0 }.first { file.has("EXIF", at: $0) }
    }
}

/// The one picture of a WebP without the extended header.
struct WebPPicture {
    let width: Int
    let height: Int
    var hasAlpha = false

    init?(_ file: some ByteAccess) {
        if file.has("VP8L", at: 12), file.number(20, 1, bigEndian: false) == 0x2F, let bits = file.little32(21) {
            (width, height) = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
            hasAlpha = bits >> 28 & 1 == 1
        } else if file.has("VP8 ", at: 12), file.bytes(23, count: 3) == [0x9D, 0x01, 0x2A],
            let width = file.number(26, 2, bigEndian: false), let height = file.number(28, 2, bigEndian: false)
        {
            (self.width, self.height) = (width & 0x3FFF, height & 0x3FFF)
            if self.width == 0 || self.height == 0 { return nil }
        } else {
            return nil
        }
    }
}

/// EXIF with an orientation: the one that it has, or one that is added.
struct OrientedEXIF {
    private(set) var bytes: [UInt8]
    /// Where the value lies.
    let place: Int
    let isBigEndian: Bool
    /// 1 where it had none.
    let value: Int

    /// One directory of one entry.
    static let alone = OrientedEXIF(
        bytes: Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0],
        place: 18,
        isBigEndian: true, value: 1)

    private init(bytes: [UInt8], place: Int, isBigEndian: Bool, value: Int) {
        (self.bytes, self.place, self.isBigEndian, self.value) = (bytes, place, isBigEndian, value)
    }

    /// Finds the tag, or adds one: the first directory is put behind everything with one entry more, so that nothing
    /// that offsets lead to is moved. Nil where the tag is odd, or EXIF cannot be read.
    init?(_ exif: [UInt8]) {
        let found = exif.withUnsafeBytes { memory -> OrientedEXIF? in
            let view = ByteView(memory)
            guard let main = TIFFDirectory(view, at: 0, searched: OrientationTag.mostEntries), main.isClassic else {
                return nil
            }
            if main.has(OrientationTag.number) {
                guard let (place, isBigEndian) = main.placeOfShort(OrientationTag.number),
                    let value = view.number(place, 2, bigEndian: isBigEndian)
                else { return nil }
                return OrientedEXIF(bytes: exif, place: place, isBigEndian: isBigEndian, value: value)
            }
            return Self.adding(to: main, exif)
        }
        guard let found else { return nil }
        self = found
    }

    private static func adding(to main: TIFFDirectory<ByteView>, _ exif: [UInt8]) -> OrientedEXIF? {
        let entries = main.entryRange, isBigEndian = main.isBigEndian
        guard entries.upperBound + 4 <= exif.count, entries.count / 12 < OrientationTag.mostEntries else { return nil }
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            let little = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? little.reversed() : little
        }
        // Directories begin at even offsets, and their entries are in ascending order.
        var bytes = exif + (exif.count.isMultiple(of: 2) ? [] : [0])
        bytes.replaceSubrange(4..<8, with: number(bytes.count, 4))
        bytes += number(entries.count / 12 + 1, 2)
        let places = stride(from: entries.lowerBound, to: entries.upperBound, by: 12)
        func tag(_ place: Int) -> Int {
            let (first, second) = (Int(exif[place]), Int(exif[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        let next = places.first { tag($0) > OrientationTag.number } ?? entries.upperBound
        bytes += exif[entries.lowerBound..<next]
        let place = bytes.count + 8
        bytes += number(OrientationTag.number, 2) + number(3, 2) + number(1, 4) + number(1, 2) + [0, 0]
        bytes += exif[next..<entries.upperBound + 4]
        return OrientedEXIF(bytes: bytes, place: place, isBigEndian: isBigEndian, value: 1)
    }
}

/// CRC-32 as in PNG (ISO/IEC 15948, annex D).
enum CRC32 {
    /// The four bytes of the checksum as a PNG has them.
    static func bytes(of content: some Sequence<UInt8>) -> [UInt8] {
        let sum = ~content.reduce(~0 as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ (sum >> 1) }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
