// What a profile's colours are in sRGB, worked out apart from Little CMS.
// Sources: IEC 61966-2-1 (sRGB's curve), ICC.1:2022, annex F.3 (matrix and curves).
import Fixtures
import Glibc

enum ColourMath {
    /// The light of a stored level, 0…1, by sRGB's curve.
    private static func light(_ level: UInt8) -> Double {
        let value = Double(level) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    /// The level that stores `light`, which is cut to what there is.
    static func level(_ light: Double) -> UInt8 {
        let light = min(1, max(0, light))
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((value * 255).rounded())
    }

    private static func determinant(
        _ a: ICCWriter.Primary, _ b: ICCWriter.Primary, _ c: ICCWriter.Primary
    ) -> Double {
        a.0 * (b.1 * c.2 - b.2 * c.1) - a.1 * (b.0 * c.2 - b.2 * c.0) + a.2 * (b.0 * c.1 - b.1 * c.0)
    }

    /// The colour of sRGB that looks as `colour` does with `primaries` and sRGB's curve: light through the primaries to
    /// X, Y and Z, and by Cramer's rule through those of sRGB back. Alpha is left out of it.
    static func sRGB(_ colour: Colour, of primaries: ICCWriter.Primaries) -> Colour {
        let (r, g, b) = (light(colour.r), light(colour.g), light(colour.b))
        func sum(_ part: (ICCWriter.Primary) -> Double) -> Double {
            r * part(primaries.red) + g * part(primaries.green) + b * part(primaries.blue)
        }
        return sRGB(xyz: (sum { $0.0 }, sum { $0.1 }, sum { $0.2 }), alpha: colour.a)
    }

    /// The colour of sRGB that CIELAB in the light of D50 names. Source: ICC.1:2022, annex A.
    static func sRGB(lightness: Double, a: Double, b: Double) -> Colour {
        let height = (lightness + 16) / 116
        func part(_ value: Double) -> Double {
            value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 108 / 841
        }
        return sRGB(
            xyz: (0.9642 * part(height + a / 500), part(height), 0.8249 * part(height - b / 200)), alpha: 255)
    }

    private static func sRGB(xyz: ICCWriter.Primary, alpha: UInt8) -> Colour {
        let (red, green, blue) = ICCWriter.sRGB
        let whole = determinant(red, green, blue)
        return Colour(
            r: level(determinant(xyz, green, blue) / whole), g: level(determinant(red, xyz, blue) / whole),
            b: level(determinant(red, green, xyz) / whole), a: alpha)
    }
}
