// SVG: drawn by a process of its own, as before where it is ordinary, and refused where it takes too much.
import CCodecs
import CGLib
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Synchronization
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct DrawingTests {
    private let decoder = PixbufDecoder(width: 2)

    /// A decoder whose drawings may take little, so that the tests are quick.
    private func strict(memory: Int = 64 << 20, seconds: Int = 1) -> PixbufDecoder {
        var limits = PixbufDecoder.Limits()
        limits.drawing.memory = memory
        limits.drawing.seconds = seconds
        return PixbufDecoder(width: 2, limits: limits)
    }

    private func drawing(_ content: String, before: String = "") -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>\(before)<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" \
            xmlns:xlink="http://www.w3.org/1999/xlink">\(content)</svg>
            """.utf8)
    }

    private func embedded(_ file: [UInt8]) -> String {
        let text = takeText(g_base64_encode(file, gsize(file.count))) ?? ""
        return "<image width='40' height='30' xlink:href='data:image/png;base64,\(text)'/>"
    }

    /// A PNG of one colour, which takes 4 KB or so and 64 MB as pixels.
    private func redSquare(_ side: Int32) throws -> [UInt8] {
        let pixbuf = try #require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, side, side))
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        gdk_pixbuf_fill(pixbuf, 0xFF00_00FF)
        var buffer: UnsafeMutablePointer<CChar>?
        var count: gsize = 0
        #expect(gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &count, "png", nil, nil, nil) != 0)
        defer { g_free(buffer) }
        return try #require(buffer).withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            Array(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
    }

    private func reason(
        _ decoder: PixbufDecoder, _ file: [UInt8], box: PixelSize = PixelSize(square: 100), fit: Fit = .fill
    ) async -> LoadFailure.Reason? {
        do {
            _ = try await decoder.decodePixels(EncodedBytes(file), title: "Sea", size: box, fit: fit)
            return nil
        } catch {
            return (error as? LoadFailure)?.reason
        }
    }

    private func bytes(of pixels: PixelBuffer) -> [UInt8] {
        var bytes: [UInt8] = []
        pixels.withBytes { bytes = Array($0) }
        return bytes
    }

    /// `bytes` as gzip packs them.
    private func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        let compressor = try #require(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9))
        defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
        var result: [UInt8] = [], offset = 0
        var room = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            var read: gsize = 0, written: gsize = 0
            let rest = Array(bytes[offset...])
            let state = g_converter_convert(
                compressor, rest, UInt(rest.count), &room, UInt(room.count), G_CONVERTER_INPUT_AT_END, &read,
                &written, nil)
            try #require(state != G_CONVERTER_ERROR)
            result += room.prefix(Int(written))
            offset += Int(read)
            if state == G_CONVERTER_FINISHED { return result }
        }
    }

    @Test func aCompressedDrawingIsDrawnLikeItsContent() async throws {
        let file = drawing("<rect width='40' height='30' fill='#ff0000'/>")
        let box = PixelSize(square: 80)
        let plain = try await decoder.decodePixels(EncodedBytes(file), title: "Sea", size: box, fit: .fit)
        let other = try await decoder.decodePixels(EncodedBytes(packed(file)), title: "Sea", size: box, fit: .fit)
        #expect(other.size == PixelSize(width: 80, height: 60) && other.samples == plain.samples)
        #expect(other.colours[80 * 30 + 40] == .red)
    }

    @Test func aCompressedFileIsOnlyUnpackedToADrawingOfSomeSize() async throws {
        let bomb = try packed(drawing("<!--" + String(repeating: " ", count: UnpackedDrawing.limit) + "-->"))
        #expect(bomb.count < 1 << 18)
        #expect(
            await reason(decoder, bomb)
                == .tooCostly(Message("it unpacks to more than {limit} MB", ["limit": .count(32)])))
        #expect(
            try await reason(decoder, packed(Array("Dear Ann".utf8))) == .notAnImage(found: Message("compressed data")))
        // A picture of another format, and a packed file in a packed file.
        let png = Painting.quarters(8, 8).encoded("png")
        #expect(try await reason(decoder, packed(png)) == .notAnImage(found: Message("compressed data")))
        #expect(
            try await reason(decoder, packed(packed(drawing("")))) == .notAnImage(found: Message("compressed data")))
        let whole = try packed(drawing("<rect width='40' height='30' fill='#ff0000'/>"))
        for count in [3, 12, whole.count - 9] {
            guard case .corrupt? = await reason(decoder, Array(whole.prefix(count))) else {
                Issue.record("\(count) bytes of \(whole.count)")
                continue
            }
        }
    }

    @Test func ordinaryDrawingsLookAsTheirLoaderDrawsThem() async throws {
        let filter =
            "<filter id='f'><feGaussianBlur stdDeviation='2'/></filter><circle cx='15' cy='15' r='8' fill='#08f' filter='url(#f)'/>"
        let gradient =
            "<linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue' stop-opacity='.2'/></linearGradient>"
            + "<rect x='3' y='3' width='30' height='20' fill='url(#g)'/>"
        let files = [
            TestPictures.svg, drawing(filter), drawing(gradient), drawing("<text x='2' y='20'>Sea</text>"),
            drawing(embedded(Painting.quarters(60, 40).encoded("png"))),
            drawing("<text y='20'>&place;</text>", before: "<!DOCTYPE svg [<!ENTITY place 'Sea'>]>"),
        ]
        for (number, file) in files.enumerated() {
            let drawn = try await decoder.pixels(file, 200, 150, .fit)
            let expected = try #require(drawnHere(file, drawn.size))
            #expect(bytes(of: drawn) == expected, "drawing \(number)")
        }
    }

    /// Premultiplied BGRA as gdk-pixbuf's loader draws it in this process.
    private func drawnHere(_ file: [UInt8], _ size: PixelSize) -> [UInt8]? {
        let content = g_bytes_new(file, gsize(file.count))
        defer { g_bytes_unref(content) }
        let stream = g_memory_input_stream_new_from_bytes(content)
        defer { g_object_unref(stream) }
        guard
            let pixbuf = gdk_pixbuf_new_from_stream_at_scale(stream, Int32(size.width), Int32(size.height), 0, nil, nil)
        else { return nil }
        let picture = DecodedPixbuf(adopting: pixbuf)
        let whole = CropGeometry(decoded: size, original: size, box: size, fit: .fit)
        return (try? picture.pixels(whole, orientation: 1, transform: nil)).flatMap { $0 }.map(bytes(of:))
    }

    @Test func entitiesThatGrowWithoutEndAreRefused() async throws {
        let bomb = drawing(
            String(repeating: "&a;", count: 20_000),
            before: "<!DOCTYPE svg [<!ENTITY a \"\(String(repeating: "<g/>", count: 10_000))\">]>")
        #expect(
            await strict(seconds: 20).reason(bomb)
                == .tooCostly(Message("it takes more than {limit} MB of memory", ["limit": .count(64)])))
        try await expectNothingLeft()
    }

    @Test func aBlurThatNeverEndsIsRefusedInTime() async throws {
        let steps = String(
            repeating: "<feMorphology operator='dilate' radius='900'/><feGaussianBlur stdDeviation='9000'/>",
            count: 16)
        let blur = drawing(
            "<filter id='f' x='-10' y='-10' width='21' height='21'>\(steps)</filter>"
                + "<rect width='40' height='30' filter='url(#f)'/>")
        #expect(
            await reason(strict(memory: 512 << 20), blur, box: PixelSize(square: 1000))
                == .tooCostly(
                    Message("it takes more than {count} second", many: "it takes more than {count} seconds", count: 1)))
        try await expectNothingLeft()
    }

    @Test func embeddedPicturesThatTakeTooMuchMemoryAreRefused() async throws {
        let bomb = drawing(embedded(try redSquare(4000)))
        #expect(
            await strict(seconds: 20).reason(bomb)
                == .tooCostly(Message("it takes more than {limit} MB of memory", ["limit": .count(64)])))
        try await expectNothingLeft()
    }

    @Test func afterARefusalTheNextDrawingIsDrawn() async throws {
        let decoder = strict(seconds: 20)
        #expect(await decoder.reason(drawing(embedded(try redSquare(4000)))) != nil)
        #expect(try await decoder.pixels(TestPictures.svg, 10, 5).colour(5, 2) == .red)
        #expect(decoder.bytesInFlight == 0)
    }

    @Test func aCancelledDrawingEndsItsProcess() async throws {
        let steps = String(repeating: "<feMorphology operator='dilate' radius='900'/>", count: 60)
        let file = drawing(
            "<filter id='f' x='-10' y='-10' width='21' height='21'>\(steps)</filter>"
                + "<rect width='40' height='30' filter='url(#f)'/>")
        let hasEnded = Mutex(false)
        let task = Task { [decoder] in
            defer { hasEnded.withLock { $0 = true } }
            return try await decoder.pixels(file, 1000, 1000)
        }
        while DrawingProcesses.running.isEmpty, !hasEnded.withLock(\.self) { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        try await expectNothingLeft()
    }

    @Test func aBrokenDrawingSaysWhatItsLoaderSays() async throws {
        guard
            case .corrupt(let words)? = await decoder.reason(
                Array("<svg xmlns='http://www.w3.org/2000/svg'><rect".utf8))
        else {
            Issue.record("expected corrupt")
            return
        }
        #expect(!words.description.isEmpty)
        #expect(await decoder.reason(Array("<html>An <svg in words</html>".utf8)) != nil)
    }

    @Test func withoutItsProgramADrawingIsNotDrawn() async throws {
        var limits = PixbufDecoder.Limits()
        limits.drawing.program = "/nowhere/tessera-draw"
        guard case .unreadable(let words)? = await PixbufDecoder(width: 1, limits: limits).reason(TestPictures.svg)
        else {
            Issue.record("expected unreadable")
            return
        }
        #expect(words.description.contains("/nowhere/tessera-draw"))
    }

    /// What other programs say in its place is not believed.
    @Test(arguments: ["/bin/true", "/bin/echo", "/bin/cat"])
    func aProcessThatTalksNonsenseIsAFailure(program: String) async throws {
        var limits = PixbufDecoder.Limits()
        limits.drawing.program = program
        limits.drawing.seconds = 1
        #expect(await PixbufDecoder(width: 1, limits: limits).reason(TestPictures.svg) != nil)
        try await expectNothingLeft()
    }

    @Test func markupThatBeginsLikeAnotherFormatIsADrawingAllTheSame() {
        for head in ["<!--ftypavif", "<!--JXL ", "\n <svg ", "\u{FEFF}<svg "] {
            let file = Array((head + " --><svg xmlns='http://www.w3.org/2000/svg'/>").utf8)
            #expect(PictureHeader(EncodedBytes(file)).format == .svg, "\(head)")
        }
        let late = "<!DOCTYPE svg [\(String(repeating: " ", count: 5000))]><svg xmlns='http://www.w3.org/2000/svg'/>"
        #expect(PictureHeader(EncodedBytes(Array(late.utf8))).format == .svg)
    }

    @Test func boxesAndSidesWithoutMeasureAreRefused() async throws {
        let thin = Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1000000000'/>".utf8)
        let box = PixelSize(square: 1 << 30)
        for fit in [Fit.fill, .fit] {
            for file in [thin, TestPictures.svg] {
                guard case .tooManyPixels? = await reason(decoder, file, box: box, fit: fit) else {
                    Issue.record("expected a refusal")
                    return
                }
            }
        }
    }

    // MARK: What is left

    /// Other tests of this process have drawings of their own, which end soon; the suite's time limit is the only
    /// clock.
    private func expectNothingLeft() async throws {
        while !DrawingProcesses.running.isEmpty || hasOpenDrawing {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Whether a file that was handed to a process is still open here.
    private var hasOpenDrawing: Bool {
        guard let folder = g_dir_open("/proc/self/fd", 0, nil) else { return false }
        defer { g_dir_close(folder) }
        while let name = g_dir_read_name(folder) {
            let target = takeText(g_file_read_link("/proc/self/fd/\(String(cString: name))", nil))
            if target?.hasPrefix("/memfd:drawing") == true { return true }
        }
        return false
    }
}
