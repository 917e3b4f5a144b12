// The decoder: exact sizes, upright pixels, right colours, nothing upscaled.
import CGLib
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct PixbufDecoderTests {
    private let decoder = PixbufDecoder(width: 2)
    private static let best = ["quality": "100"]

    @Test(arguments: 1...8, [Fit.fill, .fit])
    func everyOrientationGivesTheSameUprightPixels(orientation: Int, fit: Fit) async throws {
        let file = TestPictures.oriented(
            Painting.quarters(192, 128).stored(orientation).encoded("jpeg", options: Self.best),
            orientation: orientation,
            bigEndian: orientation.isMultiple(of: 2))
        // A box of another ratio and a reduction of more than 2, so that crop, scaled decode and turn all take part.
        let pixels = try await decoder.pixels(file, 60, 60, fit)
        #expect(pixels.size == (fit == .fill ? PixelSize(square: 60) : PixelSize(width: 60, height: 40)))
        let (w, h) = (pixels.size.width, pixels.size.height)
        #expect(pixels.colour(w / 4, h / 4).isNear(.red))
        #expect(pixels.colour(w * 3 / 4, h / 4).isNear(.green))
        #expect(pixels.colour(w / 4, h * 3 / 4).isNear(.blue))
        #expect(pixels.colour(w * 3 / 4, h * 3 / 4).isNear(.white))
    }

    @Test func fillCutsEvenlyOnBothSides() async throws {
        // 300 × 100: black but for the middle third, whose first and last columns are red and blue.
        let file = Painting(300, 100) { x, _ in
            x < 100 || x >= 200 ? .black : x == 100 ? .red : x == 199 ? .blue : .white
        }.encoded("png")
        let pixels = try await decoder.pixels(file, 100, 100)
        #expect(pixels.size == PixelSize(square: 100))
        #expect(pixels.colour(0, 50) == .red)
        #expect(pixels.colour(1, 50) == .white)
        #expect(pixels.colour(99, 50) == .blue)
    }

    @Test func aReductionAveragesWithoutAliasing() async throws {
        // A chequerboard of single pixels is even grey at any reduction; sampling it would give black or white.
        let board = Painting(400, 400) { x, y in (x + y).isMultiple(of: 2) ? .white : .black }.encoded("png")
        for side in [40, 64, 100, 150] {
            let pixels = try await decoder.pixels(board, side, side)
            for x in stride(from: 0, to: side, by: 7) {
                #expect(pixels.colour(x, side / 2).isNear(Colour(r: 128, g: 128, b: 128), within: 40))
            }
        }
    }

    @Test func anEvenColourStaysExactlyThatColour() async throws {
        let colour = Colour(r: 201, g: 117, b: 3)
        let file = Painting(317, 211) { _, _ in colour }.encoded("png")
        for side in [211, 140, 77, 10, 1] {
            let pixels = try await decoder.pixels(file, side, side)
            #expect(pixels.colour(0, 0) == colour)
            #expect(pixels.colour(side - 1, side - 1) == colour)
        }
    }

    @Test func unscaledPixelsAreUntouched() async throws {
        let painting = Painting(9, 6) { x, y in Colour(r: UInt8(x * 20), g: UInt8(y * 40), b: UInt8((x * y) % 251)) }
        let pixels = try await decoder.pixels(painting.encoded("png"), 9, 6)
        for y in 0..<6 { for x in 0..<9 { #expect(pixels.colour(x, y) == painting.pixel(x, y)) } }
    }

    @Test func alphaIsPremultipliedBeforeFiltering() async throws {
        // Opaque red beside invisible green: the mix is red at half opacity, without a trace of green.
        let file = Painting(200, 200) { x, _ in
            x.isMultiple(of: 2) ? .red : Colour(r: 0, g: 255, b: 0, a: 0)
        }.encoded("png", alpha: true)
        let pixels = try await decoder.pixels(file, 50, 50)
        #expect(pixels.colour(20, 20).isNear(Colour(r: 128, g: 0, b: 0, a: 128), within: 2))
        let half = Painting(3, 3) { _, _ in Colour(r: 200, g: 100, b: 0, a: 128) }.encoded("png", alpha: true)
        #expect(try await decoder.pixels(half, 3, 3).colour(1, 1) == Colour(r: 100, g: 50, b: 0, a: 128))
    }

    /// A file's alpha channel alone says nothing: screenshots have one.
    @Test func aPictureIsTranslucentWhereItLetsSomethingThrough() async throws {
        let opaque = Painting.quarters(60, 40)
        let holed = Painting(60, 40) { x, y in x == 59 && y == 39 ? Colour(r: 0, g: 0, b: 0, a: 254) : .red }
        for type in ["png", "webp"] {
            let options = type == "webp" ? ["quality": "100"] : [:]
            #expect(try await !decoder.pixels(opaque.encoded(type, options: options), 60, 40).isTranslucent, "\(type)")
            let covered = opaque.encoded(type, alpha: true, options: options)
            #expect(try await !decoder.pixels(covered, 60, 40).isTranslucent, "\(type)")
            let file = holed.encoded(type, alpha: true, options: options)
            #expect(try await decoder.pixels(file, 60, 40).isTranslucent, "\(type)")
        }
        #expect(try await !decoder.pixels(opaque.encoded("jpeg"), 60, 40).isTranslucent)
    }

    @Test func nothingIsUpscaled() async throws {
        let file = Painting.quarters(60, 30).encoded("png")
        #expect(try await decoder.pixels(file, 200, 200, .fit).size == PixelSize(width: 60, height: 30))
        // The centred part of the box's ratio, at the picture's own resolution.
        let square = try await decoder.pixels(file, 200, 200)
        #expect(square.size == PixelSize(square: 30))
        #expect(square.colour(14, 14) == .red && square.colour(15, 14) == .green)
        // One side is enough, the other is not.
        #expect(try await decoder.pixels(file, 40, 40).size == PixelSize(square: 30))
        #expect(try await decoder.pixels(file, 50, 25).size == PixelSize(width: 50, height: 25))
    }

    @Test func aJPEGIsReducedByLibjpegAndNeverTooFar() async throws {
        let file = Painting.quarters(1001, 777).encoded("jpeg")
        for side in [97, 98, 194, 195, 388, 389, 500, 777] {
            #expect(try await decoder.pixels(file, side, side).size == PixelSize(square: side))
        }
        let small = PixbufDecoder(width: 1)
        _ = try await small.pixels(file, 97, 97)
        #expect(small.peakBytesInFlight == 126 * 98 * 3)
    }

    @Test func aWebPIsReducedByItsLoaderUnlessThatWouldChangeIt() async throws {
        let painting = Painting.quarters(1001, 777)
        func taken(_ file: [UInt8]) async throws -> Int {
            let decoder = PixbufDecoder(width: 1)
            let pixels = try await decoder.pixels(file, 97, 97)
            #expect(pixels.size == PixelSize(square: 97))
            #expect(pixels.colour(10, 10).isNear(.red) && pixels.colour(86, 86).isNear(.white))
            return decoder.peakBytesInFlight
        }
        for quality in ["75", "100"] {
            #expect(try await taken(painting.encoded("webp", options: ["quality": quality])) == 126 * 98 * 3)
        }
        // The colour of what is transparent would be mixed in.
        let glass = Painting(1001, 777) { x, y in
            let colour = painting.pixel(x, y)
            return colour == .green ? Colour(r: 0, g: 255, b: 0, a: 0) : colour
        }
        for quality in ["75", "100"] {
            let file = glass.encoded("webp", alpha: true, options: ["quality": quality])
            #expect(try await taken(file) == 1001 * 777 * 10 + file.count)
        }
        // Its loader tells how it is turned only when it has been read.
        let turned = CameraNotes.usual.webp(marked: false)
        #expect(PictureHeader(EncodedBytes(turned)).isReducedByItsLoader == false)
    }

    @Test func everyKindOfFileHasItsColours() async throws {
        #expect(try await decoder.pixels(TestPictures.cmykJPEG, 8, 8).colour(4, 4).isNear(.red))
        let gray = try await decoder.pixels(TestPictures.grayJPEG, 8, 8)
        #expect(gray.colour(3, 0).isNear(.white) && gray.colour(3, 7).isNear(.black))
        #expect(try await decoder.pixels(TestPictures.deepPNG, 4, 4).colour(1, 1) == Colour(r: 255, g: 128, b: 0))
        #expect(
            try await decoder.pixels(TestPictures.deepAlphaPNG, 4, 4).colour(1, 1) == Colour(r: 128, g: 0, b: 0, a: 128)
        )
        #expect(try await decoder.pixels(TestPictures.webP, 5, 3).colour(1, 1) == .green)
        #expect(try await decoder.pixels(TestPictures.tiff, 5, 3).colour(1, 1) == .green)
    }

    @Test func ofAnAnimationTheFirstFrameIsTaken() async throws {
        #expect(try await decoder.pixels(TestPictures.animatedGIF, 4, 4).colour(1, 1) == .red)
        #expect(try await decoder.pixels(TestPictures.animatedWebP, 16, 12).colour(1, 1) == .red)
    }

    @Test func aDrawingIsDrawnAtTheSizeThatIsNeeded() async throws {
        let fill = try await decoder.pixels(TestPictures.svg, 100, 100)
        #expect(fill.size == PixelSize(square: 100))
        #expect(fill.colour(0, 0) == .red && fill.colour(99, 99) == .red)
        #expect(try await decoder.pixels(TestPictures.svg, 100, 100, .fit).size == PixelSize(width: 100, height: 50))
    }

    @Test func aCancelledDecodeThrowsAndGivesItsMemoryBack() async throws {
        let file = Painting.quarters(2000, 1500).encoded("png")
        let decoder = PixbufDecoder(width: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await decoder.pixels(file, 100, 100)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = try await decoder.pixels(file, 100, 100)
        #expect(decoder.bytesInFlight == 0)
    }

    @Test func aCancelInTheMiddleStopsTheLoad() async throws {
        // The decode is held at its header, where it waits for memory that another one has; it is cancelled there.
        let file = Painting(600, 600) { x, y in Colour(r: UInt8.random(in: 0...255), g: 0, b: 0) }.encoded("png")
        let budget = ByteBudget(limit: 1000)
        budget.acquire(1000)
        let pool = WorkerPool(name: "decode", width: 1, niceness: 0)
        let started = Gate()
        let task = Task {
            try await pool.run(priority: .visible) {
                started.open()
                return try DecodeJob(
                    box: PixelSize(square: 10), fit: .fill,
                    resources: DecodeResources(limits: PixbufDecoder.Limits(), budget: budget)
                ).run(EncodedBytes(file))
            }
        }
        await started.opened()
        task.cancel()
        budget.release(1000)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(budget.used == 0)
    }

    @Test func largeDecodesWaitForEachOther() async throws {
        let file = Painting.quarters(500, 500).encoded("png")
        var limits = PixbufDecoder.Limits()
        limits.bytesInFlight = 2_500_000
        let decoder = PixbufDecoder(width: 4, limits: limits)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 { group.addTask { _ = try await decoder.pixels(file, 50, 50) } }
            try await group.waitForAll()
        }
        #expect(decoder.peakBytesInFlight <= 2_500_000)
        #expect(decoder.bytesInFlight == 0)
    }
}
