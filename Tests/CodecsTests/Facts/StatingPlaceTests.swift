// Which of several places in a file counts, for each kind of fact, and that nothing that counts is left unread.
import Fixtures
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct StatingPlaceTests {
    private let scratch = ScratchFolder()

    private func facts(_ bytes: [UInt8], name: String = "picture", withDetails: Bool = false) throws -> FileFacts {
        try #require(FileFactsReader.read(scratch.write(name, bytes), withDetails: withDetails))
    }

    private static func packet(_ attributes: String) -> [UInt8] {
        Array("<x:xmpmeta><rdf:RDF><rdf:Description \(attributes)/></rdf:RDF></x:xmpmeta>".utf8)
    }

    /// The panel showed EXIF's, while the loader and the size followed the container.
    @Test(arguments: [0, 1, 2, 3]) func howAHEIFLiesItsOwnPropertiesSay(turns: Int) throws {
        var notes = CameraNotes.usual
        notes.turns = turns
        let facts = try facts(notes.heif)
        #expect(facts.camera.orientation == [1, 8, 3, 6][turns])
        #expect(
            facts.size == (turns % 2 == 0 ? PixelSize(width: 400, height: 300) : PixelSize(width: 300, height: 400)))
    }

    @Test(arguments: [(0, 0, 4), (0, 1, 2), (1, 0, 5), (1, 1, 7), (3, 0, 7), (3, 1, 5)])
    func aMirrorBehindATurnIsAppliedToWhatIsTurned(turns: Int, side: Int, orientation: Int) throws {
        var notes = CameraNotes.usual
        notes.turns = turns
        notes.moreProperties = [0, 0, 0, 9] + Array("imir".utf8) + [UInt8(side)]
        // The size, the turn, the mirror, of the only item.
        notes.replacedAssociation = [0, 1, 3, 1, 2, 3]
        #expect(try facts(notes.heif).camera.orientation == orientation)
    }

    /// Where EXIF had a time and a camera, the packet was not asked.
    @Test func thePositionIsReadOfThePacketWhereEXIFHasNone() throws {
        var notes = CameraNotes.usual
        notes.place = []
        notes.xmp = Self.packet("exif:GPSLatitude=\"48,12.492N\" exif:GPSLongitude=\"16,22.5E\"")
        let position = try #require(try facts(notes.jpeg, withDetails: true).camera.position)
        #expect(abs(position.latitude - 48.2082) < 1e-6 && position.longitude == 16.375)
        notes.place = CameraNotes.usual.place
        #expect(try facts(notes.jpeg, withDetails: true).camera.position?.longitude == 151.2)
    }

    /// The order of a list and the panel have to agree.
    @Test(arguments: [false, true]) func thePacketSaysTheFractionThatEXIFLeavesOut(withDetails: Bool) throws {
        var notes = CameraNotes.usual
        notes.xmp = Self.packet("exif:DateTimeOriginal=\"2026-02-03T04:05:06.25\"")
        #expect(try facts(notes.jpeg, withDetails: withDetails).taken?.hundredths == 25)
    }

    @Test func theTextsOfAPNGComeLast() throws {
        var notes = CameraNotes()
        notes.chunks = [
            ("tEXt", Array("Title\0A text".utf8)), ("tEXt", Array("Description\0Words".utf8)),
            ("tEXt", Array("Author\0Ada".utf8)),
        ]
        notes.xmp = Array("<dc:title><rdf:Alt><rdf:li>A packet</rdf:li></rdf:Alt></dc:title>".utf8)
        notes.main = [(0x010E, .text("A caption"))]
        #expect(
            try facts(notes.png, withDetails: true).description
                == PhotoDescription(title: "A packet", caption: "A caption", artist: "Ada"))
    }

    @Test func aFilmsPacketIsReadAsThatOfAPicture() throws {
        let packet = Self.packet("xmp:Rating=\"4\" exif:DateTimeOriginal=\"2019-08-07T06:05:04\"")
        let name: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        let film = VideoFileWriter.Movie().bytes + VideoFileWriter.box("uuid", name + packet)
        let facts = try facts(film, name: "film.mp4")
        #expect(facts.marks.stars == 4 && facts.taken?.time.year == 2019)
    }

    @Test func theStarsThatWindowsWritesIntoASidecarCountWhereNoOthersAre() throws {
        func stars(_ attributes: String) throws -> Int? {
            let text = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:m="http://ns.microsoft.com/photo/1.0/" \(attributes)/>
                </rdf:RDF></x:xmpmeta>
                """
            return try SidecarDocument(Array(text.utf8)).marks.stars
        }
        #expect(try stars("m:Rating=\"75\"") == 4)
        #expect(try stars("m:Rating=\"75\" xmp:Rating=\"2\"") == 2)
        #expect(try stars("m:Rating=\"75\" xmp:Rating=\"\"") == 4)
        #expect(try stars("m:Rating=\"120\"") == nil)
    }
}
