// The mean of pictures whose mean is known, with alpha and without.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite struct AverageColourTests {
    private func mean(_ painting: Painting) -> AverageColour? {
        painting.buffer().averageColour
    }

    @Test func aPictureOfOneColourIsThatColour() {
        for (width, height) in [(1, 1), (3, 2), (17, 5), (208, 208), (5, 300), (9001, 2)] {
            let colour = mean(Painting(width, height) { _, _ in Colour(r: 10, g: 120, b: 250) })
            #expect(colour == AverageColour(red: 10, green: 120, blue: 250), "\(width)×\(height)")
        }
    }

    @Test func allPartsCountAlike() {
        #expect(mean(.quarters(64, 64)) == AverageColour(red: 128, green: 128, blue: 128))
        let upper = Painting(50, 160) { _, y in y < 40 ? .white : .black }
        #expect(mean(upper) == AverageColour(red: 64, green: 64, blue: 64))
        let left = Painting(100, 31) { x, _ in x < 20 ? .white : .black }
        #expect(mean(left) == AverageColour(red: 51, green: 51, blue: 51))
    }

    @Test func aPixelCountsAsMuchAsItIsOpaque() {
        // Half transparent green, a quarter opaque red, a quarter nothing; the colours are multiplied by alpha already.
        let glass = Painting(40, 40) { x, _ in
            x < 20
                ? Colour(r: 0, g: 255, b: 0)
                : x < 30 ? Colour(r: 128, g: 0, b: 0, a: 128) : Colour(r: 0, g: 0, b: 0, a: 0)
        }
        #expect(mean(glass) == AverageColour(red: 51, green: 204, blue: 0))
    }

    @Test func aPictureThatIsMostlyTransparentHasNoColour() {
        #expect(mean(Painting(20, 20) { _, _ in Colour(r: 0, g: 0, b: 0, a: 0) }) == nil)
        #expect(mean(Painting(20, 20) { x, _ in x < 9 ? .red : Colour(r: 0, g: 0, b: 0, a: 0) }) == nil)
        #expect(
            mean(Painting(20, 20) { x, _ in x < 10 ? .red : Colour(r: 0, g: 0, b: 0, a: 0) })
                == AverageColour(red: 255, green: 0, blue: 0))
    }
}
