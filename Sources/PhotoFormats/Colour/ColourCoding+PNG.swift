// What a PNG says of its colours in numbers. Source: PNG 3 (W3C, 2025), 4.3 and 11.3.2: cICP counts before iCCP, that
// before sRGB, and that before gAMA and cHRM.

/// The chunks of a PNG that are about colours, noted as they come.
struct PNGColours {
    private var numbers: ColourCoding?
    private var hasProfile = false
    private var isStandard = false
    private var exponent: Double?
    private var primaries: ColourCoding.Primaries?

    /// Notes a chunk, if it is one of these and its content is whole.
    mutating func note(_ bytes: ByteView, type: Int, content: Range<Int>) {
        guard content.upperBound <= bytes.count else { return }
        let start = content.lowerBound
        if bytes.has("cICP", at: type), content.count == 4, let primaries = bytes[start],
            let transfer = bytes[start + 1]
        {
            numbers = ColourCoding(primaries: Int(primaries), transfer: Int(transfer))
        } else if bytes.has("iCCP", at: type) {
            hasProfile = true
        } else if bytes.has("sRGB", at: type) {
            isStandard = true
        } else if bytes.has("gAMA", at: type), content.count == 4, let gamma = bytes.big32(start) {
            // 45455 stands for sRGB's curve; what is beyond a hundredth and a hundred is no gamma.
            exponent = (1_000...10_000_000).contains(gamma) ? 100_000 / Double(gamma) : nil
        } else if bytes.has("cHRM", at: type), content.count == 32 {
            let all = (0..<8).compactMap { bytes.big32(start + 4 * $0) }.map { Double($0) / 100_000 }
            guard all.count == 8, all.allSatisfy({ $0 <= 2 }) else { return }
            primaries = ColourCoding.Primaries(
                red: .init(all[2], all[3]), green: .init(all[4], all[5]), blue: .init(all[6], all[7]),
                white: .init(all[0], all[1]))
        }
    }

    /// The profile that stands for the numbers; nil where the file's own profile or sRGB counts.
    var profile: [UInt8]? {
        if let numbers { return numbers.profile }
        if hasProfile || isStandard || (exponent == nil && primaries == nil) { return nil }
        let isUsual = exponent.map { abs($0 - 2.2) < 0.01 } ?? true
        let coding = ColourCoding(primaries: usual(primaries), transfer: isUsual ? .sRGB : .gamma(exponent ?? 1))
        return coding.profile
    }

    /// Whether the file's own profile does not count.
    var overrulesProfile: Bool { numbers != nil }

    /// The primaries of sRGB where these differ from them by no more than the digits of a chunk.
    private func usual(_ primaries: ColourCoding.Primaries?) -> ColourCoding.Primaries {
        guard let primaries else { return .bt709 }
        let standard = ColourCoding.Primaries.bt709
        let pairs = [
            (primaries.red, standard.red), (primaries.green, standard.green), (primaries.blue, standard.blue),
            (primaries.white, standard.white),
        ]
        return pairs.allSatisfy { abs($0.x - $1.x) < 0.001 && abs($0.y - $1.y) < 0.001 } ? standard : primaries
    }
}
