// Painted pictures as pixels that no decoder made, and pixels as colours to compare.
import CGLib
package import Codecs
import Photos

extension Painting {
    /// The picture's pixels as they are, colours multiplied by alpha already.
    package func buffer() -> PixelBuffer {
        let count = width * height * 4
        let memory = g_malloc(UInt(count))!
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
        for y in 0..<height {
            for x in 0..<width {
                let colour = pixel(x, y)
                let offset = (y * width + x) * 4
                bytes[offset] = colour.b
                bytes[offset + 1] = colour.g
                bytes[offset + 2] = colour.r
                bytes[offset + 3] = colour.a
            }
        }
        return PixelBuffer(
            size: PixelSize(width: width, height: height),
            storage: SharedBytes(adopting: g_bytes_new_take(memory, UInt(count))))
    }

    /// Any colours, the same in every run.
    package static func noise(_ width: Int, _ height: Int, alpha: Bool = false) -> Painting {
        Painting(width, height) { x, y in
            var state = UInt64(x + 1) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(y + 1) &* 0xC2B2_AE3D_27D4_EB4F
            func next(upTo limit: UInt8) -> UInt8 {
                state = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
                return UInt8((state >> 40) % (UInt64(limit) + 1))
            }
            let a = alpha ? next(upTo: 255) : 255
            return Colour(r: next(upTo: a), g: next(upTo: a), b: next(upTo: a), a: a)
        }
    }
}

extension PixelBuffer {
    package var samples: [UInt8] {
        var samples: [UInt8] = []
        withBytes { samples = Array($0) }
        return samples
    }

    package var colours: [Colour] {
        let samples = samples
        return Swift.stride(from: 0, to: size.area * 4, by: 4).map {
            Colour(r: samples[$0 + 2], g: samples[$0 + 1], b: samples[$0], a: samples[$0 + 3])
        }
    }

    /// Whether no colour exceeds its alpha, as the renderer takes for granted.
    package var isPremultiplied: Bool { colours.allSatisfy { max($0.r, $0.g, $0.b) <= $0.a } }
}
