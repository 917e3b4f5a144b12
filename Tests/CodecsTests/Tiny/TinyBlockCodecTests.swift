import CGLib
import Fixtures
import ImagePipeline
import Photos
import Testing

@testable import Codecs

/// The stored form of tiny pictures.
struct TinyBlockCodecTests {
    private let codec = TinyBlockCodec()

    /// A picture whose pixels are computed: red grows to the right, green downwards.
    private func image(_ width: Int, _ height: Int, alpha: UInt8 = 255) -> DecodedPicture {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                bytes += [40, UInt8(y * 255 / max(1, height - 1)), UInt8(x * 255 / max(1, width - 1)), 255]
                    .map { UInt8(Int($0) * Int(alpha) / 255) }
            }
        }
        return DecodedPicture(
            PixelBuffer(
                size: PixelSize(width: width, height: height), storage: SharedBytes(copying: EncodedBytes(bytes))))
    }

    private func colour(_ picture: TinyPicture, _ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
        let pixel = Int(picture.pixels[y * picture.size.width + x])
        return ((pixel >> 11) * 255 / 31, (pixel >> 5 & 63) * 255 / 63, (pixel & 31) * 255 / 31)
    }

    @Test func whatWasMadeOfAThumbnailIsKeptAsSuch() throws {
        for form in TinyForm.allCases {
            for isCertain in [false, true] {
                let stored = EncodedBytes(try #require(codec.encode(image(60, 60), form, isCertain: isCertain)))
                #expect(codec.isCertain(stored) == isCertain)
                #expect(codec.decode(stored, for: PixelSize(square: 24), .fill) != nil)
            }
        }
        #expect(!codec.isCertain(EncodedBytes([1, 1])))
    }

    @Test(arguments: [24, 32, 48, 60]) func aPictureComesBackNearlyAsItWas(side: Int) throws {
        let stored = try #require(codec.encode(image(200, 200), .square))
        #expect(stored.count == TinyBlockCodec.length)
        let picture = try #require(codec.decode(EncodedBytes(stored), for: PixelSize(square: side), .fill))
        #expect(picture.size == PixelSize(square: side))
        for y in 0..<side {
            for x in 0..<side {
                let colour = colour(picture, x, y), right = (x * 2 + 1) * 255 / (2 * side),
                    down = (y * 2 + 1) * 255 / (2 * side)
                // Both vary in a block, which has one line of colours.
                #expect(abs(colour.red - right) <= 20 && abs(colour.green - down) <= 20 && abs(colour.blue - 40) <= 10)
            }
        }
    }

    @Test func aSquareShowsTheMiddleAndAWholePictureAll() throws {
        let wide = image(300, 100)
        let square = try #require(
            codec.encode(wide, .square).flatMap {
                codec.decode(EncodedBytes($0), for: PixelSize(square: 24), .fill)
            })
        #expect(abs(colour(square, 0, 12).red - 85) < 16 && abs(colour(square, 23, 12).red - 170) < 16)
        let stored = EncodedBytes(try #require(codec.encode(wide, .whole)))
        let whole = try #require(codec.decode(stored, for: PixelSize(square: 24), .fit))
        #expect(whole.size == PixelSize(width: 24, height: 8))
        #expect(colour(whole, 0, 4).red < 20 && colour(whole, 23, 4).red > 235)
        // A tile of another ratio shows its middle.
        let row = try #require(codec.decode(stored, for: PixelSize(width: 48, height: 24), .fill))
        #expect(abs(colour(row, 0, 12).red - 43) < 16 && abs(colour(row, 47, 12).red - 212) < 16)
    }

    @Test func transparentPixelsLieOverGrey() throws {
        let stored = try #require(codec.encode(image(60, 60, alpha: 0), .square))
        let picture = try #require(codec.decode(EncodedBytes(stored), for: PixelSize(square: 24), .fill))
        let grey = colour(picture, 5, 5)
        #expect(abs(grey.red - 127) < 8 && abs(grey.green - 127) < 8 && abs(grey.blue - 127) < 8)
    }

    @Test func whatIsNoPictureIsRefusedAndAnyBlocksAreRead() throws {
        let stored = try #require(codec.encode(image(48, 48), .whole))
        let size = PixelSize(square: 24)
        #expect(codec.decode(EncodedBytes([]), for: size, .fill) == nil)
        #expect(codec.decode(EncodedBytes(Array(stored.dropLast())), for: size, .fill) == nil)
        for (place, value) in [(0, UInt8(0)), (0, 9), (3, 0)] {
            var damaged = stored
            damaged[place] = value
            if place == 3 { damaged[2] = 0 }
            #expect(codec.decode(EncodedBytes(damaged), for: size, .fill) == nil)
        }
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            let noise = stored.prefix(4) + (0..<1152).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            #expect(codec.decode(EncodedBytes(Array(noise)), for: size, .fill)?.pixels.count == 576)
        }
    }
}
