// Steps of work on pixels, exact on small pictures: resize and tint. Blur has a file of its own.
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

    @Test func aSmallerPictureLetsThroughWhatTheLargeOneDoesButAnEffectIsNoPicture() async throws {
        let file = Painting.noise(60, 40, alpha: true).encoded("png", alpha: true)
        let pixels = try await PixbufDecoder(width: 1).pixels(file, 60, 40)
        #expect(pixels.isTranslucent)
        #expect(try pixels.processed(by: .resize(PixelSize(square: 20), .fill)).isTranslucent)
        #expect(try !pixels.processed(by: .blur(sigma: 2)).isTranslucent)
        #expect(try !pixels.processed(by: .tint(rgb: 0, amount: 90)).isTranslucent)
    }

    // MARK: Tint

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

    // MARK: Chains

    @Test func equalStepsAreEqualKeysAndTheOrderOfAChainMatters() throws {
        let photo = Photo(id: PhotoID("1"), title: "Sea")
        func key(_ steps: [Processor]) -> ImageKey {
            ImageRequest(
                source: SourceID("test"), photo: photo, location: .file("/sea.png"), size: PixelSize(square: 20),
                fit: .fill,
                processors: steps
            ).key
        }
        let steps: [Processor] = [
            .resize(PixelSize(square: 8), .fit), .resize(PixelSize(square: 8), .fill),
            .resize(PixelSize(square: 9), .fit),
            .blur(sigma: 8), .blur(sigma: 9), .tint(rgb: 8, amount: 9), .tint(rgb: 9, amount: 8),
        ]
        for (i, first) in steps.enumerated() {
            for (j, second) in steps.enumerated() { #expect((key([first]) == key([second])) == (i == j)) }
        }
        let (blur, resize) = (Processor.blur(sigma: 2), Processor.resize(PixelSize(square: 8), .fit))
        #expect(key([blur, resize]) == key([blur, resize]))
        #expect(key([blur, resize]) != key([resize, blur]))
        // And the pixels agree that these are two pictures.
        let pixels = Painting.noise(20, 20).buffer()
        let blurredLast = try pixels.processed(by: resize).processed(by: blur)
        let resizedLast = try pixels.processed(by: blur).processed(by: resize)
        #expect(blurredLast.samples != resizedLast.samples)
    }
}
