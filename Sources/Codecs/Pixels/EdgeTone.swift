// How light and how dark the edge of an image is: whether it would melt into what lies around it.
import Photos

/// The tones along the edge of an image, of a few dozen samples.
public struct EdgeTone: Hashable, Sendable {
    /// Fraction of the edge that is almost white.
    public let light: Double
    /// Fraction of the edge that is almost black.
    public let dark: Double

    public init(light: Double, dark: Double) { (self.light, self.dark) = (light, dark) }
}

extension PixelBuffer {
    /// Samples along each side of the image.
    private static let edgeSamples = 16
    /// Values, of 255, from which on all channels make a pixel almost white, and up to which almost black. libadwaita's
    /// windows are at 250 and 36.
    private static let edgeLimits = (light: 225, dark: 56)

    /// The tones along the edge. Takes a microsecond. Pixels that let something through count as neither.
    public var edgeTone: EdgeTone {
        var light = 0, dark = 0, count = 0
        withBytes { bytes in
            func look(_ x: Int, _ y: Int) {
                let pixel = y * stride + x * Self.bytesPerPixel
                count += 1
                guard bytes[pixel + 3] == 255 else { return }
                let (blue, green, red) = (Int(bytes[pixel]), Int(bytes[pixel + 1]), Int(bytes[pixel + 2]))
                if min(red, green, blue) >= Self.edgeLimits.light { light += 1 }
                if max(red, green, blue) <= Self.edgeLimits.dark { dark += 1 }
            }
            for sample in 0..<Self.edgeSamples {
                let x = (size.width - 1) * sample / (Self.edgeSamples - 1)
                let y = (size.height - 1) * sample / (Self.edgeSamples - 1)
                look(x, 0)
                look(x, size.height - 1)
                look(0, y)
                look(size.width - 1, y)
            }
        }
        return EdgeTone(light: Double(light) / Double(count), dark: Double(dark) / Double(count))
    }
}
