// The words of a search, and the phrases in quotes.

/// A word as the user wrote it, or what stands between two quotation marks.
struct SearchToken: Hashable {
    let text: Substring
    /// Whether it was in quotation marks, so that it means nothing but what it spells.
    let isQuoted: Bool
    /// Whether the second quotation mark is there.
    let isClosed: Bool
    /// The text folded, with one form of the apostrophe.
    let folded: ContiguousArray<UInt8>

    /// Closing quotation marks by the opening ones. One that is not closed, as while it is typed, lasts to the end.
    private static let quotes: [Character: Set<Character>] = [
        "\"": ["\""], "“": ["”", "“", "\""], "”": ["”"], "„": ["“", "”", "\""], "«": ["»"], "»": ["«"], "״": ["״"],
    ]

    private init(_ text: Substring, isQuoted: Bool, isClosed: Bool = false) {
        self.text = text
        (self.isQuoted, self.isClosed) = (isQuoted, isClosed)
        folded = FoldedText.fold(String(isQuoted ? text : text.replacing("’", with: "'")))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Reads the tokens of a search. A quotation mark inside of a word is part of it, but behind the name of what a
    /// text of a photo is, as in `tag:"north sea"`.
    static func all(in text: String) -> [SearchToken] {
        var tokens: [SearchToken] = []
        var rest = text[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first else { return tokens }
            if let ends = quotes[first] {
                let inside = rest.dropFirst()
                let phrase = inside.prefix { !ends.contains($0) }
                if phrase.contains(where: { !$0.isWhitespace }) {
                    // French writes a space inside of its marks.
                    let text = first == "«" ? trimmed(phrase) : phrase
                    tokens.append(SearchToken(text, isQuoted: true, isClosed: phrase.endIndex < inside.endIndex))
                }
                rest = inside[phrase.endIndex...].dropFirst()
            } else {
                var word = rest.prefix { !$0.isWhitespace }
                if let behind = WordLimit.name(word)?.behind, let mark = behind.first, quotes[mark] != nil {
                    word = word[..<behind.startIndex]
                }
                tokens.append(SearchToken(word, isQuoted: false))
                rest = rest[word.endIndex...]
            }
        }
    }
}
