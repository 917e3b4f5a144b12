// A region's pixels are those that the decode of the whole picture has there, however the picture lies in its file.
import CReference
import Fixtures
import Glibc
import ImagePipeline
import Photos
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct RegionDecodeJobTests {
    private static let size = PixelSize(width: 1003, height: 771)
    /// Many edges and colours, not the same in any two places.
    private static var painting: Painting {
        Painting(size.width, size.height) { x, y in
            Colour(
                r: UInt8(truncatingIfNeeded: x / 3 &+ y * 2), g: UInt8(truncatingIfNeeded: (x * y) >> 6),
                b: UInt8(truncatingIfNeeded: (x ^ y) &* 5))
        }
    }
    private let decoder = PixbufDecoder(width: 2)

    private static func file(_ orientation: Int = 1, isProgressive: Bool = false) -> [UInt8] {
        let stored = painting.stored(orientation)
        var rgb: [UInt8] = []
        rgb.reserveCapacity(stored.width * stored.height * 3)
        for y in 0..<stored.height {
            for x in 0..<stored.width {
                let colour = stored.pixel(x, y)
                rgb += [colour.r, colour.g, colour.b]
            }
        }
        var length = 0
        guard
            let bytes = tessera_reference_jpeg_encode(
                rgb, Int32(stored.width), Int32(stored.height), 90, isProgressive, &length)
        else { preconditionFailure("no encoder") }
        defer { free(bytes) }
        return TestPictures.oriented(Array(UnsafeBufferPointer(start: bytes, count: length)), orientation: orientation)
    }

    private static func region(
        _ bytes: [UInt8], _ region: PictureRegion, box: PixelSize = PixelSize(square: 1),
        limits: PixbufDecoder.Limits = .init(),
        budget: ByteBudget = ByteBudget(limit: 1 << 30)
    ) throws -> PixelBuffer? {
        try RegionDecodeJob(region, box: box, resources: DecodeResources(limits: limits, budget: budget))
            .run(EncodedBytes(bytes))
    }

    /// The largest difference between a region and the same place of the whole.
    private static func difference(_ part: PixelBuffer, _ region: PictureRegion, of whole: PixelBuffer) -> Int {
        var most = 0
        part.withBytes { part in
            whole.withBytes { whole in
                for y in 0..<region.size.height {
                    let row = ((region.y + y) * region.whole.width + region.x) * 4
                    for index in 0..<region.size.width * 4 {
                        most = max(most, abs(Int(part[y * region.size.width * 4 + index]) - Int(whole[row + index])))
                    }
                }
            }
        }
        return most
    }

    /// Corners, edges, a single pixel, everything, and some that a seed gives.
    private static func regions(of whole: PixelSize, seed: UInt64) -> [PictureRegion] {
        var random = SplitMix(seed: seed)
        func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let (w, h) = (whole.width, whole.height)
        let fixed = [(0, 0, w, h), (0, 0, 1, 1), (w - 1, h - 1, 1, 1), (0, h - 17, w, 17), (w - 16, 0, 16, h)]
        let drawn = (0..<6).map { _ -> (Int, Int, Int, Int) in
            let x = number(below: w), y = number(below: h)
            return (x, y, 1 + number(below: w - x), 1 + number(below: h - y))
        }
        return (fixed + drawn).map {
            PictureRegion(of: whole, x: $0.0, y: $0.1, size: PixelSize(width: $0.2, height: $0.3))
        }
    }

    @Test(arguments: 1...8, [1, 2, 4, 8])
    func aRegionAtLibjpegsOwnReductionIsExact(orientation: Int, parts: Int) async throws {
        let file = Self.file(orientation)
        let reduced = PixelSize(
            width: (Self.size.width + parts - 1) / parts, height: (Self.size.height + parts - 1) / parts)
        let whole = try await decoder.pixels(file, reduced.width, reduced.height, .fit)
        for region in Self.regions(of: whole.size, seed: UInt64(orientation)) {
            let part = try #require(try Self.region(file, region))
            #expect(part.size == region.size)
            // The whole may be a row or column smaller than libjpeg's, and is resampled then.
            #expect(Self.difference(part, region, of: whole) <= (whole.size == reduced ? 0 : 1))
        }
    }

    @Test(arguments: 1...8) func aRegionOfAnyOtherSizeIsTheSameToRounding(orientation: Int) async throws {
        let file = Self.file(orientation)
        for side in [947, 700, 502, 301] {
            let whole = try await decoder.pixels(file, side, side, .fit)
            for region in Self.regions(of: whole.size, seed: UInt64(side)) {
                let part = try #require(try Self.region(file, region))
                #expect(Self.difference(part, region, of: whole) <= 1)
            }
        }
    }

    @Test func aGreyPictureIsGrey() throws {
        let region = PictureRegion(of: PixelSize(square: 8), x: 2, y: 0, size: PixelSize(width: 3, height: 8))
        let part = try #require(try Self.region(TestPictures.grayJPEG, region))
        #expect(part.colour(1, 0).isNear(.white) && part.colour(1, 7).isNear(.black))
    }

    @Test func whatCannotBeCutIsLeftToTheDecodeOfTheWhole() throws {
        let all = PictureRegion(of: PixelSize(square: 8), x: 0, y: 0, size: PixelSize(square: 8))
        #expect(try Self.region(Painting.quarters(8, 8).encoded("png"), all) == nil)
        // A picture of another shape than it was taken for, a cut one, and one that breaks off inside.
        let file = Self.file()
        let corner = PictureRegion(of: Self.size, x: 900, y: 700, size: PixelSize(square: 64))
        #expect(try Self.region(file, corner) != nil)
        #expect(try Self.region(Self.file(6), corner) != nil)
        #expect(try Self.region(Self.file(6), corner.stored(6)) == nil)
        #expect(try Self.region(Array(file.dropLast(2)), corner) == nil)
        #expect(try Self.region(Array(file.prefix(300)) + [0xFF, 0xD9], corner) == nil)
        var limits = PixbufDecoder.Limits()
        limits.scaledJPEGPixels = Self.size.area - 1
        #expect(try Self.region(file, corner, limits: limits) == nil)
    }

    @Test func aProgressivePictureIsCutOnlyWhereTheWholeHasFewerPixels() throws {
        let file = Self.file(isProgressive: true)
        let region = PictureRegion(of: Self.size, x: 300, y: 300, size: PixelSize(square: 100))
        let cut = try #require(try Self.region(file, region, box: PixelSize(square: 500)))
        let plain = try #require(try Self.region(Self.file(), region))
        #expect(cut.withSameBytes(as: plain))
        #expect(try Self.region(file, region, box: Self.size) == nil)
        var limits = PixbufDecoder.Limits()
        limits.progressiveJPEGPixels = Self.size.area - 1
        #expect(try Self.region(file, region, box: PixelSize(square: 500), limits: limits) == nil)
    }

    @Test func aRegionsMemoryIsItsOwnAndNotThePictures() throws {
        let region = PictureRegion(of: Self.size, x: 500, y: 600, size: PixelSize(square: 100))
        let budget = ByteBudget(limit: 1 << 30)
        _ = try Self.region(Self.file(), region, budget: budget)
        #expect(budget.peak <= 160 * 104 * 3 && budget.used == 0)
        // Of several scans all coefficients are held: luminance and two quarters of it, two bytes each.
        _ = try Self.region(Self.file(isProgressive: true), region, budget: budget)
        #expect(budget.peak >= Self.size.area * 3 && budget.peak <= 1024 * 800 * 3 + 160 * 104 * 3 && budget.used == 0)
    }

    @Test(arguments: [false, true]) func aCancelledRegionEndsAtOnceAndGivesItsMemoryBack(isProgressive: Bool) async {
        let file = Self.file(isProgressive: isProgressive)
        let region = PictureRegion(of: Self.size, x: 900, y: 700, size: PixelSize(square: 64))
        let budget = ByteBudget(limit: 1 << 30)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try Self.region(file, region, box: PixelSize(square: 500), budget: budget)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(budget.peak == 0 && budget.used == 0)
    }

    @Test func aDecodeForARegionSaysWhichPartItShows() async throws {
        let photo = Photo(id: PhotoID("1"), title: "Sea")
        let region = PictureRegion(of: Self.size, x: 10, y: 20, size: PixelSize(square: 30))
        func decode(_ bytes: [UInt8]) async throws -> DecodedPicture? {
            let request = ImageRequest(
                source: SourceID("s"), photo: photo, location: .file("1"), size: PixelSize(square: 400), fit: .fit,
                region: region)
            return try await decoder.decode(EncodedBytes(bytes), for: request, priority: .visible)
        }
        let part = try await decode(Self.file())
        #expect(part?.region == region && part?.size == region.size)
        let whole = try await decode(Self.painting.encoded("png"))
        #expect(whole?.region == nil && whole?.size == PixelSize(width: 400, height: 307))
    }
}

extension PixelBuffer {
    func withSameBytes(as other: PixelBuffer) -> Bool {
        var isSame = false
        withBytes { bytes in other.withBytes { isSame = bytes.elementsEqual($0) } }
        return isSame
    }
}
