// Decoded pixels as textures: what of the file each keeps, and whose memory it draws.
import CGTK
import Codecs
import Desktop
import Fixtures
import ImagePipeline
import Photos
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TextureDecoderTests {
    private let pixels = PixbufDecoder(width: 1)
    private var decoder: TextureDecoder { TextureDecoder(pixels) }

    private func texture(_ bytes: [UInt8], _ fit: Fit, region: PictureRegion? = nil) async throws -> Texture {
        let request = ImageRequest(
            source: SourceID("test"), photo: Photo(id: PhotoID("1"), title: "Sea"), location: .file("/sea"),
            size: PixelSize(square: 16), fit: fit, region: region)
        return try await decoder.decode(EncodedBytes(bytes), for: request, priority: .visible)
    }

    @Test(arguments: [TestPictures.animatedGIF, TestPictures.animatedWebP])
    func aTextureOfTheWholePictureKeepsItsAnimationAndACroppedOneDoesNot(file: [UInt8]) async throws {
        let whole = try await texture(file, .fit)
        let animation = try #require(whole.animation)
        #expect(whole.cost == whole.pixels.cost + file.count)
        #expect(try await texture(file, .fill).animation == nil)
        let processor = TextureProcessor(workers: pixels.workers)
        func resized(_ fit: Fit) async throws -> Texture? {
            try await processor.process(
                whole, with: .resize(PixelSize(square: 3), fit), title: "Sea", priority: .visible)
        }
        #expect(try await resized(.fit)?.animation === animation)
        #expect(try await resized(.fill)?.animation == nil)
    }

    @Test func aFrameIsATextureOfTheSizeThatPlays() async throws {
        let file = try #require(try await texture(TestPictures.animatedGIF, .fit).animation)
        let playing = try #require(try await file.open(at: PixelSize(square: 4)))
        let frame = try #require(try await playing.next())
        #expect(frame.image.size == PixelSize(square: 4) && frame.milliseconds == 100)
        #expect(frame.image.pixels.colour(1, 1) == .blue)
    }

    @Test func aTextureOfARegionSaysWhichPartItShows() async throws {
        let file = Painting.quarters(64, 48).encoded("jpeg")
        let region = PictureRegion(of: PixelSize(width: 64, height: 48), x: 32, y: 24, size: PixelSize(square: 20))
        let part = try await texture(file, .fit, region: region)
        #expect(part.region == region && part.size == region.size)
        #expect(part.pixels.colour(10, 10).isNear(.white))
    }
}
