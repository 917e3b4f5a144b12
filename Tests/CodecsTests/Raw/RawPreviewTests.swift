// Camera raw: which of its previews is shown, how it lies, what the file says of itself, and files that are none.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct RawPreviewTests {
    private let decoder = PixbufDecoder(width: 2)
    private let scratch = ScratchFolder()

    private static func jpeg(_ width: Int, _ height: Int, _ colour: Colour) -> [UInt8] {
        Painting(width, height) { _, _ in colour }.encoded("jpeg", options: ["quality": "95"])
    }
    private static let small = jpeg(160, 120, .red)
    private static let middle = jpeg(400, 300, .green)
    private static let large = jpeg(1800, 1350, .blue)

    /// One file of each layout, with three previews: red, green and blue, from small to large.
    private static var layouts: [(name: String, bytes: [UInt8])] {
        var dng = RawFile()
        dng.isDNG = true
        dng.chained = [RawFile.Preview(jpeg: small)]
        dng.below = [RawFile.Preview(jpeg: large), RawFile.Preview(jpeg: middle)]
        var nef = RawFile()
        nef.bigEndian = true
        nef.below = [large, small, middle].map { RawFile.Preview(jpeg: $0, isStrip: false) }
        var cr2 = RawFile()
        cr2.saysFilter = false
        cr2.chained = [large, small, middle].map { RawFile.Preview(jpeg: $0, isStrip: $0.count != small.count) }
        return [("DNG", dng.tiff), ("NEF", nef.tiff), ("CR2", cr2.cr2)]
    }

    @Test func aTileShowsTheSmallestPreviewThatCoversItAndAViewTheLargest() async throws {
        for (name, file) in Self.layouts {
            #expect(PictureHeader(EncodedBytes(file)).format == .cameraRaw, "\(name)")
            let colours = try await [60, 200, 500].asyncMap { try await decoder.pixels(file, $0, $0).colour(5, 5) }
            #expect(colours[0].isNear(.red) && colours[1].isNear(.green) && colours[2].isNear(.blue), "\(name)")
            let view = try await decoder.pixels(file, 100, 100, .fit)
            #expect(view.size == PixelSize(width: 100, height: 75), "\(name)")
            #expect(view.colour(5, 5).isNear(.blue), "\(name)")
        }
    }

    @Test(arguments: [1, 3, 6, 8])
    func aPreviewLiesAsTheSensorDidUnlessItSaysItsOwn(orientation: Int) async throws {
        let stored = Painting.quarters(1920, 1280).stored(orientation).encoded("jpeg", options: ["quality": "95"])
        var plain = RawFile()
        plain.orientation = orientation
        plain.below = [RawFile.Preview(jpeg: stored)]
        var own = RawFile()
        own.orientation = 3
        own.below = [RawFile.Preview(jpeg: TestPictures.oriented(stored, orientation: orientation))]
        for file in [plain.tiff] + (orientation == 1 ? [] : [own.tiff]) {
            let pixels = try await decoder.pixels(file, 60, 60, .fit)
            #expect(pixels.size == PixelSize(width: 60, height: 40))
            #expect(pixels.colour(15, 10).isNear(.red) && pixels.colour(45, 30).isNear(.white))
            #expect(pixels.colour(45, 10).isNear(.green) && pixels.colour(15, 30).isNear(.blue))
        }
    }

    @Test func aPreviewThatOnlyLibRawKnowsIsShown() async throws {
        var file = RawFile()
        file.isDNG = true
        file.bitmap = (64, 48, (0..<64 * 48).flatMap { $0 % 64 < 32 ? [255, 0, 0] : [0, 0, 255] as [UInt8] })
        let pixels = try await decoder.pixels(file.tiff, 64, 64, .fit)
        #expect(pixels.size == PixelSize(width: 64, height: 48))
        #expect(pixels.colour(5, 5) == .red && pixels.colour(60, 40) == .blue)
        file.orientation = 6
        let turned = try await decoder.pixels(file.tiff, 64, 64, .fit)
        #expect(turned.size == PixelSize(width: 48, height: 64))
    }

    @Test func aRAFShowsItsJPEG() async throws {
        let file = RawFile.raf(TestPictures.oriented(Self.large, orientation: 6))
        let pixels = try await decoder.pixels(file, 100, 100, .fit)
        #expect(pixels.size == PixelSize(width: 75, height: 100))
        let facts = try #require(FileFactsReader.read(scratch.write("a.raf", file)))
        #expect(facts.format == "Camera raw")
        #expect(facts.size == PixelSize(width: 1350, height: 1800))
    }

    @Test func whatARawFileSaysOfItselfIsRead() throws {
        for bigEndian in [false, true] {
            var file = RawFile()
            file.bigEndian = bigEndian
            file.orientation = 8
            file.below = [RawFile.Preview(jpeg: Self.small)]
            let facts = try #require(FileFactsReader.read(scratch.write("a.nef", file.tiff)))
            #expect(facts.format == "Camera raw")
            #expect(facts.camera.name == "Maker Model")
            #expect(facts.size == PixelSize(width: 4000, height: 6000))
            #expect(facts.taken?.origin == .exif)
            #expect(facts.taken?.time == WallTime(year: 2023, month: 6, day: 14, hour: 18, minute: 30, second: 0))
        }
    }

    @Test func aCR3SaysItInBoxesOfItsOwn() throws {
        var main = CameraNotes()
        main.main = [
            (0x0100, .long(6000)), (0x0101, .long(4000)), (0x010F, .text("Canon")), (0x0110, .text("Canon EOS R5")),
        ]
        var own = CameraNotes()
        own.main = [(0x829D, .fractions([(28, 10)])), (0x9003, .text("2023:06:14 18:30:00"))]
        let facts = try #require(
            FileFactsReader.read(scratch.write("a.cr3", RawFile.cr3(main: main.tiff, own: own.tiff))))
        #expect(facts.format == "Camera raw")
        #expect(facts.camera.name == "Canon EOS R5" && facts.camera.fNumber == 2.8)
        #expect(facts.size == PixelSize(width: 6000, height: 4000))
        #expect(facts.taken?.origin == .exif)
    }

    @Test func aTIFFWithoutSensorDataIsATIFF() throws {
        var file = RawFile()
        file.saysFilter = false
        #expect(PictureHeader(EncodedBytes(file.tiff)).format == .tiff)
        #expect(PictureHeader(EncodedBytes(CameraNotes.usual.tiff)).format == .tiff)
        #expect(PictureHeader(EncodedBytes(TestPictures.tiff)).format == .tiff)
    }

    @Test func sensorDataInALosslessJPEGAreNoPreview() async throws {
        var lossless = Self.large
        let frame = try #require((0..<lossless.count).first { lossless[$0] == 0xFF && lossless[$0 + 1] == 0xC0 })
        lossless[frame + 1] = 0xC3
        var file = RawFile()
        file.sensorJPEG = lossless
        file.below = [RawFile.Preview(jpeg: Self.middle)]
        let pixels = try await decoder.pixels(file.tiff, 100, 100, .fit)
        #expect(pixels.colour(5, 5).isNear(.green))
    }

    @Test func aPreviewAboveTheLimitsIsRefused() async throws {
        var huge = Self.large
        let frame = try #require((0..<huge.count).first { huge[$0] == 0xFF && huge[$0 + 1] == 0xC0 })
        huge.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
        var file = RawFile()
        file.below = [RawFile.Preview(jpeg: huge)]
        let limit = PixbufDecoder.Limits().scaledJPEGPixels
        #expect(
            await decoder.reason(file.tiff) == .tooManyPixels(PixelSize(width: 30_000, height: 30_000), limit: limit))
    }

    @Test func aRawFileWithoutAPreviewSaysSo() async throws {
        #expect(await decoder.reason(RawFile().tiff) == .corrupt(Message("it contains no preview")))
        var ring = RawFile()
        ring.isRing = true
        #expect(await decoder.reason(ring.tiff) == .corrupt(Message("it contains no preview")))
        for mark in [
            "FUJIFILMCCD-RAW ", "IIRO\u{8}\0\0\0", "IIU\0\u{18}\0\0\0", "\0MRM", "FOVb", "\0\0\0\u{18}ftypcrx ",
        ] {
            let bytes = Array(mark.utf8) + [UInt8](repeating: 0, count: 2000)
            #expect(await decoder.reason(bytes) == .corrupt(Message("it contains no preview")))
        }
    }

    /// Every byte of the directories says something else, and LibRaw is asked as well, because the
    /// preview is smaller than the tile: nothing traps.
    @Test func noByteOfTheDirectoriesCanBreakTheDecoder() async throws {
        var file = RawFile()
        file.isDNG = true
        file.below = [RawFile.Preview(jpeg: Self.jpeg(16, 12, .red), isStrip: false)]
        let whole = file.tiff
        for index in whole.indices where index < 40 || index > whole.count - 420 {
            for value in [0xFF, whole[index] ^ 0x80] as [UInt8] {
                var bytes = whole
                bytes[index] = value
                _ = await decoder.reason(bytes, 100)
            }
        }
    }

    @Test func theNamesOfRawFilesAreListed() {
        let formats = ReadableFormats()
        for name in ["a.CR2", "a.cr3", "a.NEF", "a.arw", "a.dng", "a.RAF", "a.orf", "a.rw2", "a.pef", "a.srw"] {
            #expect(formats.covers(name))
        }
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
