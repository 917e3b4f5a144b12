import ImagePipeline
import Photos
import Testing

@testable import Codecs

/// Drawing into the pixels of a block, beside a drawing pixel by pixel.
struct MosaicPixelsTests {
    typealias Place = MosaicPixels.Place

    private func pixels(_ buffer: PixelBuffer) -> [UInt32] {
        var pixels: [UInt32] = []
        buffer.withBytes { pixels = Array($0.bindMemory(to: UInt32.self)) }
        return pixels
    }

    private func picture(_ width: Int, _ height: Int) throws -> TinyPicture {
        try #require(
            TinyPicture(
                size: PixelSize(width: width, height: height),
                pixels: ContiguousArray((0..<width * height).map { UInt16(truncatingIfNeeded: $0 * 2654) })))
    }

    private func opaque(_ packed: UInt16) -> UInt32 {
        let (red, green, blue) = (UInt32(packed >> 11), UInt32(packed >> 5 & 63), UInt32(packed & 31))
        return 255 << 24 | (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
    }

    @Test(arguments: [(24, 24), (12, 12), (36, 30), (1, 1)])
    func aPictureFillsItsPlaceAndNothingElse(width: Int, height: Int) throws {
        let picture = try picture(24, 24), place = Place(x: 3, y: 2, width: width, height: height)
        guard var canvas = MosaicPixels(size: PixelSize(width: 50, height: 40)) else {
            preconditionFailure("there is no memory")
        }
        canvas.put(picture, in: place)
        var expected = [UInt32](repeating: 0, count: 50 * 40)
        for y in 0..<height {
            for x in 0..<width {
                expected[(y + 2) * 50 + x + 3] = opaque(picture.pixels[y * 24 / height * 24 + x * 24 / width])
            }
        }
        #expect(pixels(canvas.finish()) == expected)
    }

    @Test func coloursAndRingsFillTheirPixels() {
        guard var canvas = MosaicPixels(size: PixelSize(width: 10, height: 8)) else {
            preconditionFailure("there is no memory")
        }
        canvas.fill(Place(x: 1, y: 1, width: 8, height: 6), 0xff10_2030)
        canvas.ring(Place(x: 1, y: 1, width: 8, height: 6), width: 2, 0xffff_0000)
        canvas.tint(Place(x: 4, y: 3, width: 1, height: 1), 0x00ff_ffff, opacity: 0.5)
        let result = pixels(canvas.finish())
        for y in 0..<8 {
            for x in 0..<10 {
                let isInside = (1..<9).contains(x) && (1..<7).contains(y)
                let isInner = (3..<7).contains(x) && (3..<5).contains(y)
                let expected: UInt32 =
                    !isInside ? 0 : !isInner ? 0xffff_0000 : (x, y) == (4, 3) ? 0xff87_8f97 : 0xff10_2030
                #expect(result[y * 10 + x] == expected, "\(x) \(y)")
            }
        }
    }

    @Test func whatIsOutsideIsLeftOut() throws {
        guard var canvas = MosaicPixels(size: PixelSize(square: 10)) else { preconditionFailure("there is no memory") }
        for place in [
            Place(x: -1, y: 0, width: 5, height: 5), Place(x: 6, y: 0, width: 5, height: 5),
            Place(x: 0, y: 6, width: 5, height: 5), Place(x: 0, y: -1, width: 5, height: 5),
            Place(x: 2, y: 2, width: 0, height: 5), Place(x: 2, y: 2, width: 5, height: -5),
        ] {
            canvas.fill(place, 0xffff_ffff)
            canvas.put(try picture(5, 5), in: place)
        }
        #expect(pixels(canvas.finish()).allSatisfy { $0 == 0 })
    }
}
