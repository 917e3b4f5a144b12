import Codecs
import Fixtures
import Photos
import Testing

/// The tones along the edge of an image.
struct EdgeToneTests {
    private func tone(_ colour: @escaping (Int, Int) -> Colour, alpha: Bool = false) async throws -> EdgeTone {
        let painting = Painting(120, 90, colour)
        return try await PixbufDecoder(width: 1).pixels(painting.encoded("png", alpha: alpha), 120, 90, .fit).edgeTone
    }

    @Test func onlyTheEdgeCounts() async throws {
        let framed = try await tone { x, y in (3..<117).contains(x) && (3..<87).contains(y) ? .black : .white }
        #expect(framed == EdgeTone(light: 1, dark: 0))
        let night = try await tone { x, y in (3..<117).contains(x) && (3..<87).contains(y) ? .red : .black }
        #expect(night == EdgeTone(light: 0, dark: 1))
        for colour in [Colour(r: 128, g: 128, b: 128), .red, .blue, .green] {
            #expect(try await tone { _, _ in colour } == EdgeTone(light: 0, dark: 0))
        }
    }

    @Test func aWhiteSkyIsAThirdOfTheEdge() async throws {
        let sky = try await tone { _, y in y < 20 ? .white : .blue }
        #expect(sky.light > 0.3 && sky.light < 0.45)
    }

    @Test func whatIsTransparentHasNoTone() async throws {
        let clear = try await tone({ _, _ in Colour(r: 255, g: 255, b: 255, a: 0) }, alpha: true)
        #expect(clear == EdgeTone(light: 0, dark: 0))
    }
}
