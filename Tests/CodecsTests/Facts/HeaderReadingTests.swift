// Which bytes of a file are read for its facts, what containers say beside EXIF, and files that would have all of them
// read.
import Fixtures
import Glibc
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct HeaderReadingTests {
    private let scratch = ScratchFolder()

    private func read(_ bytes: [UInt8], name: String = "picture") throws -> (facts: FileFacts, bytesRead: Int) {
        let path = scratch.write(name, bytes)
        let file = try #require(FileWindow(path: path))
        return (FileFactsReader.read(file, name: path), file.bytesRead)
    }

    private static func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
        Array(
            "<x:xmpmeta><rdf:RDF><rdf:Description \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>"
                .utf8)
    }

    @Test func sixteenKilobytesAreEnoughWhereAllIsAtTheBeginning() throws {
        let notes = CameraNotes.usual
        let rest = [UInt8](repeating: 0, count: 500_000)
        for bytes in [notes.jpeg + [0xFF, 0xDA] + rest, notes.tiff + rest, notes.heif + rest] {
            let (facts, bytesRead) = try read(bytes)
            #expect(facts.taken?.origin == .exif)
            #expect(bytesRead <= 16 << 10)
        }
    }

    @Test func aPreviewIsPassedOverUnread() throws {
        // A thumbnail in EXIF, and a segment of half a profile, in front of the frame header.
        var notes = CameraNotes.usual
        notes.lateGap = 40_000
        var jpeg = notes.jpeg
        let profile: [UInt8] = [0xFF, 0xE2, 0xF0, 0x02] + [UInt8](repeating: 1, count: 0xF000)
        jpeg.insert(contentsOf: profile, at: jpeg.count - 13)
        let (facts, bytesRead) = try read(jpeg + [0xFF, 0xDA] + [UInt8](repeating: 0, count: 3_000_000))
        #expect(facts.size == PixelSize(width: 300, height: 400))
        #expect(facts.camera.model == "Canon EOS R5")
        #expect(bytesRead <= (16 << 10) + 2 * (4 << 10))
    }

    @Test func thePiecesOfAPNGsPictureArePassedOver() throws {
        var notes = CameraNotes.usual
        notes.chunks = (0..<2000).map { _ in ("IDAT", [UInt8](repeating: 7, count: 8192)) }
        let (facts, bytesRead) = try read(notes.png)
        #expect(facts.taken?.origin == .exif)
        #expect(facts.byteCount > 16_000_000)
        #expect(bytesRead < 200_000)
    }

    @Test func aFileWithoutMetadataTakesNoMore() throws {
        let png =
            Array(CameraNotes.usual.png[..<33]) + [0, 0x40, 0, 0] + Array("IDAT".utf8)
            + [UInt8](repeating: 1, count: 0x400000)
        let (facts, bytesRead) = try read(png)
        #expect(facts.taken?.origin == .modification)
        #expect(bytesRead <= 20 << 10)
    }

    @Test func everyContainerGivesItsXMPWhereThereIsNoEXIF() throws {
        var notes = CameraNotes()
        notes.hasNoEXIF = true
        notes.xmp = Self.packet(
            """
            tiff:Make="Canon" tiff:Model='Canon &quot;R&quot; &amp; D' exif:FNumber="28/10" exif:ExposureTime = "1/250"
            exif:GPSLatitude="33,52.128S" exif:GPSLongitude="151,12,0E" exif:DateTimeOriginal="2026-02-03T04:05:06.5+01:00"
            """,
            "<exif:ISOSpeedRatings> <rdf:Seq><rdf:li>400</rdf:li></rdf:Seq></exif:ISOSpeedRatings><aux:Lens>RF35</aux:Lens>"
        )
        for bytes in [notes.jpeg, notes.png, notes.webp(marked: false), notes.tiff, notes.heif] {
            let facts = try read(bytes).facts
            #expect(facts.camera.name == "Canon \"R\" & D")
            #expect(facts.camera.lens == "RF35")
            #expect(facts.camera.fNumber == 2.8)
            #expect(facts.camera.exposureTime == 1.0 / 250)
            #expect(facts.camera.sensitivity == 400)
            #expect(
                facts.camera.position.map { abs($0.latitude + 33.8688) < 1e-6 && abs($0.longitude - 151.2) < 1e-6 }
                    == true)
            #expect(facts.taken?.time == WallTime(year: 2026, month: 2, day: 3, hour: 4, minute: 5, second: 6))
            #expect(facts.taken?.hundredths == 50 && facts.taken?.offset == 60 && facts.taken?.origin == .metadata)
        }
    }

    @Test func thePictureOfAHEIFIsTurnedByItsOwnPropertyAlone() throws {
        // EXIF says a quarter turn as well, and the loader does not follow it.
        var notes = CameraNotes.usual
        #expect(try read(notes.heif).facts.size == PixelSize(width: 400, height: 300))
        notes.turns = 3
        #expect(try read(notes.heif).facts.size == PixelSize(width: 300, height: 400))
    }

    @Test func theFractionAndTheOffsetBelongToTheirTime() throws {
        var notes = CameraNotes()
        notes.own = [
            (0x9003, .text("2026:02:03 04:05:06")), (0x9011, .text("-03:30")), (0x9291, .text("987")),
            (0x9004, .text("2025:02:03 04:05:06")), (0x9012, .text("+01:00")), (0x9292, .text("12")),
        ]
        let taken = try read(notes.jpeg).facts.taken
        #expect(taken?.time.year == 2026 && taken?.hundredths == 98 && taken?.offset == -210)
        notes.own[0] = (0x9003, .text("0000:00:00 00:00:00"))
        let digitized = try read(notes.jpeg).facts.taken
        #expect(digitized?.time.year == 2025 && digitized?.hundredths == 12 && digitized?.offset == 60)
    }

    @Test func theNameIsTheNextToLastThatIsAsked() throws {
        let facts = try read(Array("no picture".utf8), name: "IMG_20230614_183000.jpg").facts
        #expect(facts.taken?.origin == .fileName && facts.taken?.time.year == 2023)
    }

    /// Also where EXIF has said everything else.
    @Test(arguments: [
        ("GPano:ProjectionType=\"equirectangular\"", true),
        ("GPano:ProjectionType='cylindrical' GPano:UsePanoramaViewer='True'", true),
        ("GPano:UsePanoramaViewer=\"False\" GPano:ProjectionType=\"equirectangular\"", false),
        ("GPano:UsePanoramaViewer=\"True\"", false), ("xmp:CreatorTool=\"GPano\"", false),
    ])
    func aPanoramaIsKnownByItsProjection(attributes: String, isPanorama: Bool) throws {
        var notes = CameraNotes.usual
        notes.xmp = Self.packet(attributes)
        for bytes in [notes.jpeg, notes.png, notes.webp(marked: false), notes.tiff, notes.heif] {
            let facts = try read(bytes).facts
            #expect(facts.traits == (isPanorama ? .panorama : []) && facts.taken?.origin == .exif)
        }
    }

    @Test func aHugePacketOfXMPIsNotReadToItsEnd() throws {
        var notes = CameraNotes()
        notes.hasNoEXIF = true
        notes.xmp = [UInt8](repeating: UInt8(ascii: "<"), count: 100)
        var tiff = notes.tiff
        // The packet's length says 100 MB, and the file has them.
        let entry = try #require((0..<tiff.count - 4).first { tiff[$0] == 0xBC && tiff[$0 + 1] == 0x02 })
        tiff.replaceSubrange(entry + 4..<entry + 8, with: [0, 0xE1, 0xF5, 0x05])
        let path = scratch.write("huge", tiff)
        try #require(truncate(path, 100_000_000 + tiff.count) == 0)
        let file = try #require(FileWindow(path: path))
        #expect(FileFactsReader.read(file, name: path).camera.isEmpty)
        #expect(file.bytesRead <= 100_000)
    }

    @Test(arguments: ["jpeg", "png", "late png", "webp", "boxes", "items"])
    func marksWithoutEndAreNotFollowedForEver(kind: String) throws {
        func many(_ unit: [UInt8], _ count: Int) -> [UInt8] { Array(repeatElement(unit, count: count).joined()) }
        let notes = CameraNotes.usual
        let bytes: [UInt8] =
            switch kind {
            case "jpeg": [0xFF, 0xD8] + many([0xFF, 0xE3, 0, 2], 200_000)
            case "png": Array(notes.png[..<33]) + many([0, 0, 0, 0] + Array("abCd".utf8) + [0, 0, 0, 0], 200_000)
            case "late png": Array(notes.png[..<33]) + many([0, 0, 0, 0] + Array("IDAT".utf8) + [0, 0, 0, 0], 200_000)
            case "webp": Array(notes.webp(marked: false)[..<12]) + many(Array("abcd".utf8) + [0, 0, 0, 0], 200_000)
            case "boxes": Array(notes.heif[..<24]) + many([0, 0, 0, 8] + Array("free".utf8), 200_000)
            default:
                Array(notes.heif[..<24]) + [0, 0x80, 0, 0] + Array("meta".utf8)
                    + many([0, 0, 0, 8] + Array("infe".utf8), 200_000)
            }
        let (facts, bytesRead) = try read(bytes)
        #expect(facts.camera.isEmpty)
        #expect(bytesRead < 200_000)
    }

    /// Every byte of every container says something else: nothing traps, nothing is read without end, and no
    /// implausible value comes out.
    @Test(arguments: ["jpeg", "png", "webp", "tiff", "heif"])
    func noByteOfAContainerCanBreakTheReader(kind: String) throws {
        var notes = CameraNotes.usual
        notes.own.removeAll { $0.tag == 0x9003 }
        notes.xmp = Self.packet(
            "exif:DateTimeOriginal=\"2026-02-03T04:05:06\" exif:FNumber=\"28/10\" tiff:Model='a&amp;b'")
        notes.chunks = [("tEXt", Array("Creation Time\u{0}3 Feb 2026 04:05:06".utf8))]
        let whole =
            [
                "jpeg": notes.jpeg, "png": notes.png, "webp": notes.webp(marked: true), "tiff": notes.tiff,
                "heif": notes.heif,
            ][kind] ?? []
        let path = scratch.write("picture", whole)
        let descriptor = open(path, O_WRONLY)
        defer { close(descriptor) }
        for index in whole.indices where kind != "png" || index < 200 || index > whole.count - 900 {
            for value in [0xFF, whole[index] ^ 0x80] as [UInt8] where value != whole[index] {
                pwrite(descriptor, [value], 1, off_t(index))
                let file = try #require(FileWindow(path: path))
                let facts = FileFactsReader.read(file, name: "picture")
                #expect(facts.camera.fNumber.map { $0 > 0 && $0 < 1e3 } ?? true)
                #expect(facts.camera.position.map { abs($0.latitude) <= 90 } ?? true)
                #expect(facts.taken.map { $0.time.year >= 1826 && $0.time.year <= 2100 } ?? true)
                #expect(file.bytesRead < 300_000)
            }
            pwrite(descriptor, [whole[index]], 1, off_t(index))
        }
    }
}
