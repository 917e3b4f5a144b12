// A text of a photo by which it is found.

/// One of the texts that people have written into the file of a photo, and what it is of it.
public struct PhotoWord: Hashable, Sendable {
    /// What a text is. The numbers are kept in the catalogue.
    public enum Kind: UInt8, CaseIterable, Sendable {
        case keyword, title, caption, artist, city, state, country
    }

    public let kind: Kind
    public let text: String

    public init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

extension PhotoDescription {
    /// All texts, in the order of their kinds.
    public var words: [PhotoWord] {
        let single: [(PhotoWord.Kind, String?)] = [
            (.title, title), (.caption, caption), (.artist, artist), (.city, city), (.state, state),
            (.country, country),
        ]
        return keywords.map { PhotoWord(.keyword, $0) }
            + single.compactMap { kind, text in
                text.map { PhotoWord(kind, $0) }
            }
    }
}
