// The numbers of stars that a search asks for.

/// A condition on stars, each of which is a bit, none the lowest.
struct StarLimit: Hashable, Sendable {
    private let bits: UInt8

    enum Reading {
        case limit(StarLimit)
        /// The beginning of one.
        case incomplete
    }

    /// Reads a word such as `stars:3` or `stars>=4`; nil for any other.
    static func read(_ word: Substring) -> Reading? {
        let word = word.lowercased()
        guard word.hasPrefix("stars") else { return nil }
        var rest = word.dropFirst(5)
        let signs = ["<=", ">=", "≤", "≥", "<", ">", ":", "="]
        guard let sign = signs.first(where: { rest.hasPrefix($0) }) else { return nil }
        rest = rest.dropFirst(sign.count)
        if rest.isEmpty { return .incomplete }
        guard let number = Int(rest), rest.utf8.count == 1 else { return nil }
        return .limit(
            StarLimit {
                switch sign {
                case "<=", "≤": $0 <= number
                case ">=", "≥": $0 >= number
                case "<": $0 < number
                case ">": $0 > number
                default: $0 == number
                }
            })
    }

    private init(_ isWithin: (Int) -> Bool) {
        bits = (0...5).reduce(into: 0) { bits, stars in if isWithin(stars) { bits |= 1 << stars } }
    }

    func contains(_ stars: Int) -> Bool { bits >> UInt8(stars) & 1 == 1 }

    /// Whether all stars that are within this limit are within `other`.
    func implies(_ other: StarLimit) -> Bool { bits & ~other.bits == 0 }
}
