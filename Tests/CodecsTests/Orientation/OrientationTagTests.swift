// The place of the orientation in files of strangers: found where it can be changed alone, and left alone everywhere
// else.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

struct OrientationTagTests {
    private static let scans: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9]
    private static let jfif: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    private static func jpeg(_ segments: [UInt8]...) -> [UInt8] { [0xFF, 0xD8] + segments.joined() + scans }

    private static func found(_ bytes: [UInt8], _ name: String = "a.jpg") -> OrientationTag? {
        let scratch = ScratchFolder()
        return OrientationFinding(inFile: scratch.write(name, bytes))?.tag
    }

    private static func changed(_ bytes: [UInt8], by quarters: Int) throws -> [UInt8] {
        let (range, new) = try #require(found(bytes)).change(turning: quarters)
        return bytes[..<range.lowerBound] + new + bytes[range.upperBound...]
    }

    private static func orientation(_ jpeg: [UInt8]) -> Int { PictureHeader(EncodedBytes(jpeg)).orientation }

    @Test(arguments: 1...8, [false, true])
    func theTagIsChangedAndNothingElse(orientation: Int, bigEndian: Bool) throws {
        var exif = EXIFWriter(bigEndian: bigEndian, orientation: orientation, notes: 50)
        exif.thumbnail = [0xFF, 0xD8, 0xFF, 0xD9]
        let file = exif.into(Self.jpeg(Self.jfif))
        for quarters in 1...3 {
            let turned = try Self.changed(file, by: quarters)
            #expect(turned.count == file.count)
            let differing = file.indices.filter { file[$0] != turned[$0] }
            #expect(differing.count == 1)
            #expect(Self.orientation(turned) == PictureOrientation.turned(orientation, by: quarters))
            #expect(try Self.changed(turned, by: -quarters) == file)
        }
    }

    @Test(arguments: [false, true])
    func aTIFFHasItsOwnTag(bigEndian: Bool) throws {
        let file = EXIFWriter(bigEndian: bigEndian, orientation: 3).tiff
        guard case .tag(let offset, bigEndian, 3)? = Self.found(file, "a.tif") else {
            Issue.record("\(String(describing: Self.found(file, "a.tif")))")
            return
        }
        #expect(offset == 18)
        #expect(Self.found(TestPictures.tiff, "a.tif") != nil)
    }

    @Test func whatIsNoOrientationCountsAsUpright() throws {
        let file = EXIFWriter(orientation: 0).into(Self.jpeg())
        #expect(Self.orientation(try Self.changed(file, by: 1)) == 6)
    }

    @Test func aJPEGWithoutEXIFGetsASegmentBehindJFIF() throws {
        let plain = Self.jpeg(Self.jfif, Self.segment(0xDB, [1, 2, 3]))
        #expect(Self.found(plain) == .missing(offset: 2 + Self.jfif.count))
        let turned = try Self.changed(plain, by: -1)
        #expect(turned.count == plain.count + 36 && Self.orientation(turned) == 8)
        #expect(Array(turned[..<20]) == Array(plain[..<20]) && Array(turned[56...]) == Array(plain[20...]))
        // The next turn finds the tag.
        #expect(Self.orientation(try Self.changed(turned, by: 1)) == 1)
        #expect(Self.found(Self.jpeg()) == .missing(offset: 2))
        #expect(
            Self.found(Self.jpeg(Self.jfif, Self.segment(0xE0, Array("JFXX\0".utf8) + [0x10]))) == .missing(offset: 30))
        // XMP is no EXIF.
        #expect(
            Self.found(Self.jpeg(Self.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8))))
                == .missing(offset: 2))
    }

    /// A TIFF with one directory.
    private static func tiff(
        _ entries: [[UInt8]], count: Int? = nil, first: Int = 8, magic: UInt8 = 42
    ) -> [UInt8] {
        Array("MM\0".utf8) + [magic, 0, 0, UInt8(first >> 8), UInt8(first & 0xFF)] + [0, UInt8(count ?? entries.count)]
            + entries.joined() + [0, 0, 0, 0]
    }

    private static func entry(tag: [UInt8] = [1, 0x12], type: UInt8 = 3, count: UInt8 = 1) -> [UInt8] {
        tag + [0, type, 0, 0, 0, count, 0, 6, 0, 0]
    }

    static let odd: [(String, [UInt8])] = [
        ("count 0", tiff([entry(count: 0)])), ("count 2", tiff([entry(count: 2)])),
        ("long", tiff([entry(type: 4)])), ("byte", tiff([entry(type: 1)])),
        ("twice", tiff([entry(), entry()])), ("none", tiff([entry(tag: [1, 0x0F])])),
        ("no entries", tiff([])), ("more entries than bytes", tiff([entry()], count: 200)),
        ("a directory outside", tiff([entry()], first: 0xFFFF)),
        ("a directory in the header", tiff([entry()], first: 0)),
        // Its second entry would be the tag.
        (
            "a directory in the header, with the tag",
            tiff([[0, 0, 0, 0, 0, 0], entry(), [UInt8](repeating: 0, count: 600)], first: 2)
        ),
        ("another magic", tiff([entry()], magic: 43)),
        ("cut off", Array(tiff([entry()]).prefix(17))), ("cut off in the value", Array(tiff([entry()]).prefix(19))),
        ("a header alone", Array("MM\0*".utf8)), ("nothing", []), ("no TIFF", Array("XX\0*\0\0\0\u{8}".utf8)),
    ]

    @Test(arguments: odd.indices)
    func anOddDirectoryIsLeftAlone(index: Int) {
        let (name, tiff) = Self.odd[index]
        // EXIF without the tag gets one.
        let isWhole = ["none", "no entries"].contains(name)
        let jpeg = Self.jpeg(Self.segment(0xE1, Array("Exif\0\0".utf8) + tiff))
        #expect((Self.found(jpeg) != nil) == isWhole, "\(name) in a JPEG")
        #expect(
            Self.found([0xFF, 0xD8] + Self.segment(0xE2, Array("MPF\0MM".utf8)) + jpeg[2...]) == nil,
            "\(name) before others")
        #expect(Self.found(tiff, "a.tif") == nil, "\(name) in a TIFF")
        let data = tiff.withUnsafeBytes { OrientationTag(inTIFF: ByteView($0), 0..<tiff.count) }
        #expect(data == nil, "\(name)")
    }

    @Test func aTagBehindItsSegmentIsNoneOfIt() {
        // The directory is announced at the end of the segment, and its entry would lie in what follows.
        let exif = Self.segment(0xE1, Array("Exif\0\0".utf8) + Self.tiff([Self.entry()]).prefix(12))
        #expect(Self.found(Self.jpeg(exif, Self.segment(0xFE, [UInt8](repeating: 1, count: 40)))) == nil)
    }

    @Test func aJPEGWhoseSegmentsAreNotOneAfterTheOtherIsLeftAlone() {
        let good = Self.jpeg(Self.jfif)
        #expect(Self.found([0xFF, 0xD8, 0xFF]) == nil)
        #expect(Self.found(Array(good.prefix(15))) == nil)
        #expect(Self.found([0xFF, 0xD8] + Self.jfif) == nil)
        #expect(Self.found([0xFF, 0xD8] + Self.jfif + [0] + Self.scans) == nil)
        #expect(Self.found([0xFF, 0xD8, 0xFF, 0xE1, 0, 1] + Self.scans) == nil)
        #expect(Self.found([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 5000) + Self.scans) == nil)
        #expect(Self.found(Self.jpeg(Self.segment(0xE2, Array("MPF\0MM".utf8)))) == nil)
        let fill = [0xFF, 0xD8, 0xFF, 0xFF, 0xFF] + Self.jfif.dropFirst() + Self.scans
        #expect(Self.found(fill) == .missing(offset: 2))
    }

    @Test func otherFormatsAndSensorDataKeepNone() throws {
        #expect(Self.found(TestPictures.animatedGIF, "a.gif") == nil)
        #expect(Self.found(Painting.quarters(8, 8).encoded("bmp"), "a.bmp") == nil)
        #expect(Self.found(EXIFWriter().tiff, "a.nef") == nil)
        // The photometric interpretation of a filter's colours.
        let raw = Self.tiff([Self.entry(), [1, 0x06, 0, 3, 0, 0, 0, 1, 0x80, 0x23, 0, 0]])
        #expect(Self.found(raw, "a.tif") == nil)
        #expect(OrientationFinding(inFile: ScratchFolder().path + "/none.jpg") == nil)
    }

    @Test func everyCutAndEveryByteOfAFileIsSurvived() {
        let file = EXIFWriter(bigEndian: true, orientation: 6, dimensions: (4, 4)).into(Self.jpeg(Self.jfif))
        for count in 0...file.count { Self.check(Array(file.prefix(count))) }
        for index in file.indices {
            for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var other = file
                other[index] = byte
                Self.check(other)
            }
        }
    }

    private static func check(_ bytes: [UInt8]) {
        let tag = bytes.withUnsafeBytes { OrientationTag(inJPEG: ByteView($0), count: bytes.count) }
        guard let range = tag?.change(turning: 1).range else { return }
        #expect(range.lowerBound >= 2 && range.upperBound <= bytes.count)
    }

    // MARK: HEIF

    /// An image with an angle, its alpha and a thumbnail, each with properties of its own.
    private static func heif(
        turns: Int, alpha: [UInt8]? = nil, thumbnail: [UInt8]? = nil, other: [UInt8]? = nil, more: [UInt8] = [],
        ofImage: [UInt8] = []
    ) -> [UInt8] {
        var writer = CameraNotes()
        writer.turns = turns
        writer.moreProperties = more
        func reference(_ kind: String, _ from: Int) -> [UInt8] {
            [0, 0, 0, 14] + Array(kind.utf8) + [0, UInt8(from), 0, 1, 0, 1]
        }
        var references: [UInt8] = []
        for (item, kind, properties) in [(7, "auxl", alpha), (8, "thmb", thumbnail), (9, "", other)] {
            guard let properties else { continue }
            if !kind.isEmpty { references += reference(kind, item) }
            writer.moreAssociations.append([0, UInt8(item), UInt8(properties.count)] + properties)
        }
        if !ofImage.isEmpty { writer.moreAssociations.append([0, 1, UInt8(ofImage.count)] + ofImage) }
        let box = [0, 0, 0, UInt8(references.count + 12)] + Array("iref".utf8) + [0, 0, 0, 0] + references
        writer.references = references.isEmpty ? [] : box
        return writer.heif
    }

    private static let angle: [UInt8] = [0, 0, 0, 9] + Array("irot".utf8) + [1]
    private static let mirror: [UInt8] = [0, 0, 0, 9] + Array("imir".utf8) + [0]

    @Test(arguments: 0...3, 1...3)
    func theAngleOfAHEIFIsChangedAndNothingElse(turns: Int, quarters: Int) throws {
        for file in [Self.heif(turns: turns), Self.heif(turns: turns, alpha: [2], thumbnail: [1, 2])] {
            guard case .angle(_, turns)? = Self.found(file, "a.heic") else {
                Issue.record("\(String(describing: Self.found(file, "a.heic")))")
                return
            }
            let turned = try Self.changed(file, by: quarters)
            #expect(turned.count == file.count)
            #expect(file.indices.filter { file[$0] != turned[$0] }.count == 1)
            // Counter-clockwise in the file, clockwise in the program.
            #expect(
                Self.found(turned, "a.heic").flatMap { if case .angle(_, let now) = $0 { now } else { nil } }
                    == (turns + 4 - quarters) % 4)
            #expect(try Self.changed(turned, by: -quarters) == file)
        }
    }

    /// Another image that has the angle too, an alpha or a thumbnail that has another one, a mirror, two angles.
    @Test func anAngleThatIsNotTheImagesOwnIsLeftAlone() {
        #expect(Self.found(Self.heif(turns: 1), "a.heic") != nil)
        #expect(Self.found(Self.heif(turns: 1, other: [2]), "a.heic") == nil)
        #expect(Self.found(Self.heif(turns: 1, alpha: [1]), "a.heic") == nil)
        #expect(Self.found(Self.heif(turns: 1, thumbnail: [1, 3], more: Self.angle), "a.heic") == nil)
        #expect(Self.found(Self.heif(turns: 1, more: Self.mirror, ofImage: [3]), "a.heic") == nil)
        #expect(Self.found(Self.heif(turns: 1, more: Self.angle, ofImage: [3]), "a.heic") == nil)
    }
}
