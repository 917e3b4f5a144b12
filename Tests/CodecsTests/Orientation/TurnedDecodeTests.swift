// Pictures of versions that are turned beyond what their files say.
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct TurnedDecodeTests {
    private static let decoder = PixbufDecoder(width: 2)

    private static func request(
        _ quarters: Int, _ size: PixelSize, _ fit: Fit = .fit, region: PictureRegion? = nil,
        at location: ImageLocation = .file("/a")
    ) -> ImageRequest {
        let version = FileVersion.text(FileVersion.fingerprint(0x1234_5670, turnedBy: quarters))
        return ImageRequest(
            source: SourceID("s"), photo: Photo(id: PhotoID("a"), title: "a", version: version), location: location,
            size: size, fit: fit, region: region)
    }

    private static func decode(_ bytes: [UInt8], _ request: ImageRequest) async throws -> PixelBuffer {
        try await decoder.decode(EncodedBytes(bytes), for: request, priority: .visible).pixels
    }

    /// The colours of the four quarters of a picture, clockwise from the upper left one.
    private static func quarters(_ pixels: PixelBuffer) -> [Colour] {
        let (w, h) = (pixels.size.width, pixels.size.height)
        return [(1, 1), (3, 1), (3, 3), (1, 3)].map { pixels.colour(w * $0.0 / 4, h * $0.1 / 4) }
    }

    private static func isTurned(_ pixels: PixelBuffer, by quarters: Int) -> Bool {
        let upright: [Colour] = [.red, .green, .white, .blue]
        let expected = (0..<4).map { upright[($0 - quarters) & 3] }
        return zip(Self.quarters(pixels), expected).allSatisfy { $0.isNear($1, within: 24) }
    }

    static let files: [(String, [UInt8])] = [
        ("PNG", Painting.quarters(192, 128).encoded("png")),
        ("TIFF", Painting.quarters(192, 128).encoded("tiff")),
        ("JPEG", Painting.quarters(192, 128).encoded("jpeg", options: ["quality": "100"])),
        (
            "turned JPEG",
            TestPictures.oriented(
                Painting.quarters(192, 128).stored(8).encoded("jpeg", options: ["quality": "100"]), orientation: 8)
        ),
        (
            "mirrored JPEG",
            TestPictures.oriented(
                Painting.quarters(192, 128).stored(5).encoded("jpeg", options: ["quality": "100"]), orientation: 5)
        ),
        (
            "SVG",
            Array(
                """
                <svg xmlns='http://www.w3.org/2000/svg' width='192' height='128'><rect width='96' height='64' fill='#f00'/>\
                <rect x='96' width='96' height='64' fill='#0f0'/><rect y='64' width='96' height='64' fill='#00f'/>\
                <rect x='96' y='64' width='96' height='64' fill='#fff'/></svg>
                """.utf8)
        ),
    ]

    @Test(arguments: files.indices, 0..<4)
    func aPictureIsTurnedWholeAndInTheSizeThatIsWanted(index: Int, quarters: Int) async throws {
        let (name, file) = Self.files[index]
        let whole = try await Self.decode(file, Self.request(quarters, PixelSize(width: 96, height: 96)))
        let size = PixelSize(width: 96, height: 64), original = PixelSize(width: 192, height: 128)
        #expect(whole.size == (quarters % 2 == 0 ? size : size.transposed), "\(name)")
        if name != "SVG" { #expect(whole.original == (quarters % 2 == 0 ? original : original.transposed), "\(name)") }
        #expect(Self.isTurned(whole, by: quarters), "\(name) \(Self.quarters(whole))")
        let tile = try await Self.decode(file, Self.request(quarters, PixelSize(width: 40, height: 60), .fill))
        #expect(tile.size == PixelSize(width: 40, height: 60))
        #expect(Self.isTurned(tile, by: quarters), "\(name) \(Self.quarters(tile))")
    }

    @Test func aRemotePhotoIsNotTurnedByItsVersion() async throws {
        let request = Self.request(1, PixelSize(square: 96), at: .remote("http://a.example/1"))
        #expect(Self.isTurned(try await Self.decode(Self.files[0].1, request), by: 0))
    }

    @Test(arguments: 1..<4)
    func aRegionIsThatOfTheTurnedPicture(quarters: Int) async throws {
        let file = Self.files[3].1
        let size = PixelSize(width: 192, height: 128), whole = quarters % 2 == 0 ? size : size.transposed
        let all = try await Self.decode(file, Self.request(quarters, whole))
        let region = PictureRegion(of: whole, x: 20, y: 30, size: PixelSize(width: 70, height: 60))
        let part = try await Self.decode(file, Self.request(quarters, PixelSize(square: 32), region: region))
        #expect(part.size == region.size)
        for (x, y) in [(0, 0), (69, 0), (35, 30), (0, 59), (69, 59)] {
            #expect(part.colour(x, y).isNear(all.colour(20 + x, 30 + y), within: 24))
        }
    }

    @Test(arguments: 0..<4)
    func anEmbeddedThumbnailIsTurnedToo(quarters: Int) async throws {
        let small = Painting.quarters(96, 64).encoded("jpeg", options: ["quality": "100"])
        let file = EXIFWriter(thumbnail: small).into(
            Painting.quarters(192, 128).encoded("jpeg", options: ["quality": "100"]))
        let request = Self.request(quarters, PixelSize(square: 60), .fill)
        let preview = try #require(
            try await Self.decoder.preview(EncodedBytes(file), for: request, beyond: nil, priority: .visible))
        #expect(preview.detail == .thumbnail && Self.isTurned(preview.image.pixels, by: quarters))
    }

    @Test(arguments: 0..<4)
    func theFramesOfAnAnimationAreTurnedToo(quarters: Int) async throws {
        let size = PixelSize(width: 16, height: 12)
        let turned = quarters % 2 == 0 ? size : size.transposed
        let picture = try await Self.decoder.decode(
            EncodedBytes(TestPictures.animatedWebP), for: Self.request(quarters, PixelSize(square: 16)),
            priority: .visible)
        #expect(picture.pixels.size == turned)
        let file = try #require(picture.animation)
        let animation = try #require(try await file.open(at: turned))
        let frame = try #require(try await animation.next { $0 })
        #expect(frame.image.size == turned && frame.image.colours.allSatisfy { $0 == frame.image.colour(0, 0) })
    }
}
