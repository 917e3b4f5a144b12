// The numbers of stars that a search asks for.

/// A condition on stars, each of which is a bit, none the lowest.
struct StarLimit: Hashable, Sendable {
    private let bits: UInt8

    /// Reads `stars:3`, `rating>=4`, `4 stars` and the like; nil for anything else.
    static func read(_ rest: inout ArraySlice<SearchToken>) -> SearchReadingResult? {
        if let number = rest.first?.text, number.utf8.count == 1, let stars = Int(number),
            let name = rest.dropFirst().first, !name.isQuoted, isName(name.text)
        {
            return take(2, .equal, stars, &rest)
        }
        let found = Comparison.read(rest, isSigned: true) { word in
            let name = word.prefix { !"<>≤≥:=".contains($0) }
            return isName(name) ? word[name.endIndex...] : nil
        }
        guard let found else { return nil }
        guard !found.number.isEmpty else {
            rest.removeFirst(found.count)
            return .incomplete
        }
        guard let stars = Int(found.number), found.number.utf8.count == 1 else { return nil }
        return take(found.count, found.sign, stars, &rest)
    }

    private static func isName(_ word: Substring) -> Bool {
        SearchPhrases.stars.contains(FoldedText.fold(String(word)))
    }

    private static func take(
        _ count: Int, _ sign: Comparison.Sign, _ stars: Int, _ rest: inout ArraySlice<SearchToken>
    ) -> SearchReadingResult {
        defer { rest.removeFirst(count) }
        let limit = StarLimit { sign.holds($0, stars) }
        return .term(.reading(SearchReading(.stars(limit), of: rest.prefix(count))))
    }

    private init(_ isWithin: (Int) -> Bool) {
        bits = (0...5).reduce(into: 0) { bits, stars in if isWithin(stars) { bits |= 1 << stars } }
    }

    func contains(_ stars: Int) -> Bool { bits >> UInt8(stars) & 1 == 1 }

    /// Whether all stars that are within this limit are within `other`.
    func implies(_ other: StarLimit) -> Bool { bits & ~other.bits == 0 }
}
