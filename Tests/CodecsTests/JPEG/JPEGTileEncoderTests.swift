// Tiles as JPEG: what comes back looks like what went in, and what would lose by it is left alone.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs
@testable import PhotoFormats

@Suite(.timeLimit(.minutes(5)))
struct JPEGTileEncoderTests {
    private let decoder = PixbufDecoder(width: 1)

    private func picture(_ painting: Painting, alpha: Bool = false) async throws -> DecodedPicture {
        let png = painting.encoded("png", alpha: alpha)
        return DecodedPicture(try await decoder.pixels(png, painting.width, painting.height))
    }

    @Test func aTileComesBackAsItWas() async throws {
        let picture = try await picture(.quarters(208, 150))
        let bytes = try #require(await JPEGTileEncoder().encode(picture))
        #expect(PictureHeader(bytes).format == .jpeg)
        let pixels = try await decoder.decodePixels(
            bytes, title: "Sea", size: PixelSize(width: 208, height: 150), fit: .fill)
        #expect(pixels.size == picture.size)
        #expect(pixels.colour(30, 30).isNear(.red) && pixels.colour(180, 30).isNear(.green))
        #expect(pixels.colour(30, 120).isNear(.blue) && pixels.colour(180, 120).isNear(.white))
    }

    @Test func aTileThatIsNotOpaqueIsNotEncoded() async throws {
        let almost = Painting(40, 40) { x, y in
            x == 39 && y == 39 ? Colour(r: 9, g: 9, b: 9, a: 254) : .red
        }
        #expect(await JPEGTileEncoder().encode(try await picture(almost, alpha: true)) == nil)
        #expect(await JPEGTileEncoder().encode(try await picture(.quarters(40, 40), alpha: true)) != nil)
    }

    /// What a process has painted that ended badly later is stored neither as a tile nor as a tiny picture.
    @Test func aTileOfAProcessWithoutCreditIsNotEncoded() async throws {
        let credit = Credit.revocable()
        let picture = DecodedPicture(try await picture(.quarters(40, 40)).pixels.made(with: credit))
        #expect(await JPEGTileEncoder().encode(picture) != nil && TinyBlockCodec().encode(picture, .square) != nil)
        credit.revoke()
        #expect(await JPEGTileEncoder().encode(picture) == nil && TinyBlockCodec().encode(picture, .square) == nil)
    }

    @Test func aPictureOfAnotherKindIsNotEncoded() async {
        final class Other: DecodedImage {
            let size = PixelSize(square: 1)
            let cost = 4
        }
        #expect(await JPEGTileEncoder().encode(Other()) == nil)
    }
}
