// The words of a search, and the phrases in quotes.

/// A word as the user wrote it, or what stands between two quotation marks.
struct SearchToken: Hashable {
    let text: Substring
    /// Whether it was in quotation marks, so that it means nothing but what it spells.
    let isQuoted: Bool
    /// The text folded, with one form of the apostrophe.
    let folded: ContiguousArray<UInt8>

    /// Closing quotation marks by the opening ones. One that is not closed, as while it is typed, lasts to the end.
    private static let quotes: [Character: Set<Character>] = [
        "\"": ["\""], "“": ["”", "“", "\""], "”": ["”"], "„": ["“", "”", "\""], "«": ["»"], "»": ["«"], "״": ["״"],
    ]

    private init(_ text: Substring, isQuoted: Bool) {
        self.text = text
        self.isQuoted = isQuoted
        folded = FoldedText.fold(String(isQuoted ? text : text.replacing("’", with: "'")))
    }

    /// Reads the tokens of a search. A quotation mark inside of a word is part of it.
    static func all(in text: String) -> [SearchToken] {
        var tokens: [SearchToken] = []
        var rest = text[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first else { return tokens }
            if let ends = quotes[first] {
                let inside = rest.dropFirst()
                let phrase = inside.prefix { !ends.contains($0) }
                if phrase.contains(where: { !$0.isWhitespace }) { tokens.append(SearchToken(phrase, isQuoted: true)) }
                rest = inside[phrase.endIndex...].dropFirst()
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                tokens.append(SearchToken(word, isQuoted: false))
                rest = rest[word.endIndex...]
            }
        }
    }
}
