// Colours that a file names by numbers, without a profile: the primaries, and how levels become light.
// Sources: ITU-T H.273, 8.1 and 8.2 (nclx and cICP); PNG 3, 11.3.2 (gAMA, cHRM); DCF 2.0 (Adobe RGB).

/// The meaning of RGB levels: which light each channel is, and how much of it a level stands for.
package struct ColourCoding: Hashable, Sendable {
    /// Chromaticities in CIE 1931 x and y.
    package struct Primaries: Hashable, Sendable {
        let red, green, blue, white: Chromaticity
    }

    /// A colour without its intensity.
    package struct Chromaticity: Hashable, Sendable {
        let x, y: Double
        init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
    }

    /// How a level from 0 to 1 becomes light.
    package enum Transfer: Hashable, Sendable {
        case sRGB
        /// A power; 1 is linear.
        case gamma(Double)
        /// SMPTE ST 2084, in which 1 is 10,000 cd/m².
        case perceptualQuantizer
        /// ARIB STD-B67, shown by a screen of 1,000 cd/m².
        case hybridLogGamma
        /// 100 : 1 and 100√10 : 1.
        case logarithm(decades: Double)
    }

    package let primaries: Primaries
    package let transfer: Transfer

    static let sRGB = ColourCoding(primaries: .bt709, transfer: .sRGB)
    /// As cameras mean it whose files have the interoperability index R03 and no profile.
    static let adobeRGB = ColourCoding(
        primaries: Primaries(
            red: Chromaticity(0.64, 0.33), green: Chromaticity(0.21, 0.71), blue: Chromaticity(0.15, 0.06), white: .d65),
        transfer: .gamma(563.0 / 256))

    init(primaries: Primaries, transfer: Transfer) { (self.primaries, self.transfer) = (primaries, transfer) }

    /// The coding that the numbers of ITU-T H.273 name; what they leave open is as in sRGB. Nil for numbers that have
    /// no meaning.
    init?(primaries: Int, transfer: Int) {
        guard let found = Primaries(code: primaries), let curve = Transfer(code: transfer) else { return nil }
        self.init(primaries: found, transfer: curve)
    }
}

extension ColourCoding.Chromaticity {
    static let d65 = Self(0.3127, 0.3290)
    static let c = Self(0.310, 0.316)
    static let dci = Self(0.314, 0.351)
    static let equal = Self(1.0 / 3, 1.0 / 3)
}

extension ColourCoding.Primaries {
    private typealias Point = ColourCoding.Chromaticity

    static let bt709 = Self(red: Point(0.64, 0.33), green: Point(0.30, 0.60), blue: Point(0.15, 0.06), white: .d65)

    /// H.273, table 2.
    fileprivate init?(code: Int) {
        switch code {
        // 2 is unspecified.
        case 1, 2: self = .bt709
        case 4: self = Self(red: Point(0.67, 0.33), green: Point(0.21, 0.71), blue: Point(0.14, 0.08), white: .c)
        case 5: self = Self(red: Point(0.64, 0.33), green: Point(0.29, 0.60), blue: Point(0.15, 0.06), white: .d65)
        case 6, 7: self = Self(red: Point(0.63, 0.34), green: Point(0.31, 0.595), blue: Point(0.155, 0.07), white: .d65)
        case 8: self = Self(red: Point(0.681, 0.319), green: Point(0.243, 0.692), blue: Point(0.145, 0.049), white: .c)
        case 9: self = Self(red: Point(0.708, 0.292), green: Point(0.17, 0.797), blue: Point(0.131, 0.046), white: .d65)
        case 10: self = Self(red: Point(1, 0), green: Point(0, 1), blue: Point(0, 0), white: .equal)
        case 11: self = Self(red: Point(0.68, 0.32), green: Point(0.265, 0.69), blue: Point(0.15, 0.06), white: .dci)
        case 12: self = Self(red: Point(0.68, 0.32), green: Point(0.265, 0.69), blue: Point(0.15, 0.06), white: .d65)
        case 22: self = Self(red: Point(0.63, 0.34), green: Point(0.295, 0.605), blue: Point(0.155, 0.077), white: .d65)
        default: return nil
        }
    }
}

extension ColourCoding.Transfer {
    /// H.273, table 3. The curves of cameras for television (1, 6, 7, 11, 12, 14, 15) are those of what is filmed;
    /// screens show them nearly as they show sRGB, and so do programs that know no codings.
    fileprivate init?(code: Int) {
        switch code {
        case 1, 2, 6, 7, 11, 12, 13, 14, 15: self = .sRGB
        case 4: self = .gamma(2.2)
        case 5: self = .gamma(2.8)
        case 8: self = .gamma(1)
        case 9: self = .logarithm(decades: 2)
        case 10: self = .logarithm(decades: 2.5)
        case 16: self = .perceptualQuantizer
        case 17: self = .gamma(2.6)
        case 18: self = .hybridLogGamma
        default: return nil
        }
    }
}
