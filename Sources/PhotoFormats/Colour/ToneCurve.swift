// From a level to the light that a screen shows of it, with what is brighter than the screen brought into its range.
// Sources: SMPTE ST 2084; ITU-R BT.2100-2, table 5 (HLG), BT.2408-7 (reference white); Reinhard et al., “Photographic
// tone reproduction for digital images”, equation 4.
import func Glibc.exp
import func Glibc.pow

extension ColourCoding.Transfer {
    /// Light of diffuse white in cd/m², which a screen shows as its own white where nothing is brighter.
    private static let referenceWhite = 203.0
    /// The brightest light that is told apart, in cd/m²: that of the screens on which photos are graded.
    private static let peak = 1_000.0

    /// Returns the light of a level, both 0…1, where 1 is the screen's white.
    func light(of level: Double) -> Double {
        switch self {
        case .sRGB: level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        case .gamma(let exponent): pow(level, exponent)
        case .logarithm(let decades): level <= 0 ? 0 : pow(10, decades * (level - 1))
        case .perceptualQuantizer: Self.shown(10_000 * Self.perceptual(level))
        // A screen's own gamma is 1.2 at this peak; of a single channel, as that of the whole is not known here.
        case .hybridLogGamma: Self.shown(Self.peak * pow(Self.scene(level), 1.2))
        }
    }

    /// ST 2084's EOTF, of 0…1.
    private static func perceptual(_ level: Double) -> Double {
        let (m1, m2, c1, c2, c3) = (2610.0 / 16384, 2523.0 / 32, 3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)
        let power = pow(level, 1 / m2)
        return pow(max(0, power - c1) / (c2 - c3 * power), 1 / m1)
    }

    /// The inverse of HLG's OETF, of 0…1.
    private static func scene(_ level: Double) -> Double {
        level <= 0.5 ? level * level / 3 : (exp((level - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    /// Returns what is shown of light in cd/m²: the peak as white, dark light nearly as it is.
    private static func shown(_ light: Double) -> Double {
        let white = peak / referenceWhite, value = min(light, peak) / referenceWhite
        return value * (1 + value / (white * white)) / (1 + value)
    }
}
