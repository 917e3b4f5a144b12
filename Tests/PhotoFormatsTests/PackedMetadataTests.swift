// Metadata that containers hold where few look: packed in a PNG's texts, in a GIF's extension, in a film's boxes.
import Photos
import Testing

@testable import PhotoFormats

@Suite struct PackedMetadataTests {
    /// A directory of one tag: the orientation.
    private static func exif(_ orientation: UInt8) -> [UInt8] {
        Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    }

    private static func big(_ number: Int, _ length: Int = 4) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - $0))) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(content.count) + named + CRC32.bytes(of: named)
    }

    /// A PNG of 2 × 1 with chunks in front of what would be its pixels.
    private static func png(_ chunks: [UInt8]...) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", big(2) + big(1) + [8, 0, 0, 0, 0])
            + chunks.joined()
            + chunk("IDAT", []) + chunk("IEND", [])
    }

    /// The bytes in the zlib format, as they are.
    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        let length = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
        return [0x78, 0x01, 1] + length + length.map { ~$0 } + bytes + [0, 0, 0, 0]
    }

    private static func digits(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        let digits = bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
        let lines = stride(from: 0, to: digits.count, by: 72).map { String(digits.dropFirst($0).prefix(72)) }
        return Array(
            "\n\(name)\n\(String(repeating: " ", count: 4))\(bytes.count)\n\(lines.joined(separator: "\n"))\n".utf8)
    }

    private static func profile(_ name: String, _ bytes: [UInt8], isPacked: Bool = true) -> [UInt8] {
        let keyword = Array("Raw profile type \(name)\0".utf8)
        return isPacked
            ? chunk("zTXt", keyword + [0] + packed(digits(bytes, name))) : chunk("tEXt", keyword + digits(bytes, name))
    }

    private static func found(_ bytes: [UInt8], _ format: PictureHeader.Format) -> EmbeddedMetadata {
        bytes.withUnsafeBytes { EmbeddedMetadata(in: ByteView($0), count: $0.count, format: format) }
    }

    // MARK: PNG

    @Test(arguments: [true, false], ["exif", "APP1"])
    func exifInDigitsCountsForThePixelsToo(isPacked: Bool, name: String) {
        let file = Self.png(Self.profile(name, Array("Exif\0\0".utf8) + Self.exif(6), isPacked: isPacked))
        #expect(Self.found(file, .png).texts.exif == Self.exif(6))
        #expect(file.withUnsafeBytes { PictureHeader(scanning: ByteView($0)).orientation } == 6)
    }

    @Test func aChunkOfEXIFCountsBeforeOneInDigits() {
        let file = Self.png(
            Self.profile("exif", Array("Exif\0\0".utf8) + Self.exif(6)), Self.chunk("eXIf", Self.exif(3)))
        #expect(file.withUnsafeBytes { PictureHeader(scanning: ByteView($0)).orientation } == 3)
    }

    /// Else the picture would jump back, and what else the profile states would be covered by the new chunk.
    @Test func aTurnGoesOnFromEXIFInDigits() throws {
        let file = Self.png(Self.profile("exif", Array("Exif\0\0".utf8) + Self.exif(6)))
        let (range, bytes) = try #require(
            file.withUnsafeBytes { OrientationTag(in: ByteView($0))?.change(turning: 1) })
        let turned = file[..<range.lowerBound] + bytes + file[range.upperBound...]
        #expect(Array(turned).withUnsafeBytes { PictureHeader(scanning: ByteView($0)).orientation } == 3)
        #expect(Self.found(Array(turned), .png).exif?.count == Self.exif(3).count)
    }

    @Test func packetsAndWordsAreUnpacked() {
        let packet = Array("<x xmp:Rating=\"4\"/>".utf8)
        func text(_ keyword: String, _ text: String) -> [UInt8] {
            Self.chunk(
                "iTXt",
                Array((keyword + "\0").utf8) + [1, 0] + Array("de\0Titel\0".utf8) + Self.packed(Array(text.utf8)))
        }
        let file = Self.png(
            Self.chunk("iTXt", Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0] + Self.packed(packet)),
            text("Title", "Höhe"),
            Self.chunk("tEXt", Array("Author\0".utf8) + [0x4A, 0xF6, 0x72, 0x67]),
            Self.chunk("zTXt", Array("Description\0".utf8) + [0] + Self.packed(Array("At the sea".utf8))),
            Self.chunk("zTXt", Array("Creation Time\0".utf8) + [0] + Self.packed(Array("2011:12:13 14:15:16".utf8))),
            Self.profile("iptc", [1, 2, 3]))
        let texts = Self.found(file, .png).texts
        #expect(texts.xmp == packet)
        #expect(PhotoDescription(texts) == PhotoDescription(title: "Höhe", caption: "At the sea", artist: "Jörg"))
        #expect(texts.creationTime == "2011:12:13 14:15:16" && texts.iptc == [1, 2, 3])
    }

    /// Programs copy it on with the rest.
    @Test func whatACameraWritesInPlaceOfACaptionIsNone() {
        let words = "OLYMPUS DIGITAL CAMERA"
        let file = Self.png(Self.chunk("tEXt", Array("Description\0\(words)".utf8)))
        #expect(PhotoDescription(Self.found(file, .png).texts) == PhotoDescription())
        let record: [UInt8] = [0x1C, 2, 120, 0, UInt8(words.utf8.count)] + Array(words.utf8)
        record.withUnsafeBytes {
            #expect(PhotoDescription(IPTCRecord(in: ByteView($0), at: 0..<$0.count)) == PhotoDescription())
        }
        #expect(PhotoDescription(title: nil, written: words, artist: nil) == PhotoDescription())
        #expect(PhotoDescription(title: nil, written: "By " + words, artist: nil).caption == "By " + words)
    }

    @Test func onlyTheFirstFewTextsAreUnpacked() {
        let broken = (0..<40).map { _ in Self.profile("exif", [1, 2, 3]) }
        let file = Self.png(Array(broken.joined()), Self.profile("exif", Array("Exif\0\0".utf8) + Self.exif(6)))
        #expect(Self.found(file, .png).texts.exif == nil)
    }

    // MARK: GIF

    @Test func theExtensionOfAGIFIsFound() {
        let packet = Array("<x xmp:Rating=\"5\"/>".utf8)
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
        let comment = [0x21, 0xFE, 2] + Array("by".utf8) + [0]
        let xmp =
            [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B]
        let file = head + comment + xmp + picture
        #expect(Self.found(file, .gif).xmp.map { Array(file[$0]) } == packet)
        #expect(Self.found(head + comment + picture, .gif).xmp == nil)
        for length in file.indices { _ = Self.found(Array(file[..<length]), .gif) }
    }

    // MARK: Films

    private static func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + name + content }
    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] { box(Array(name.utf8), content) }

    private static func header(_ bytes: [UInt8]) -> VideoHeader {
        bytes.withUnsafeBytes { VideoHeader(in: ByteView($0), count: $0.count) }
    }

    @Test func aFilmsDatesAreReadInTheOrderInWhichTheyCount() {
        let day: [UInt8] = [0xA9, 0x64, 0x61, 0x79], data = Self.big(1) + Self.big(0)
        let listed = Self.box(
            "meta",
            [0, 0, 0, 0] + Self.box("hdlr", [0, 0, 0, 0])
                + Self.box("ilst", Self.box(day, Self.box("data", data + Array("2003".utf8)))))
        let own = Self.box(
            "udta",
            listed + Self.box(day, [0, 4, 0x15, 0xC7] + Array("2002".utf8)) + Self.box("date", Array("2001".utf8)))
        let film = Self.box("ftyp", Array("isom\0\0\0\0".utf8)) + Self.box("moov", own)
        #expect(Self.header(film).creationDates == ["2001", "2002", "2003"])
    }

    @Test func aFilmsPacketIsFoundBesideItsMovie() {
        let name: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        let packet = Array("<x/>".utf8), type = Self.box("ftyp", Array("isom\0\0\0\0".utf8))
        let other = Self.box("uuid", [UInt8](repeating: 1, count: 20)), uuid = Self.box("uuid", name + packet)
        let movie = Self.box("moov", Self.box("free", []))
        for film in [
            type + other + uuid + movie, type + movie + uuid,
            type + Self.box("moov", Self.box("udta", Self.box("XMP_", packet))),
        ] {
            #expect(Self.header(film).xmp.map { Array(film[$0]) } == packet)
        }
        #expect(Self.header(type + other + movie + other).xmp == nil)
    }

    @Test(arguments: [true, false]) func theDateInAnAVIsListOfWordsIsRead(isBehind: Bool) {
        func part(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + Self.big(content.count).reversed() + content
                + [UInt8](repeating: 0, count: content.count % 2)
        }
        let header = part("LIST", Array("hdrl".utf8) + part("avih", [UInt8](repeating: 0, count: 56)))
        let words = part(
            "LIST", Array("INFO".utf8) + part("ISFT", Array("odd".utf8)) + part("ICRD", Array("2005-08-17\0".utf8)))
        let frames = part("LIST", Array("movi".utf8))
        let film = part("RIFF", Array("AVI ".utf8) + header + (isBehind ? frames + words : words + frames))
        #expect(Self.header(film).creationDates == ["2005-08-17"])
    }
}
