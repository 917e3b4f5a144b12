// The words of a photo that a search asks for by what they are.
import Photos

/// A condition on keywords, titles, captions and the like: one of the kinds that are asked for contains a text.
struct WordLimit: Hashable, Sendable {
    /// The kinds, a bit each.
    let kinds: UInt8
    /// As it is compared: see `FoldedText`.
    let text: ContiguousArray<UInt8>
    /// Whether a letter or a digit before or behind it makes it another word: a keyword in quotation marks.
    let isWhole: Bool

    /// Reads `tag:crete`, `caption:"north sea"`, `city: Berlin` and the like; nil for anything else.
    static func read(_ rest: inout ArraySlice<SearchToken>) -> SearchReadingResult? {
        guard let first = rest.first, !first.isQuoted, let (kinds, behind) = name(first.text) else { return nil }
        if !behind.isEmpty {
            let limit = WordLimit(kinds: kinds, text: FoldedText.fold(String(behind)), isWhole: false)
            defer { rest.removeFirst() }
            return .term(.reading(SearchReading(.words(limit), of: rest.prefix(1))))
        }
        guard let next = rest.dropFirst().first else {
            rest.removeFirst()
            return .incomplete
        }
        let isWhole = next.isQuoted && next.isClosed && kinds == bits([.keyword])
        let limit = WordLimit(kinds: kinds, text: next.folded, isWhole: isWhole)
        defer { rest.removeFirst(2) }
        return .term(.reading(SearchReading(.words(limit), of: rest.prefix(2))))
    }

    /// What a word that begins with the name of a kind and a sign asks for, and what follows the sign.
    static func name(_ word: Substring) -> (kinds: UInt8, behind: Substring)? {
        guard let sign = word.firstIndex(where: { $0 == ":" || $0 == "=" }),
            let kinds = SearchPhrases.wordKinds[FoldedText.fold(String(word[..<sign]))]
        else { return nil }
        return (bits(kinds), word[word.index(after: sign)...])
    }

    private static func bits(_ kinds: [PhotoWord.Kind]) -> UInt8 { kinds.reduce(0) { $0 | 1 << $1.rawValue } }

    /// Whether a text of a photo meets the condition.
    func isMet(by kind: PhotoWord.Kind, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        kinds >> kind.rawValue & 1 == 1
            && self.text.withUnsafeBufferPointer { Self.contains(text, $0, isWhole: isWhole) }
    }

    /// Whether every photo that meets this condition meets `other` as well.
    func implies(_ other: WordLimit) -> Bool {
        self == other || kinds & ~other.kinds == 0 && !other.isWhole && text.starts(with: other.text)
    }

    /// Whether `word` is in a folded text; with `isWhole` not as a part of a longer word. Letters beyond ASCII are all
    /// letters here.
    static func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ word: UnsafeBufferPointer<UInt8>, isWhole: Bool = false
    ) -> Bool {
        guard let first = word.first, word.count <= text.count else { return word.isEmpty }
        func isLetter(_ place: Int) -> Bool {
            guard place >= 0, place < text.count else { return false }
            let byte = text[place]
            return byte >= 0x80 || byte &- 0x30 < 10 || byte &- 0x61 < 26
        }
        for start in 0...text.count - word.count where text[start] == first {
            var length = 1
            while length < word.count, text[start + length] == word[length] { length += 1 }
            guard length == word.count else { continue }
            if !isWhole || !isLetter(start - 1) && !isLetter(start + length) { return true }
        }
        return false
    }
}

extension Query {
    /// The search for the photos that have a keyword, as it is typed.
    public static func search(forKeyword keyword: String) -> String {
        let marks: [(Character, Character)] = [("\"", "\""), ("«", "»"), ("”", "”")]
        let free = marks.first { !keyword.contains($0.1) } ?? marks[0]
        return "tag:\(free.0)\(keyword)\(free.1)"
    }
}
