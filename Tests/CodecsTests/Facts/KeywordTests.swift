// Keywords in XMP, IPTC and EXIF, and what hostile ones may not do.
import Fixtures
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct KeywordTests {
    private let scratch = ScratchFolder()

    private func description(_ bytes: [UInt8]) throws -> PhotoDescription {
        try #require(FileFactsReader.read(scratch.write("picture", bytes))).description
    }

    private static func packet(_ content: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
             xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/"
             xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
             xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
            \(content)
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static func bag(_ name: String, _ items: [String]) -> String {
        "<\(name)><rdf:Bag>" + items.map { "<rdf:li>\($0)</rdf:li>" }.joined() + "</rdf:Bag></\(name)>"
    }

    /// What a packet states in a picture, and in a sidecar.
    private func both(_ content: String) throws -> [PhotoDescription] {
        var notes = CameraNotes()
        notes.xmp = Self.packet(content)
        // A segment of a JPEG holds 64 KB, an attribute of a TIFF more.
        return [
            try description(notes.xmp.count < 60 << 10 ? notes.jpeg : notes.tiff),
            try SidecarDocument(Self.packet(content)).facts.description,
        ]
    }

    @Test func keywordsOfSeveralLevelsTakeInTheirLevels() throws {
        let lists =
            Self.bag("dc:subject", ["Crete", "sea", "Greece", "AC/DC", "exported"])
            + Self.bag(
                "lr:hierarchicalSubject", ["Places|Greece|Crete", "Places|Greece", "Places", "darktable|exported"])
            + Self.bag("digiKam:TagsList", ["Places/Greece/Crete", "sea", " Trips / 2021 "])
        for words in try both(lists) {
            #expect(words.keywords == ["Places/Greece/Crete", "Trips/2021", "AC/DC", "sea"])
        }
    }

    @Test func aListThatIsEmptyStatesNothing() throws {
        for words in try both(Self.bag("dc:subject", []) + Self.bag("lr:hierarchicalSubject", ["", " | "])) {
            #expect(words.keywords == [])
        }
        for words in try both("<dc:subject><rdf:Bag/></dc:subject>" + Self.bag("digiKam:TagsList", ["a"])) {
            #expect(words.keywords == ["a"])
        }
    }

    @Test func oneValueWithoutAListIsAKeyword() throws {
        for words in try both("<dc:subject>sea &amp; sand</dc:subject>") { #expect(words.keywords == ["sea & sand"]) }
    }

    @Test func aStructureMayHaveItsFieldsAsAttributesOrElements() throws {
        let ways = [
            "<rdf:li rdf:parseType=\"Resource\"><Iptc4xmpExt:City>Chania</Iptc4xmpExt:City></rdf:li>",
            "<rdf:li Iptc4xmpExt:City=\"Chania\"/>",
            "<rdf:li><rdf:Description><Iptc4xmpExt:City>Chania</Iptc4xmpExt:City></rdf:Description></rdf:li>",
        ]
        for way in ways {
            let place = "<Iptc4xmpExt:LocationShown><rdf:Bag>\(way)</rdf:Bag></Iptc4xmpExt:LocationShown>"
            for words in try both(place) { #expect(words.city == "Chania", "\(way)") }
        }
    }

    @Test func keywordsWithoutEndAreCut() throws {
        let long = String(repeating: "ä", count: 32 << 10)
        for words in try both(Self.bag("dc:subject", [long, "short"]) + "<dc:title>title</dc:title>") {
            #expect(words.keywords.first?.utf8.count == KeywordList.longest)
            #expect(words.keywords.first?.contains("\u{FFFD}") == false)
            #expect(words.keywords.first.map { long.hasPrefix($0) } == true)
        }
    }

    @Test func ofManyKeywordsTheFirstAreRead() throws {
        let many = (0..<10_000).map { "k\($0)" }
        for words in try both(Self.bag("dc:subject", many)) {
            #expect(words.keywords == Array(many.prefix(KeywordList.most)))
        }
        let record = many.prefix(3000).flatMap { PhotoDescriptionTests.set(25, Array($0.utf8)) }
        let read = record.withUnsafeBytes { IPTCRecord(in: ByteView($0), at: 0..<record.count) }
        #expect(PhotoDescription(read).keywords == Array(many.prefix(KeywordList.most)))
        let whole = (0..<KeywordList.most).map { String(repeating: "x", count: 400) + "\($0)" }
        var list = KeywordList()
        list.add(whole)
        #expect(list.keywords.reduce(0) { $0 + $1.utf8.count } <= KeywordList.longestTogether)
        #expect(list.keywords.count == KeywordList.longestTogether / 403 || list.keywords.count == 40)
    }

    @Test func controlCharactersAndBytesThatAreNoTextDoNoHarm() throws {
        for words in try both(Self.bag("dc:subject", ["a\tb\nc", "\u{202E}gnp", "&#x1F600;"])) {
            // Shown without what turns the text around it; found as it is written.
            #expect(words.keywords == ["a b c", "\u{202E}gnp", "😀"])
        }
        var notes = CameraNotes()
        notes.xmp = Self.packet(Self.bag("dc:subject", ["a&#7;b", "c\u{1}d"]))
        #expect(try description(notes.jpeg).keywords == ["a b", "c d"])
        // Escapes of an unknown character set, then bytes of it, and a set that is as it should be.
        let record =
            PhotoDescriptionTests.set(90, [0x1B, 0x2E, 0x58], record: 1)
            + PhotoDescriptionTests.set(25, [0xFF, 0xFE, 0x80, 0x81]) + PhotoDescriptionTests.set(25, Array("sea".utf8))
            + PhotoDescriptionTests.set(90, Array("Chania".utf8))
        let words = try description(PhotoDescriptionTests.jpeg(CameraNotes(), record: record))
        #expect(words.keywords.last == "sea" && words.city == "Chania")
    }

    @Test func windowsKeywordsAreRead() throws {
        func wide(_ text: String) -> CameraNotes.Value {
            let bytes = (Array(text.utf16) + [0]).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            return .raw(type: 1, count: bytes.count, bytes: bytes)
        }
        for bigEndian in [false, true] {
            var notes = CameraNotes()
            notes.bigEndian = bigEndian
            notes.main = [
                (0x9C9B, wide("Ein Titel")), (0x9C9C, wide("Eine Größe")), (0x9C9D, wide("Ada")),
                (0x9C9E, wide("sea; Größe ;;😀")),
            ]
            for bytes in [notes.jpeg, notes.tiff] {
                #expect(
                    try description(bytes)
                        == PhotoDescription(
                            title: "Ein Titel", caption: "Eine Größe", artist: "Ada", keywords: ["sea", "Größe", "😀"]))
            }
        }
        // Half of a character, a number that is none, and a length behind the end.
        for (count, bytes) in [(3, [0x41, 0, 0x42]), (4, [0x00, 0xD8, 0x41, 0]), (1 << 30, [0, 0, 0, 0])]
            as [(Int, [UInt8])]
        {
            var notes = CameraNotes()
            notes.main = [(0x9C9E, .raw(type: 1, count: count, bytes: bytes)), (0x010E, .text("caption"))]
            #expect(try description(notes.jpeg).caption == "caption")
        }
    }

    /// Five megabytes of keywords, and five of other things around them.
    @Test func aSidecarOfFiveMegabytesIsRead() throws {
        let rest = String(repeating: "<dc:rights>\(String(repeating: "x", count: 1000))</dc:rights>", count: 5000)
        let document = Self.packet(rest + Self.bag("dc:subject", ["sea"]) + rest.prefix(0))
        #expect(try SidecarDocument(document).facts.description.keywords == ["sea"])
        let many = Self.packet(Self.bag("dc:subject", (0..<200_000).map { "keyword number \($0)" }))
        #expect(try SidecarDocument(many).facts.description.keywords.count == KeywordList.most)
    }
}
