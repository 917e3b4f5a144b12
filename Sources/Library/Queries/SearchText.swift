// The search that a user has written, understood.
import Photos

/// The terms of a search. A photo has to match all of them.
///
/// A term is a word that name, folder, format, camera or lens contain. A word may also be the beginning of a month's or
/// a weekday's name, of three letters or more, in English or the user's language; the beginning of a date such as
/// `2023` or `2023-06`, of a year or more; `portrait`, `landscape` or `square`; `raw`. A photo matches such a word by
/// what it means as well as by what it spells. So it does the word `favourite`. Stars are `stars:3` (or `stars=3`),
/// `stars>=4` (or `≥`), `stars>2`, `stars<=2`, `stars<5`. A length is `>5MB` or `<100kb`, also with spaces; units are
/// powers of 1000, or of 1024 as in `MiB`, and bytes where none is written.
struct SearchText: Hashable, Sendable {
    /// Bytes of a search that are looked at, and terms: enough for any that is written by hand.
    private static let longest = 1000
    private static let mostTerms = 32

    let terms: [SearchTerm]

    /// Nil for a search that says nothing yet, which all photos match.
    init?(_ text: String, _ words: any SearchWords) {
        let start = String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self)
        var rest = start.split { $0.isWhitespace }[...]
        var terms: [SearchTerm] = []
        while let word = rest.popFirst(), terms.count < Self.mostTerms {
            if let reading = StarLimit.read(word) {
                if case .limit(let limit) = reading { terms.append(.stars(limit)) }
            } else if let first = word.first, "<>≤≥".contains(first) {
                switch ByteLimit.read(word, &rest) {
                case .limit(let limit): terms.append(.length(limit))
                case .incomplete: break
                case .none: terms.append(.word(SearchWord(String(word), words)))
                }
            } else {
                terms.append(.word(SearchWord(String(word), words)))
            }
        }
        guard !terms.isEmpty else { return nil }
        self.terms = terms
    }

    /// Whether every photo that matches this search matches `other` as well.
    func narrows(_ other: SearchText) -> Bool {
        other.terms.allSatisfy { old in terms.contains { $0.implies(old) } }
    }
}

/// One condition of a search.
enum SearchTerm: Hashable, Sendable {
    case word(SearchWord)
    case length(ByteLimit)
    case stars(StarLimit)

    func implies(_ other: SearchTerm) -> Bool {
        switch (self, other) {
        case (.word(let word), .word(let other)): word.implies(other)
        case (.stars(let stars), .stars(let other)): stars.implies(other)
        default: self == other
        }
    }
}

/// A limit of the length of files.
struct ByteLimit: Hashable, Sendable {
    /// The lengths in bytes that are within it.
    let range: ClosedRange<Int64>

    enum Reading {
        case limit(ByteLimit)
        /// The beginning of one.
        case incomplete
    }

    /// Reads a limit that begins with `word` and may go on with the next ones, which are then taken out of `rest`; nil
    /// for anything else.
    static func read(_ word: Substring, _ rest: inout ArraySlice<Substring>) -> Reading? {
        var text = word
        let sign = text.removeFirst()
        var includesEnd = sign == "≤" || sign == "≥"
        if text.first == "=" {
            text.removeFirst()
            includesEnd = true
        }
        if text.isEmpty {
            guard let next = rest.first else { return .incomplete }
            guard next.first?.isASCIIDigit == true else { return nil }
            text = next
            rest.removeFirst()
        }
        var unit = text.drop { $0.isASCIIDigit || $0 == "." || $0 == "," }
        let number = text[..<unit.startIndex].replacing(",", with: ".")
        if unit.isEmpty, let next = rest.first, multiple(next) != nil {
            unit = next
            rest.removeFirst()
        }
        guard let factor = unit.isEmpty ? 1 : multiple(unit), let count = Double(number) else { return nil }
        let bytes = Int64(min(count * factor, 1e18))
        let isLess = sign == "<" || sign == "≤"
        let bound = includesEnd ? bytes : isLess ? bytes - 1 : bytes + 1
        return .limit(ByteLimit(range: isLess ? -1...max(bound, -1) : bound...Int64.max))
    }

    private static func multiple(_ unit: Substring) -> Double? {
        switch unit.lowercased() {
        case "b", "byte", "bytes": 1
        case "k", "kb": 1e3
        case "m", "mb": 1e6
        case "g", "gb": 1e9
        case "t", "tb": 1e12
        case "kib": 1024
        case "mib": 1_048_576
        case "gib": 1_073_741_824
        default: nil
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
