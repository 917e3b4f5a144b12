// The orientation of PNG and WebP: in facts, pixels and frames alike, and written by a turn.
import CGLib
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct OrientedContainerTests {
    /// A file without EXIF, and its pixels.
    enum Container: CaseIterable {
        case png, plainWebP, clearWebP, extendedWebP

        func file(_ painting: Painting) -> [UInt8] {
            switch self {
            case .png: painting.encoded("png")
            case .plainWebP: painting.encoded("webp", options: ["quality": "100"])
            case .clearWebP: painting.encoded("webp", alpha: true, options: ["quality": "100"])
            case .extendedWebP: OrientedContainerTests.extended(Self.plainWebP.file(painting), painting)
            }
        }

        var isPNG: Bool { self == .png }
    }

    private static var painting: Painting { .quarters(24, 16) }

    private static func little(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// A WebP with the extended header and a chunk that nobody knows.
    private static func extended(_ webP: [UInt8], _ painting: Painting) -> [UInt8] {
        let header =
            Array("VP8X".utf8) + little(10, 4) + [0, 0, 0, 0] + little(painting.width - 1, 3)
            + little(painting.height - 1, 3)
        return riff(header + webP[12...] + Array("ABCD".utf8) + little(3, 4) + [1, 2, 3, 0])
    }

    private static func riff(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return little(content.count, 4).reversed() + named + CRC32.bytes(of: named)
    }

    /// A PNG with EXIF before or behind its pixels.
    private static func png(_ file: [UInt8], _ exif: [UInt8], isBehind: Bool) -> [UInt8] {
        let place = isBehind ? file.count - 12 : 33
        return file[..<place] + chunk("eXIf", exif) + file[place...]
    }

    /// An extended WebP with EXIF at its end.
    private static func webP(_ file: [UInt8], _ exif: [UInt8]) -> [UInt8] {
        var chunks = Array(file[12...])
        chunks[8] |= 0b1000
        return riff(chunks + Array("EXIF".utf8) + little(exif.count, 4) + exif + (exif.count % 2 == 1 ? [0] : []))
    }

    private static func tag(in file: [UInt8]) -> OrientationTag? {
        let scratch = ScratchFolder()
        return OrientationFinding(inFile: scratch.write("a", file))?.tag
    }

    private static func changed(_ file: [UInt8], by quarters: Int) throws -> [UInt8] {
        let (range, new) = try #require(tag(in: file)).change(turning: quarters)
        return file[..<range.lowerBound] + new + file[range.upperBound...]
    }

    /// Whether facts and pixels both show the painting upright.
    private static func expectUpright(
        _ file: [UInt8], _ painting: Painting = OrientedContainerTests.painting,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let size = PixelSize(width: painting.width, height: painting.height)
        let scratch = ScratchFolder()
        let facts = try #require(FileFactsReader.read(scratch.write("a", file)))
        #expect(facts.size == size, sourceLocation: location)
        let pixels = try await PixbufDecoder(width: 1).pixels(file, size.width, size.height, .fit)
        #expect(pixels.size == size, sourceLocation: location)
        guard pixels.size == size else { return }
        for (x, y) in [(4, 4), (size.width - 4, 4), (4, size.height - 4), (size.width - 4, size.height - 4)] {
            #expect(pixels.colour(x, y).isNear(painting.pixel(x, y), within: 40), sourceLocation: location)
        }
    }

    // MARK: Reading

    @Test(arguments: 1...8, [false, true])
    func aPNGIsShownAsItsEXIFSays(orientation: Int, isBehind: Bool) async throws {
        let stored = Self.painting.stored(orientation).encoded("png")
        for bigEndian in [false, true] {
            let exif = EXIFWriter(bigEndian: bigEndian, orientation: orientation).tiff
            try await Self.expectUpright(Self.png(stored, exif, isBehind: isBehind))
        }
    }

    @Test(arguments: 1...8)
    func aWebPIsShownAsItsEXIFSays(orientation: Int) async throws {
        let exif = EXIFWriter(orientation: orientation).tiff, stored = Self.painting.stored(orientation)
        let file = Container.extendedWebP.file(stored)
        try await Self.expectUpright(Self.webP(file, exif))
        // As some writers have it.
        try await Self.expectUpright(Self.webP(file, Array("Exif\0\0".utf8) + exif))
    }

    @Test func whatIsNoOrientationIsNone() async throws {
        for orientation in [0, 9] {
            let exif = EXIFWriter(orientation: orientation).tiff
            try await Self.expectUpright(Self.png(Self.painting.encoded("png"), exif, isBehind: false))
            try await Self.expectUpright(Self.webP(Container.extendedWebP.file(Self.painting), exif))
        }
    }

    @Test(arguments: [1, 3, 6, 8])
    func anAnimationIsPlayedAsItsEXIFSays(orientation: Int) async throws {
        let frames = [
            AnimatedFile.Frame(colour: .red), AnimatedFile.Frame(colour: .blue, width: 8, height: 6),
        ]
        let file = Self.webP(AnimatedFile(frames: frames).webP, EXIFWriter(orientation: orientation).tiff)
        let request = ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID("1"), title: "Sea"), location: .file("/sea"),
            size: PixelSize(square: 64), fit: .fit)
        let picture = try await PixbufDecoder(width: 1).decode(EncodedBytes(file), for: request, priority: .visible)
        #expect(picture.pixels.size == PixelSize(width: 16, height: 12).oriented(by: orientation))
        let animation = try #require(try await picture.animation?.open(at: picture.pixels.size))
        let next = try #require(try await animation.next { $0 })
        #expect(next.image.size == picture.pixels.size)
        // The second frame covers what was stored at the top left.
        let corner = [1: (2, 2), 3: (13, 9), 6: (9, 2), 8: (2, 13)][orientation] ?? (0, 0)
        #expect(next.image.colour(corner.0, corner.1).isNear(.blue, within: 40))
    }

    // MARK: Turning

    @Test(arguments: Container.allCases, 1...3)
    func aFileWithoutEXIFGetsIt(container: Container, quarters: Int) async throws {
        let orientation = PictureOrientation.turned(1, by: quarters)
        let file = container.file(Self.painting.stored(orientation))
        let turned = try Self.changed(file, by: quarters)
        try await Self.expectUpright(turned)
        // The next turn changes the tag alone, and its checksum.
        let again = try Self.changed(turned, by: -quarters)
        let others = again.indices.filter { again[$0] != turned[$0] }
        #expect(again.count == turned.count && others.count <= (container.isPNG ? 5 : 1))
        let stored = Self.painting.stored(orientation)
        try await Self.expectUpright(again, stored)
    }

    @Test(arguments: [false, true])
    func aTagIsChangedWhereItIs(isBehind: Bool) async throws {
        for orientation in 1...8 {
            let exif = EXIFWriter(bigEndian: isBehind, orientation: orientation, notes: 9).tiff
            let shown = Self.painting.stored(orientation)
            let turned = PictureOrientation.turned(orientation, by: 1)
            let upright = Self.upright(shown, turned)
            try await Self.expectUpright(
                try Self.changed(Self.png(shown.encoded("png"), exif, isBehind: isBehind), by: 1), upright)
            try await Self.expectUpright(
                try Self.changed(Self.webP(Container.extendedWebP.file(shown), exif), by: 1), upright)
        }
    }

    @Test func aWebPWithoutLossesGetsTheExtendedHeader() async throws {
        let turned = try Self.changed(TestPictures.webP, by: 1)
        #expect(PictureHeader(EncodedBytes(turned)).size == PixelSize(width: 5, height: 3))
        let pixels = try await PixbufDecoder(width: 1).pixels(turned, 9, 9, .fit)
        #expect(pixels.size == PixelSize(width: 3, height: 5) && pixels.colour(1, 1).isNear(.green))
    }

    /// What is shown of stored pixels with an orientation.
    private static func upright(_ stored: Painting, _ orientation: Int) -> Painting {
        // Quarter turns are each other's way back; all others are their own.
        stored.stored([6: 8, 8: 6][orientation] ?? orientation)
    }

    /// EXIF with a maker, a directory of its own and a text that offsets lead to, and no orientation.
    private static func untagged(bigEndian: Bool) -> [UInt8] {
        var exif = EXIFWriter(bigEndian: bigEndian, orientation: 6, dimensions: (24, 16), notes: 3).tiff
        // The tag becomes another one, which nobody asks for.
        let place = bigEndian ? 11 : 10
        exif[place] = 0x0E
        return exif
    }

    @Test(arguments: [false, true])
    func EXIFWithoutTheTagGetsItAndMovesNothing(bigEndian: Bool) async throws {
        let exif = Self.untagged(bigEndian: bigEndian), upright = Self.upright(Self.painting, 6)
        let jpeg = TestPictures.oriented(Self.painting.encoded("jpeg", options: ["quality": "100"]), orientation: 1)
        let segment = 2..<38
        let content = Array("Exif\0\0".utf8) + exif
        let without =
            jpeg[..<segment.lowerBound] + [
                0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF),
            ] + content
            + jpeg[segment.upperBound...]
        let files = [
            Array(without), Self.png(Self.painting.encoded("png"), exif, isBehind: false),
            Self.png(Self.painting.encoded("png"), exif, isBehind: true),
            Self.webP(Container.extendedWebP.file(Self.painting), exif),
        ]
        for file in files {
            let turned = try Self.changed(file, by: 1)
            try await Self.expectUpright(turned, upright)
            // All but the offset of the first directory is where it was.
            #expect(turned.firstRange(of: exif[8...]) != nil)
            // The next turn changes the tag.
            try await Self.expectUpright(try Self.changed(turned, by: 1), Self.upright(Self.painting, 3))
        }
    }

    @Test func everyCutAndEveryByteIsSurvived() throws {
        let files = [
            Self.png(Painting.quarters(2, 2).encoded("png"), Self.untagged(bigEndian: true), isBehind: true),
            Self.webP(Container.extendedWebP.file(Painting.quarters(2, 2)), Self.untagged(bigEndian: false)),
            TestPictures.webP,
        ]
        func check(_ bytes: [UInt8]) {
            let range = bytes.withUnsafeBytes { OrientationTag(in: ByteView($0)) }?.change(turning: 1).range
            #expect(range.map { $0.lowerBound >= 2 && $0.upperBound <= bytes.count } ?? true)
        }
        for file in files {
            for count in 0...file.count { check(Array(file.prefix(count))) }
            for index in file.indices {
                for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                    var other = file
                    other[index] = byte
                    check(other)
                }
            }
        }
    }
}
