// Numbers of a search with a sign before them.

/// A name with a sign and a number, such as `stars>=4` or `iso 3200`, spaces between them or not.
struct Comparison {
    enum Sign: CaseIterable {
        case atMost, atLeast, less, more, equal

        fileprivate var texts: [String] {
            switch self {
            case .atMost: ["<=", "≤"]
            case .atLeast: [">=", "≥"]
            case .less: ["<"]
            case .more: [">"]
            case .equal: [":", "="]
            }
        }

        /// Whether a number is on this sign's side of a bound.
        func holds<Number: Comparable>(_ number: Number, _ bound: Number) -> Bool {
            switch self {
            case .atMost: number <= bound
            case .atLeast: number >= bound
            case .less: number < bound
            case .more: number > bound
            case .equal: number == bound
            }
        }
    }

    let sign: Sign
    /// The number as it is written; empty where it is missing.
    let number: Substring
    /// Tokens that it takes.
    let count: Int

    /// Tokens that a comparison may take: name, sign, number.
    private static let longest = 3

    /// Reads a comparison at the beginning of tokens.
    /// - Parameters:
    ///   - name: returns what follows the name in a word, nil where it has another one.
    ///   - isSigned: whether there has to be a sign.
    static func read(
        _ tokens: ArraySlice<SearchToken>, isSigned: Bool, name: (Substring) -> Substring?
    ) -> Comparison? {
        let tokens = tokens.prefix(longest).prefix { !$0.isQuoted }.map { $0.text.lowercased()[...] }
        guard let first = tokens.first, var rest = name(first) else { return nil }
        var count = 1
        func next() {
            guard rest.isEmpty, count < tokens.count else { return }
            rest = tokens[count]
            count += 1
        }
        next()
        guard let (sign, length) = Self.sign(of: rest) else {
            guard !isSigned || count == 2, isNumber(rest) else { return nil }
            return Comparison(sign: .equal, number: rest, count: count)
        }
        rest = rest.dropFirst(length)
        guard rest.isEmpty else { return Comparison(sign: sign, number: rest, count: count) }
        let signs = count
        next()
        return isNumber(rest)
            ? Comparison(sign: sign, number: rest, count: count) : Comparison(sign: sign, number: "", count: signs)
    }

    private static func isNumber(_ text: Substring) -> Bool { text.first.map { $0.isASCII && $0.isNumber } ?? false }

    private static func sign(of text: Substring) -> (Sign, length: Int)? {
        for sign in Sign.allCases {
            if let found = sign.texts.first(where: { text.hasPrefix($0) }) { return (sign, found.count) }
        }
        return nil
    }
}
