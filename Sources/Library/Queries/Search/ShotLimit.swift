// The settings of the camera that a search asks for.

/// A condition on what the camera recorded of a shot. A photo of which it is not known does not meet it.
struct ShotLimit: Hashable, Sendable {
    let setting: ShotSettings.Setting
    /// The codes of the column that are within it.
    let codes: ClosedRange<UInt64>

    /// Reads `f/2.8`, `f<=2.8`, `iso 3200`, `iso>=1600`, `1/250`, `2s`, `50mm` and the like; nil for anything else.
    static func read(_ rest: inout ArraySlice<SearchToken>) -> SearchReadingResult? {
        guard let found = aperture(rest) ?? sensitivity(rest) ?? exposure(rest) ?? focalLength(rest) else { return nil }
        defer { rest.removeFirst(found.count) }
        guard let limit = found.limit else { return .incomplete }
        return .term(.reading(SearchReading(.shot(limit), of: rest.prefix(found.count))))
    }

    /// A condition and the tokens that say it; nil for the beginning of one.
    private typealias Found = (limit: ShotLimit?, count: Int)

    private init?(_ setting: ShotSettings.Setting, _ sign: Comparison.Sign, _ codes: ClosedRange<UInt64>?) {
        guard let codes else { return nil }
        self.setting = setting
        switch sign {
        case .equal: self.codes = codes
        case .atMost: self.codes = 0...codes.upperBound
        case .atLeast: self.codes = codes.lowerBound...ShotSettings.mostCode
        case .less:
            guard codes.lowerBound > 0 else { return nil }
            self.codes = 0...codes.lowerBound - 1
        case .more: self.codes = codes.upperBound + 1...max(codes.upperBound + 1, ShotSettings.mostCode)
        }
    }

    /// `f/2.8`, `f/2,8`, `f2.8`, `f:2.8`, `f<=2.8`. A number without a fraction needs a sign: `f2` is rather a name.
    private static func aperture(_ rest: ArraySlice<SearchToken>) -> Found? {
        let found = Comparison.read(rest.prefix(1), isSigned: false) { word in
            guard word.first == "f" || word.first == "ƒ" else { return nil }
            let behind = word.dropFirst()
            if behind.first == "/" { return behind.dropFirst() }
            let isSigned = behind.first.map { "<>≤≥:=".contains($0) } ?? false
            return isSigned || behind.contains { $0 == "." || $0 == "," } ? behind : nil
        }
        return found.flatMap { limit(.aperture, $0) }
    }

    private static func sensitivity(_ rest: ArraySlice<SearchToken>) -> Found? {
        let found = Comparison.read(rest, isSigned: false) { $0.hasPrefix("iso") ? $0.dropFirst(3) : nil }
        return found.flatMap { limit(.sensitivity, $0) }
    }

    private static func limit(_ setting: ShotSettings.Setting, _ found: Comparison) -> Found? {
        guard !found.number.isEmpty else { return (nil, found.count) }
        let codes = number(found.number).flatMap { setting.codes($0) }
        return ShotLimit(setting, found.sign, codes).map { ($0, found.count) }
    }

    /// `1/250`, `1/250s`, `1/250 s`, `30s`, `0.5s`.
    private static func exposure(_ rest: ArraySlice<SearchToken>) -> Found? {
        guard let word = rest.first, !word.isQuoted, let unit = unit("s", of: rest) else { return nil }
        let seconds: Double?
        if word.text.hasPrefix("1/") {
            seconds = number(unit.number.dropFirst(2)).map { 1 / $0 }
        } else {
            seconds = unit.isWritten && unit.count == 1 ? number(unit.number) : nil
        }
        let codes = seconds.flatMap { ShotSettings.Setting.exposure.codes($0) }
        return ShotLimit(.exposure, .equal, codes).map { ($0, unit.count) }
    }

    private static func focalLength(_ rest: ArraySlice<SearchToken>) -> Found? {
        guard let unit = unit("mm", of: rest), unit.isWritten, let number = number(unit.number) else { return nil }
        let codes = ShotSettings.Setting.focalLength.codes(number)
        return ShotLimit(.focalLength, .equal, codes).map { ($0, unit.count) }
    }

    /// The text before a unit, which may be the next word.
    private static func unit(
        _ unit: String, of rest: ArraySlice<SearchToken>
    ) -> (number: Substring, isWritten: Bool, count: Int)? {
        guard let word = rest.first, word.text.first?.isASCII == true, word.text.first?.isNumber == true else {
            return nil
        }
        if word.text.lowercased().hasSuffix(unit) { return (word.text.dropLast(unit.count), true, 1) }
        if let next = rest.dropFirst().first, !next.isQuoted, next.text.lowercased() == unit {
            return (word.text, true, 2)
        }
        return (word.text, false, 1)
    }

    /// A number above 0 that is written with digits and one decimal separator at most.
    private static func number(_ text: Substring) -> Double? {
        guard text.utf8.count <= 12, text.allSatisfy({ ($0.isASCII && $0.isNumber) || $0 == "." || $0 == "," }),
            let number = Double(text.replacing(",", with: ".")), number > 0
        else { return nil }
        return number
    }
}
