// Contrast of two colours as a person sees it, by WCAG 2.1.
import Foundation

extension Colour {
    /// From 1 to 21.
    func contrast(to other: Colour) -> Double { Self.contrast(relativeLuminance, other.relativeLuminance) }

    /// The contrast of two luminances, 0…1.
    static func contrast(_ one: Double, _ other: Double) -> Double {
        (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// 0…1, in linear light.
    var relativeLuminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let part = Double(channel) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }
}
