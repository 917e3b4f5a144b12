// Previews out of EXIF: found in a prefix, without bars, cut and turned as the picture will be, and never trusted.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct EmbeddedThumbnailTests {
    private let decoder = PixbufDecoder(width: 1)
    private static let best = ["quality": "95"]

    private func preview(
        _ bytes: [UInt8], _ width: Int, _ height: Int, _ fit: Fit = .fill
    ) async throws -> PixelBuffer? {
        try await decoder.previewPixels(EncodedBytes(bytes), size: PixelSize(width: width, height: height), fit: fit)?
            .pixels
    }

    /// Something that looks different under every shift: rings around a point off the middle, in smooth colours.
    private static func rings(_ width: Int, _ height: Int) -> (Int, Int) -> Colour {
        { x, y in
            let u = (Double(x) + 0.5) / Double(width) - 0.4, v = (Double(y) + 0.5) / Double(height) - 0.45
            let wave = (u * u + v * v).squareRoot() * 5
            let share = abs(wave - wave.rounded()) * 2
            return Colour(r: UInt8(40 + 200 * share), g: UInt8(220 - 150 * share), b: UInt8(60 + 80 * (u + 0.5)))
        }
    }

    /// A thumbnail of 160 × 120 in which a picture of 3:2 lies between bars, as most cameras write it.
    private static func barred(_ pixel: @escaping (Int, Int) -> Colour) -> [UInt8] {
        Painting(160, 120) { x, y in y < 7 || y >= 113 ? .black : pixel(x, y - 7) }.encoded("jpeg", options: best)
    }

    private static let photo = Painting(1200, 800, rings(1200, 800)).encoded("jpeg", options: best)
    private static let barredFile = EXIFWriter(thumbnail: barred(rings(160, 106))).into(photo)

    @Test(arguments: [Fit.fill, .fit])
    func aPreviewShowsTheSameCutAsThePicture(fit: Fit) async throws {
        let final = try await decoder.pixels(Self.barredFile, 100, 90, fit)
        let preview = try #require(try await preview(Self.barredFile, 100, 90, fit))
        #expect(preview.size == final.size)
        /// The mean difference of the middle, when the preview is shifted.
        func difference(_ right: Int, _ down: Int) -> Int {
            var sum = 0
            for y in 2..<final.size.height - 2 {
                for x in 2..<final.size.width - 2 {
                    let (a, b) = (preview.colour(x + right, y + down), final.colour(x, y))
                    sum += abs(Int(a.r) - Int(b.r)) + abs(Int(a.g) - Int(b.g)) + abs(Int(a.b) - Int(b.b))
                }
            }
            return sum
        }
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            #expect(difference(0, 0) * 2 < difference(right, down))
        }
    }

    @Test func theBarsAreTakenOff() async throws {
        let white = Painting(600, 400) { _, _ in .white }.encoded("jpeg")
        let file = EXIFWriter(thumbnail: Self.barred { _, _ in .white }).into(white)
        for (width, height) in [(160, 120), (208, 208), (300, 20), (20, 300)] {
            for fit in [Fit.fill, .fit] {
                let pixels = try #require(try await preview(file, width, height, fit))
                for x in [0, pixels.size.width / 2, pixels.size.width - 1] {
                    for y in [0, 1, pixels.size.height - 2, pixels.size.height - 1] {
                        #expect(pixels.colour(x, max(0, y)).isNear(.white, within: 24))
                    }
                }
            }
        }
        // Bars at the sides, in the thumbnail of a portrait that is stored upright.
        let portrait = Painting(400, 600) { _, _ in .white }.encoded("jpeg")
        let pillar = Painting(160, 120) { x, _ in x < 40 || x >= 120 ? .black : .white }.encoded(
            "jpeg", options: Self.best)
        let pixels = try #require(try await preview(EXIFWriter(thumbnail: pillar).into(portrait), 208, 208, .fit))
        #expect(pixels.size == PixelSize(width: 80, height: 120))
        #expect(pixels.colour(0, 60).isNear(.white, within: 24) && pixels.colour(79, 60).isNear(.white, within: 24))
    }

    @Test(arguments: 1...8)
    func aPreviewIsTurnedAsThePictureIs(orientation: Int) async throws {
        let upright = Painting.quarters(orientation >= 5 ? 120 : 160, orientation >= 5 ? 160 : 120)
        let thumbnail = upright.stored(orientation).encoded("jpeg", options: Self.best)
        let photo = Painting(640, 480) { _, _ in .black }.encoded("jpeg")
        let file = EXIFWriter(bigEndian: orientation.isMultiple(of: 2), orientation: orientation, thumbnail: thumbnail)
            .into(photo)
        let pixels = try #require(try await preview(file, 100, 100))
        #expect(pixels.size == PixelSize(square: 100))
        #expect(pixels.colour(25, 25).isNear(.red, within: 24))
        #expect(pixels.colour(75, 25).isNear(.green, within: 24))
        #expect(pixels.colour(25, 75).isNear(.blue, within: 24))
        #expect(pixels.colour(75, 75).isNear(.white, within: 24))
    }

    @Test func aPreviewIsNeverUpscaledAndKeepsTheRatio() async throws {
        let square = try #require(try await preview(Self.barredFile, 208, 208))
        #expect(square.size == PixelSize(square: 106))
        let wide = try #require(try await preview(Self.barredFile, 400, 200))
        #expect(wide.size == PixelSize(width: 159, height: 80))
        let whole = try #require(try await preview(Self.barredFile, 1000, 1000, .fit))
        #expect(whole.size.width <= 160 && whole.size.height <= 106 && whole.size.width >= 158)
        #expect(try await preview(Self.barredFile, 60, 60)?.size == PixelSize(square: 60))
        // The picture is smaller than its thumbnail: no larger than the picture.
        let tiny = EXIFWriter(thumbnail: Painting.quarters(160, 120).encoded("jpeg")).into(
            Painting.quarters(40, 30).encoded("jpeg"))
        #expect(try await preview(tiny, 200, 200)?.size == PixelSize(square: 30))
    }

    @Test func aThumbnailOfAnotherPartIsRefused() async throws {
        // A thumbnail of 4:3 without bars: the middle of a 3:2 picture, or what it was before it was cut.
        let cut = Painting(160, 120) { _, _ in .white }.encoded("jpeg")
        #expect(try await preview(EXIFWriter(thumbnail: cut).into(Self.photo), 100, 100) == nil)
        let portrait = Painting(400, 600) { _, _ in .white }.encoded("jpeg")
        #expect(try await preview(EXIFWriter(thumbnail: cut).into(portrait), 100, 100) == nil)
        // Rounding of the thumbnail's sides is no other part.
        let rounded = Painting(160, 106) { _, _ in .white }.encoded("jpeg")
        #expect(try await preview(EXIFWriter(thumbnail: rounded).into(Self.photo), 100, 100) != nil)
    }

    @Test func aPrefixIsEnoughAndTheFrameHeaderMayLieBehindIt() async throws {
        let segment = Self.barredFile.count - Self.photo.count + 2
        #expect(try await preview(Array(Self.barredFile.prefix(segment + 600)), 90, 90)?.size == PixelSize(square: 90))
        #expect(try await preview(Array(Self.barredFile.prefix(segment)), 90, 90) == nil)
        let told = EXIFWriter(dimensions: (1200, 800), thumbnail: Self.barred(Self.rings(160, 106))).into(Self.photo)
        #expect(
            try await preview(Array(told.prefix(told.count - Self.photo.count + 2)), 90, 90)?.size
                == PixelSize(square: 90))
    }

    @Test func bulkyEXIFStillPreviews() async throws {
        let bulky = EXIFWriter(thumbnail: Self.barred(Self.rings(160, 106)), notes: 40_000).into(Self.photo)
        #expect(try await preview(bulky, 90, 90)?.size == PixelSize(square: 90))
        // Other segments before it, one of them bulky too, and a stated length that is too long.
        let comment: [UInt8] = [0xFF, 0xE2, 0xEA, 0x60] + [UInt8](repeating: 0xFF, count: 60_000 - 2)
        let long = EXIFWriter(thumbnail: Self.barred(Self.rings(160, 106)), statedLength: 1 << 30).into(Self.photo)
        #expect(try await preview(long.prefix(2) + comment + long.dropFirst(2), 90, 90)?.size == PixelSize(square: 90))
    }

    @Test func thereIsNoneInOtherFiles() async throws {
        #expect(try await preview([], 90, 90) == nil)
        #expect(try await preview(Self.photo, 90, 90) == nil)
        #expect(try await preview(EXIFWriter(orientation: 6).into(Self.photo), 90, 90) == nil)
        for other in [TestPictures.webP, TestPictures.tiff, TestPictures.animatedGIF, TestPictures.svg] {
            #expect(try await preview(other, 90, 90) == nil)
        }
    }

    @Test func aThumbnailThatClaimsToBeGiantIsRefusedUnread() async throws {
        var thumbnail = Self.barred { _, _ in .white }
        let frame = try #require(thumbnail.indices.first { thumbnail[$0...].starts(with: [0xFF, 0xC0]) })
        thumbnail.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0xAF, 0xC8])
        #expect(try await preview(EXIFWriter(thumbnail: thumbnail).into(Self.photo), 90, 90) == nil)
    }

    @Test func noDamageIsFatal() async throws {
        let thumbnail = Painting.quarters(24, 16).encoded("jpeg")
        let photo = Painting.quarters(48, 32).encoded("jpeg")
        let file = EXIFWriter(dimensions: (48, 32), thumbnail: thumbnail, isRing: true).into(photo)
        #expect(try await preview(file, 12, 12)?.size == PixelSize(square: 12))
        for count in 0..<file.count {
            let pixels = try await preview(Array(file.prefix(count)), 12, 12)
            #expect(pixels == nil || count >= file.count - photo.count)
        }
        var random = SplitMix(seed: 7)
        for _ in 0..<2000 {
            var damaged = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // The directories are in the first bytes: half of the hits go there.
                let reach = Bool.random(using: &random) ? 160 : damaged.count
                damaged[Int.random(in: 0..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let pixels = try await preview(damaged, 12, 12) {
                #expect(pixels.size.width <= 12 && pixels.size.height <= 12)
            }
        }
    }

    @Test func aCancelledPreviewThrows() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await preview(Self.barredFile, 90, 90)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
