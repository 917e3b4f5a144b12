// Bad input: each kind has its typed reason, and none is decoded into memory first.
import CGLib
import CPixels
import CReference
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct BrokenPictureTests {
    private let decoder = PixbufDecoder(width: 1)

    private func big32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

    /// A smooth picture.
    private static func jpeg(side: Int, isProgressive: Bool) -> [UInt8] {
        let rgb: [UInt8] = (0..<side * side).flatMap { place -> [UInt8] in
            [UInt8(place % side / 2), UInt8(place / side / 2), 200]
        }
        var length = 0
        guard let bytes = tessera_reference_jpeg_encode(rgb, Int32(side), Int32(side), 85, isProgressive, &length)
        else {
            return []
        }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    private func little16(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    @Test func nothingIsEmpty() async {
        #expect(await decoder.reason([]) == .empty)
    }

    @Test func textUnderAPicturesNameIsNotAnImage() async {
        #expect(
            await decoder.reason(Array("Dear Ann,\nthe sea is wide.\n".utf8)) == .notAnImage(found: Message("text")))
        #expect(
            await decoder.reason(Array("<!DOCTYPE html><html></html>".utf8))
                == .notAnImage(found: Message("a web page")))
        #expect(await decoder.reason(Array("%PDF-1.4 ...".utf8)) == .notAnImage(found: Message("a PDF document")))
        #expect(await decoder.reason([UInt8](repeating: 0, count: 9000)) == .notAnImage(found: Message("unknown data")))
    }

    @Test func aKnownFormatWithoutLoaderIsNamed() async {
        #expect(
            await decoder.reason(Array("8BPS".utf8) + [UInt8](repeating: 0, count: 100))
                == .unsupportedFormat("Photoshop"))
    }

    @Test(arguments: [false, true])
    func ofACutJPEGIsShownWhatIsThere(isProgressive: Bool) async throws {
        let whole = Self.jpeg(side: 320, isProgressive: isProgressive)
        func pixels(_ count: Int) async throws -> PixelBuffer {
            try await decoder.decodePixels(
                EncodedBytes(Array(whole.prefix(count))), title: "Sea", size: PixelSize(square: 320), fit: .fit)
        }
        let (all, half) = (try await pixels(whole.count), try await pixels(whole.count / 2))
        #expect(all.lack == nil && half.lack == .end)
        #expect(half.size == all.size && half.original == all.original)
        // Above, where a baseline JPEG begins; all over in coarse steps, where a progressive one does.
        for x in Swift.stride(from: 8, to: 320, by: 16) {
            let place = 8 * 320 + x
            #expect(half.colours[place].isNear(all.colours[place], within: isProgressive ? 40 : 2), "at \(x)")
        }
        // Whatever the cut, the same bytes give the same pixels: nothing of them comes from elsewhere in memory.
        for share in [50, 70, 99] {
            let (one, other) = (
                try await pixels(whole.count * share / 100), try await pixels(whole.count * share / 100)
            )
            #expect(one.samples == other.samples, "\(share) %")
        }
    }

    @Test func aJPEGWithoutAnyDataIsTruncated() async {
        let whole = Painting(300, 200) { x, y in Colour(r: UInt8(x % 256), g: UInt8(y), b: UInt8(x * y % 256)) }
            .encoded("jpeg", options: ["quality": "85"])
        let start = whole.indices.first { whole[$0...].starts(with: [0xFF, 0xDA]) } ?? 0
        #expect(start > 100)
        for count in [3, start / 2, start, start + 1, start + 9] {
            #expect(await decoder.reason(Array(whole.prefix(count))) == .truncated, "\(count) of \(start)")
        }
        #expect(await decoder.reason(Array(whole.dropLast())) == nil)
        #expect(await decoder.reason(whole) == nil)
    }

    @Test func whatFollowsAJPEGsEndDoesNotMatter() async {
        let whole = Painting.quarters(64, 64).encoded("jpeg")
        #expect(await decoder.reason(whole + [UInt8](repeating: 0, count: 5000)) == nil)
        // A second picture behind the first, as in MPO, itself cut short.
        #expect(await decoder.reason(whole + whole.prefix(whole.count / 2)) == nil)
    }

    @Test func aProgressiveJPEGWhoseTimeIsOverIsShownWithTheScansThatItHas() async throws {
        var limits = PixbufDecoder.Limits()
        limits.scanSeconds = -1
        let late = PixbufDecoder(width: 1, limits: limits)
        func pixels(_ bytes: [UInt8], _ decoder: PixbufDecoder) async throws -> PixelBuffer {
            try await decoder.decodePixels(EncodedBytes(bytes), title: "Sea", size: PixelSize(square: 320), fit: .fit)
        }
        let progressive = Self.jpeg(side: 320, isProgressive: true)
        let (all, coarse) = (try await pixels(progressive, decoder), try await pixels(progressive, late))
        #expect(all.lack == nil && coarse.lack == .detail)
        #expect(coarse.size == all.size && coarse.original == all.original)
        #expect(coarse.colours != all.colours)
        for place in stride(from: 8 * 320 + 8, to: 320 * 320, by: 16 * 320 + 16) {
            #expect(coarse.colours[place].isNear(all.colours[place], within: 40), "at \(place)")
        }
        // What is in one scan is decoded or not.
        let baseline = Self.jpeg(side: 320, isProgressive: false)
        #expect(try await pixels(baseline, late).lack == nil)
        // The end is missing as well, which says more.
        #expect(try await pixels(Array(progressive.prefix(progressive.count / 2)), late).lack == .end)
    }

    @Test func theEndOfAnEmbeddedThumbnailIsNotThePicturesEnd() async throws {
        let thumbnail = Painting.quarters(16, 16).encoded("jpeg")
        let whole = Painting.quarters(300, 200).encoded("jpeg")
        let length = thumbnail.count + 2
        let file =
            whole.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + thumbnail + whole.dropFirst(2)
        #expect(await decoder.reason(Array(file)) == nil)
        let pixels = try await decoder.decodePixels(
            EncodedBytes(Array(file.dropLast(200))), title: "Sea", size: PixelSize(square: 320), fit: .fit)
        #expect(pixels.lack == .end)
    }

    @Test func aCutPNGShowsTheRowsThatAreThereAndGreyBelow() async throws {
        let (width, height) = (300, 200)
        let png = Painting(width, height) { x, y in
            Colour(r: UInt8(x * 7 % 251), g: UInt8(y * 5 % 253), b: UInt8(x * y % 256))
        }.encoded("png")
        func pixels(_ count: Int) async throws -> PixelBuffer {
            try await decoder.decodePixels(
                EncodedBytes(Array(png.prefix(count))), title: "Sea", size: PixelSize(square: width), fit: .fit)
        }
        let (whole, half) = (try await pixels(png.count), try await pixels(png.count / 2))
        #expect(whole.lack == nil && half.lack == .end)
        #expect(half.size == whole.size && half.original == whole.original)
        let grey = Colour(r: 0x80, g: 0x80, b: 0x80)
        for x in Swift.stride(from: 0, to: width, by: 10) {
            #expect(half.colours[x] == whole.colours[x] && half.colours[(height - 1) * width + x] == grey, "at \(x)")
        }
        #expect(try await pixels(png.count - 9).lack == .end)
        // Before the first row there is nothing to show.
        #expect(await decoder.reason(Array(png.prefix(33))) == .truncated)
    }

    @Test func aCutWebPIsTruncated() async {
        #expect(await decoder.reason(Array(TestPictures.webP.dropLast(6))) == .truncated)
    }

    @Test func aDamagedPNGIsCorrupt() async {
        var png = Painting.quarters(300, 200).encoded("png")
        for index in 60..<90 { png[index] ^= 0x5A }
        guard case .corrupt? = await decoder.reason(png) else {
            Issue.record("expected corrupt")
            return
        }
    }

    @Test func aBombIsRefusedByItsHeaderWithoutMemory() async {
        let size = PixelSize(square: 30_000)
        let refused = LoadFailure.Reason.tooManyPixels(size, limit: 100_000_000)
        let png =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big32(13) + Array("IHDR".utf8) + big32(30_000)
            + big32(30_000) + [8, 2, 0, 0, 0] + [UInt8](repeating: 0, count: 400)
        #expect(await decoder.reason(png) == refused)
        // A format whose header only the loader reads: refused when it asks.
        let pnm = Array("P6\n30000 30000\n255\n".utf8) + [UInt8](repeating: 7, count: 300_000)
        #expect(await decoder.reason(pnm) == refused)
        let webP =
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
            + [0xFE, 0x3F, 0, 0xFE, 0x3F, 0] + [UInt8](repeating: 0, count: 40)
        #expect(
            await decoder.reason(webP)
                == .tooManyPixels(PixelSize(square: 16_383), limit: 100_000_000))
        var tiff = TestPictures.tiff
        // Its directory begins at 98; the first two entries are width and height, as shorts.
        for entry in 0...1 {
            tiff.replaceSubrange(98 + 2 + 12 * entry + 8..<98 + 2 + 12 * entry + 10, with: little16(60_000))
        }
        #expect(await decoder.reason(tiff) == .tooManyPixels(PixelSize(square: 60_000), limit: 100_000_000))
        #expect(decoder.peakBytesInFlight == 0)
    }

    @Test func theLoadersOwnQuestionRefusesToo() async throws {
        // Past the header scan, as for a format that it does not know: every loader must stop at size-prepared.
        for (file, type) in [
            (Painting.quarters(20, 20).encoded("png"), "image/png"), (TestPictures.webP, "image/webp"),
            (TestPictures.tiff, "image/tiff"), (TestPictures.animatedGIF, "image/gif"),
        ] {
            var hooks = TesseraPixbufHooks(
                context: nil, prepare: { _, _, _ in 0 }, cancelled: { _ in 0 }, late: { _ in 0 })
            var outcome = TESSERA_PIXBUF_LOADED
            let pixbuf = file.withUnsafeBufferPointer {
                var piece = TesseraPixbufPiece(bytes: $0.baseAddress, count: UInt($0.count))
                return tessera_pixbuf_load(type, &piece, 1, 64, 0, &hooks, &outcome, nil)
            }
            #expect(pixbuf == nil)
            #expect(outcome == TESSERA_PIXBUF_REFUSED)
        }
    }

    @Test func aGiantBaselineJPEGIsDecodedAtScaleAndAProgressiveOneRefused() async {
        #expect(PixbufDecoder.Limits().progressiveJPEGPixels < PixbufDecoder.Limits().scaledJPEGPixels)
        func frame(_ marker: UInt8) -> [UInt8] {
            [0xFF, 0xD8, 0xFF, marker, 0, 11, 8] + [0x27, 0x10, 0x27, 0x10, 1, 1, 0x11, 0] + [0xFF, 0xD9]
        }
        #expect(
            await decoder.reason(frame(0xC2)) == .tooManyPixels(PixelSize(square: 10_000), limit: 64_000_000))
        guard case .corrupt? = await decoder.reason(frame(0xC0)) else {
            Issue.record("a baseline header of 100 megapixels must reach the loader")
            return
        }
    }

    /// A JPEG of 10,000 × 10,000 pixels in three components, with scans that hold nothing.
    private func scanned(_ marker: UInt8, components: Int, scans: Int) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, marker, 0, 17, 8, 0x27, 0x10, 0x27, 0x10, 3]
        for component in 1...3 { file += [UInt8(component), 0x11, 0] }
        for _ in 0..<scans {
            file += [0xFF, 0xDA, 0, UInt8(6 + 2 * components), UInt8(components)]
            for component in 1...components { file += [UInt8(component), 0] }
            file += [0, 63, 0, 0x55]
        }
        return file + [0xFF, 0xD9]
    }

    @Test func aBaselineJPEGOfSeveralScansHasTheLimitOfAProgressiveOne() async {
        let refused = LoadFailure.Reason.tooManyPixels(PixelSize(square: 10_000), limit: 64_000_000)
        #expect(await decoder.reason(scanned(0xC0, components: 1, scans: 3)) == refused)
        #expect(await decoder.reason(scanned(0xC0, components: 3, scans: 1)) != refused)
        #expect(PictureHeader(EncodedBytes(scanned(0xC0, components: 1, scans: 3))).isProgressive)
        #expect(!PictureHeader(EncodedBytes(scanned(0xC0, components: 3, scans: 1))).isProgressive)
    }

    @Test func aJPEGOfMoreScansThanAnyWriterMakesIsRefused() async {
        var file = scanned(0xC2, components: 1, scans: 100)
        // 1000 × 1000 pixels, which no other limit is for.
        file.replaceSubrange(7..<11, with: [3, 0xE8, 3, 0xE8])
        let refused = LoadFailure.Reason.corrupt(
            Message("it is coded in more than {limit} scans", ["limit": .count(100)]))
        #expect(await decoder.reason(file) != refused)
        var more = scanned(0xC2, components: 1, scans: 101)
        more.replaceSubrange(7..<11, with: [3, 0xE8, 3, 0xE8])
        #expect(await decoder.reason(more) == refused)
    }

    @Test func aLoadIsAskedToStopAfterEachScan() {
        let file = scanned(0xC2, components: 1, scans: 7)
        var feed = LoaderFeed(upTo: file.count, without: [])
        feed.cut(at: PictureHeader(EncodedBytes(file)).scanEnds)
        let lengths = file.withUnsafeBytes { feed.withPieces(of: $0) { $0.map { Int($0.count) } } }
        #expect(lengths.count == 8)
        #expect(lengths.reduce(0, +) == file.count)
        #expect(lengths.last == 2)
    }
}
