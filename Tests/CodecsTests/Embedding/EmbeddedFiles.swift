// Files of the formats into which metadata are written, and the changes of their bytes.
import Fixtures
import Foundation
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

/// Small files with pictures, with and without metadata.
enum EmbeddedFiles {
    /// EXIF with words, stars, times and a note of the camera's, which disagree with what is written.
    static let notes = CameraNotes(
        main: [
            (0x010E, .text("old caption")), (0x010F, .text("Canon")), (0x4746, .short(1)), (0x4749, .short(1)),
            (0x9C9B, wide("old title")), (0x9C9C, wide("old comment")), (0x9C9E, wide("old;words")),
        ],
        own: [
            (0x9003, .text("2001:02:03 04:05:06")), (0x9004, .text("2001:02:03 04:05:06")),
            (0x9011, .text("+01:00")), (0x927C, .raw(type: 7, count: 40, bytes: note)), (0x9291, .text("25")),
        ])
    static let note = (0..<40).map { UInt8($0 ^ 0x5A) }

    private static func wide(_ text: String) -> CameraNotes.Value {
        let bytes = (Array(text.utf16) + [0]).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        return .raw(type: 1, count: bytes.count, bytes: bytes)
    }

    static let xmp = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:my="http://example.org/my/" \
        xmp:Rating="2" my:own="kept"/></rdf:RDF></x:xmpmeta>
        """.utf8)

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + CameraNotes.big(content.count + 2, 2) + content
    }

    /// - Parameter segments: Put behind the marks of the file.
    static func jpeg(_ segments: [UInt8] = []) -> [UInt8] {
        let plain = Painting.quarters(64, 48).encoded("jpeg")
        return plain.prefix(2) + segments + plain.dropFirst(2)
    }

    static func exif(_ notes: CameraNotes = notes) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + notes.tiff) }

    static let packet = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)

    /// Photoshop's resources: one before the record, the record, its checksum, one behind.
    static let resources: [UInt8] = {
        func block(_ kind: Int, _ data: [UInt8]) -> [UInt8] {
            Array("8BIM".utf8) + CameraNotes.big(kind, 2) + [0, 0] + CameraNotes.big(data.count) + data
                + (data.count.isMultiple(of: 2) ? [] : [0])
        }
        func set(_ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, 2, number] + CameraNotes.big(text.utf8.count, 2) + Array(text.utf8)
        }
        let record = set(5, "old title") + set(25, "old") + set(55, "20010203") + set(80, "Somebody") + set(120, "old")
        return segment(
            0xED,
            Array("Photoshop 3.0\0".utf8) + block(0x03ED, [1, 2, 3]) + block(0x0404, record)
                + block(0x0425, [UInt8](repeating: 9, count: 16)) + block(0x0406, [4, 5]))
    }()

    static let png = Painting.quarters(64, 48).encoded("png")

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return CameraNotes.big(content.count) + checked + CRC32.bytes(of: checked)
    }

    /// A PNG with EXIF, a packet in digits, and texts.
    static let notedPNG: [UInt8] = {
        let digits = xmp.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let chunks =
            chunk("tEXt", Array("Title\0old title".utf8)) + chunk("eXIf", notes.tiff)
            + chunk("tEXt", Array("Raw profile type xmp\0\nxmp\n  \(xmp.count)\n\(digits)\n".utf8))
        return png.prefix(33) + chunks + png.dropFirst(33)
    }()

    /// A HEIF of one coded image, its EXIF and, where there is one, its packet.
    static func heif(
        exif: [UInt8]? = nil, xmp: [UInt8]? = nil, more: [UInt8] = [], references: [UInt8] = []
    ) -> [UInt8] {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            CameraNotes.big(content.count + 8) + Array(name.utf8) + content
        }
        func entry(_ id: Int, _ type: String, _ media: String = "") -> [UInt8] {
            box("infe", [2, 0, 0, 0] + CameraNotes.big(id, 2) + [0, 0] + Array(type.utf8) + [0] + Array(media.utf8))
        }
        let picture = (0..<500).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var parts: [(type: String, media: String, data: [UInt8])] = [("hvc1", "", picture)]
        if let exif { parts.append(("Exif", "", [0, 0, 0, 0] + exif)) }
        if let xmp { parts.append(("mime", "application/rdf+xml\0", xmp)) }
        func meta(_ start: Int) -> [UInt8] {
            var offset = start
            var places: [UInt8] = [], names: [UInt8] = []
            for (index, part) in parts.enumerated() {
                names += entry(index + 1, part.type, part.media)
                places += CameraNotes.big(index + 1, 2) + [0, 0, 0, 0, 0, 1] + CameraNotes.big(offset)
                places += CameraNotes.big(part.data.count)
                offset += part.data.count
            }
            let count = CameraNotes.big(parts.count, 2)
            let handler = box(
                "hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
            let size = box("ispe", [0, 0, 0, 0] + CameraNotes.big(64) + CameraNotes.big(48))
            let properties = box("ipco", size) + box("ipma", [0, 0, 0, 0] + CameraNotes.big(1) + [0, 1, 1, 1])
            return box(
                "meta",
                [0, 0, 0, 0] + handler + box("pitm", [0, 0, 0, 0, 0, 1]) + box("iinf", [0, 0, 0, 0] + count + names)
                    + box("iloc", [1, 0, 0, 0, 0x44, 0] + count + places) + references + box("iprp", properties))
        }
        let ftyp = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
        let start = ftyp.count + meta(0).count + 8
        return ftyp + meta(start) + box("mdat", parts.flatMap(\.data)) + more
    }

    /// A TIFF with words in Adobe's two places, and a strip.
    static func tiff(xmp: [UInt8] = []) -> [UInt8] {
        var notes = notes
        notes.gap = 300
        notes.main += [(0x0111, .long(20)), (0x0117, .long(200))]
        notes.main.sort { $0.tag < $1.tag }
        notes.xmp = xmp
        return notes.tiff
    }

    static let all: [(name: String, bytes: [UInt8])] = [
        ("plain.jpg", jpeg()), ("noted.jpg", jpeg(exif() + packet + resources)), ("late.jpg", jpeg(packet + exif())),
        ("plain.png", png), ("noted.png", notedPNG), ("plain.webp", TestPictures.webP),
        ("moving.webp", TestPictures.animatedWebP), ("noted.tif", tiff()), ("packed.tif", tiff(xmp: xmp)),
        ("plain.tif", TestPictures.tiff),
        ("plain.heic", heif()), ("noted.heic", heif(exif: notes.tiff, xmp: xmp)), ("exif.heic", heif(exif: notes.tiff)),
        ("roomy.heic", heif(xmp: xmp + [UInt8](repeating: 0x20, count: 4000))),
    ]

    static func applied(_ splices: [FileSplice], to bytes: [UInt8]) -> [UInt8] {
        var (result, end) = ([UInt8](), 0)
        for splice in splices {
            result += bytes[end..<splice.range.lowerBound] + splice.bytes
            end = splice.range.upperBound
        }
        return result + bytes[end...]
    }

    static func pictures(_ bytes: [UInt8]) throws -> [[UInt8]] {
        try bytes.withUnsafeBytes { memory in
            try MetadataEmbedding.pictures(of: ByteView(memory)).map { Array(memory[$0]) }
        }
    }
}
