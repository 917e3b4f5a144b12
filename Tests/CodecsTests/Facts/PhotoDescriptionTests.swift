// Title, caption and artist: from XMP, IPTC and EXIF, the first of these that has them, and nothing from damage.
import Fixtures
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct PhotoDescriptionTests {
    private let scratch = ScratchFolder()

    private func description(_ bytes: [UInt8]) throws -> PhotoDescription {
        try #require(FileFactsReader.read(scratch.write("picture", bytes), withDetails: true)).description
    }

    private static func packet(_ words: (title: String, caption: String, artist: String)) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description rdf:about="">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(words.title)</rdf:li></rdf:Alt></dc:title>
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">\(words.caption)</rdf:li></rdf:Alt></dc:description>
            <dc:creator><rdf:Seq><rdf:li>\(words.artist)</rdf:li></rdf:Seq></dc:creator>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    static func set(_ number: UInt8, _ value: [UInt8], record: UInt8 = 2) -> [UInt8] {
        [0x1C, record, number, UInt8(value.count >> 8), UInt8(value.count & 0xFF)] + value
    }

    /// A JPEG's segment with `record` among Photoshop's resources.
    private static func segment(_ record: [UInt8]) -> [UInt8] {
        func block(_ kind: UInt8, name: String, _ data: [UInt8]) -> [UInt8] {
            var block = Array("8BIM".utf8) + [0x04, kind, UInt8(name.utf8.count)] + Array(name.utf8)
            if name.utf8.count % 2 == 0 { block.append(0) }
            block += [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
            return data.count % 2 == 0 ? block : block + [0]
        }
        let content =
            Array("Photoshop 3.0\0".utf8) + block(0x25, name: "odd", [1, 2, 3]) + block(0x04, name: "", record)
        return [0xFF, 0xED, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    static func jpeg(_ notes: CameraNotes, record: [UInt8]) -> [UInt8] {
        let jpeg = notes.jpeg
        return jpeg.prefix(2) + segment(record) + jpeg.dropFirst(2)
    }

    @Test func wordsAreReadOfEachKindOfMetadata() throws {
        var notes = CameraNotes()
        notes.main = [(0x010E, .text("A caption")), (0x013B, .text("Ada"))]
        #expect(try description(notes.jpeg) == PhotoDescription(caption: "A caption", artist: "Ada"))
        notes = CameraNotes()
        notes.xmp = Self.packet(("Dawn", "First &amp; last\nlight", "Bea"))
        #expect(
            try description(notes.jpeg) == PhotoDescription(title: "Dawn", caption: "First & last light", artist: "Bea")
        )
        let record =
            Self.set(90, [0x1B, 0x25, 0x47], record: 1) + Self.set(5, Array("Höhe".utf8))
            + Self.set(120, [0x44, 0xFC, 0x6E, 0x65]) + Self.set(80, Array("Cem".utf8))
        #expect(
            try description(Self.jpeg(CameraNotes(), record: record))
                == PhotoDescription(title: "Höhe", caption: "Düne", artist: "Cem"))
    }

    @Test func theNewerKindGoesBeforeTheOlder() throws {
        var notes = CameraNotes()
        notes.main = [(0x010E, .text("EXIF's")), (0x013B, .text("EXIF's"))]
        notes.xmp = Self.packet(("XMP's", "", ""))
        let record = Self.set(5, Array("IPTC's".utf8)) + Self.set(120, Array("IPTC's".utf8))
        #expect(
            try description(Self.jpeg(notes, record: record))
                == PhotoDescription(title: "XMP's", caption: "IPTC's", artist: "EXIF's"))
    }

    @Test func whatCamerasWriteByThemselvesIsNoCaption() throws {
        var notes = CameraNotes()
        notes.main = [(0x010E, .text("OLYMPUS DIGITAL CAMERA"))]
        #expect(try description(notes.jpeg).caption == nil)
    }

    @Test func theIndexReadsThemToo() throws {
        var notes = CameraNotes()
        notes.main = [(0x010E, .text("A caption"))]
        let path = scratch.write("picture", notes.jpeg)
        #expect(FileFactsReader.read(path)?.description == PhotoDescription(caption: "A caption"))
    }

    @Test func aRecordThatIsCutGivesWhatIsWholeOfIt() throws {
        let record = Self.set(5, Array("Title".utf8)) + Self.set(120, Array("Caption".utf8))
        for count in 0...record.count {
            let found = try description(Self.jpeg(CameraNotes(), record: Array(record.prefix(count))))
            #expect(found.title == (count < 10 ? nil : "Title"))
            #expect(found.caption == (count < record.count ? nil : "Caption"))
        }
        // Lengths beyond the end, and a block that points to itself.
        for damaged: [UInt8] in [[0x1C, 2, 5, 0xFF, 0xFF], [0x1C, 2, 5, 0x7F, 0xFF, 65], [0x1C], []] {
            #expect(try description(Self.jpeg(CameraNotes(), record: damaged)) == PhotoDescription())
        }
    }
}
