// Steps of work on pixels, exact on small pictures: resize, crop, corners, tint, grey. Blur has a file of its own.
import CGLib
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct PixelStepTests {
    // MARK: Resize

    @Test(arguments: [Fit.fill, .fit], [false, true])
    func aResizeGivesTheVeryPixelsOfADecodeForThatBox(fit: Fit, alpha: Bool) async throws {
        let decoder = PixbufDecoder(width: 1)
        let file = Painting.noise(61, 43, alpha: alpha).encoded("png", alpha: alpha)
        let whole = try await decoder.pixels(file, 61, 43, fit)
        for box in [PixelSize(square: 40), PixelSize(square: 17), PixelSize(width: 60, height: 8)] {
            let decoded = try await decoder.pixels(file, box.width, box.height, fit)
            let resized = try whole.processed(by: .resize(box, fit))
            #expect(resized.size == decoded.size)
            #expect(resized.samples == decoded.samples)
        }
    }

    @Test func aResizeNeverEnlarges() throws {
        let pixels = Painting.quarters(20, 10).buffer()
        #expect(try pixels.processed(by: .resize(PixelSize(square: 90), .fit)) === pixels)
        #expect(try pixels.processed(by: .resize(PixelSize(width: 20, height: 10), .fill)) === pixels)
        #expect(try pixels.processed(by: .resize(PixelSize(square: 90), .fill)).size == PixelSize(square: 10))
    }

    // MARK: Crop

    @Test(arguments: [false, true])
    func aCropTakesExactlyItsPart(alpha: Bool) throws {
        let painting = Painting.noise(9, 7, alpha: alpha)
        let part = try painting.buffer().processed(by: .crop(x: 2, y: 3, PixelSize(width: 4, height: 2)))
        #expect(part.size == PixelSize(width: 4, height: 2))
        #expect(part.colours == (3..<5).flatMap { y in (2..<6).map { painting.pixel($0, y) } })
    }

    @Test func aCropIsCutToWhatThereIs() throws {
        let painting = Painting.noise(9, 7)
        let pixels = painting.buffer()
        let corner = try pixels.processed(by: .crop(x: 7, y: -3, PixelSize(width: .max, height: 4)))
        #expect(corner.size == PixelSize(width: 2, height: 1))
        #expect(corner.colours == [painting.pixel(7, 0), painting.pixel(8, 0)])
        #expect(try pixels.processed(by: .crop(x: -1, y: 0, PixelSize(width: 10, height: 7))) === pixels)
        #expect(throws: PixelBuffer.StepFailure.nothingLeft) {
            try pixels.processed(by: .crop(x: 9, y: 0, PixelSize(square: 3)))
        }
    }

    // MARK: Corners

    /// The share of pixel (x, y) that lies inside: on each of a thousand lines the length between the edges.
    private static func share(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ radius: Double) -> Double {
        var inside = 0.0
        for line in 0..<1000 {
            let py = Double(y) + (Double(line) + 0.5) / 1000
            let dy = max(radius - py, py - (Double(height) - radius), 0)
            let inset = radius - (radius * radius - dy * dy).squareRoot()
            inside += max(0, min(Double(x + 1), Double(width) - inset) - max(Double(x), inset))
        }
        return inside / 1000
    }

    @Test(arguments: [(20, 14, 1), (20, 14, 6), (21, 13, 12), (9, 9, 5), (1, 1, 4), (40, 40, 20)])
    func roundedCornersKeepTheShareOfEachPixelThatLiesInside(width: Int, height: Int, radius: Int) throws {
        let rounded = try Painting(width, height) { _, _ in .white }.buffer().processed(by: .roundedCorners(radius: radius))
        let reach = min(Double(radius), Double(min(width, height)) / 2)
        var worst = 0.0
        for (i, colour) in rounded.colours.enumerated() {
            #expect(colour.r == colour.a && colour.g == colour.a && colour.b == colour.a)
            worst = max(worst, abs(Double(colour.a) - Self.share(i % width, i / width, width, height, reach) * 255))
        }
        #expect(worst <= 1)
    }

    @Test func roundedCornersLeaveTheMiddleAloneAndMultiplyWhatWasTransparent() throws {
        let half = Colour(r: 100, g: 50, b: 0, a: 128)
        let rounded = try Painting(20, 20) { _, _ in half }.buffer().processed(by: .roundedCorners(radius: 8))
        #expect(rounded.colour(10, 0) == half && rounded.colour(0, 10) == half && rounded.colour(8, 8) == half)
        #expect(rounded.colour(0, 0) == Colour(r: 0, g: 0, b: 0, a: 0))
        #expect(rounded.isPremultiplied)
        let pixels = Painting.noise(5, 5).buffer()
        #expect(try pixels.processed(by: .roundedCorners(radius: 0)) === pixels)
    }

    // MARK: Tint and grey

    @Test(arguments: [(false, 33, 5), (true, 33, 5), (false, 1, 1), (true, 3, 1)])
    func aTintMixesToTheNearestLevel(alpha: Bool, width: Int, height: Int) throws {
        let painting = Painting.noise(width, height, alpha: alpha)
        for amount: UInt8 in [1, 90, 128, 254, 255] {
            let tinted = try painting.buffer().processed(by: .tint(rgb: 0x20_80FF, amount: amount))
            #expect(tinted.isPremultiplied)
            for (from, to) in zip(painting.buffer().colours, tinted.colours) {
                #expect(to.a == from.a)
                for (a, b, colour) in [(from.r, to.r, 0x20), (from.g, to.g, 0x80), (from.b, to.b, 0xFF)] {
                    let share = Double(amount) / 255
                    // The colour is made as transparent as the pixel first, to a whole level.
                    let full = (Double(colour) * Double(from.a) / 255).rounded()
                    #expect(abs(Double(b) - (Double(a) * (1 - share) + full * share)) <= 0.5)
                }
            }
        }
        let pixels = painting.buffer()
        #expect(try pixels.processed(by: .tint(rgb: 0, amount: 0)) === pixels)
    }

    @Test(arguments: [false, true])
    func greyIsTheLumaOfBT709(alpha: Bool) throws {
        let primaries = Painting(5, 1) { x, _ in [.red, .green, .blue, .white, .black][x] }.buffer()
        #expect(try primaries.processed(by: .greyscale).colours.map(\.r) == [54, 182, 18, 255, 0])
        let painting = Painting.noise(67, 9, alpha: alpha)
        let grey = try painting.buffer().processed(by: .greyscale)
        #expect(grey.isPremultiplied)
        for (from, to) in zip(painting.buffer().colours, grey.colours) {
            let luma = 0.2126 * Double(from.r) + 0.7152 * Double(from.g) + 0.0722 * Double(from.b)
            #expect(to.r == to.g && to.g == to.b && to.a == from.a)
            #expect(abs(Double(to.r) - luma) <= 0.502)
        }
        #expect(try grey.processed(by: .greyscale).samples == grey.samples)
    }

    // MARK: Chains

    @Test func equalStepsAreEqualKeysAndTheOrderOfAChainMatters() throws {
        let photo = Photo(id: PhotoID("1"), title: "Sea")
        func key(_ steps: [Processor]) -> ImageKey {
            ImageRequest(
                source: SourceID("test"), photo: photo, location: .file("/sea.png"), size: PixelSize(square: 20), fit: .fill,
                processors: steps
            ).key
        }
        let steps: [Processor] = [
            .resize(PixelSize(square: 8), .fit), .resize(PixelSize(square: 8), .fill), .resize(PixelSize(square: 9), .fit),
            .crop(x: 1, y: 2, PixelSize(square: 8)), .crop(x: 2, y: 1, PixelSize(square: 8)), .roundedCorners(radius: 8),
            .blur(sigma: 8), .blur(sigma: 9), .tint(rgb: 8, amount: 9), .tint(rgb: 9, amount: 8), .greyscale,
        ]
        for (i, first) in steps.enumerated() {
            for (j, second) in steps.enumerated() { #expect((key([first]) == key([second])) == (i == j)) }
        }
        #expect(key([.blur(sigma: 2), .greyscale]) == key([.blur(sigma: 2), .greyscale]))
        #expect(key([.blur(sigma: 2), .roundedCorners(radius: 4)]) != key([.roundedCorners(radius: 4), .blur(sigma: 2)]))
        // And the pixels agree that these are two pictures.
        let pixels = Painting.noise(20, 20).buffer()
        let blurredLast = try pixels.processed(by: .roundedCorners(radius: 4)).processed(by: .blur(sigma: 2))
        let roundedLast = try pixels.processed(by: .blur(sigma: 2)).processed(by: .roundedCorners(radius: 4))
        #expect(blurredLast.samples != roundedLast.samples)
    }
}
