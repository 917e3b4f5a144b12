// Words that differ by one slip of the fingers.

/// A long word of a search, and how it differs from words that are there.
struct NearWord {
    enum Nearness: Comparable {
        /// The word with one letter more, less, another, or two turned round begins the other.
        case begins
        /// It is the other.
        case whole
    }

    /// Letters from which on a word is long: a slip in a shorter one makes another word too easily.
    static let shortest = 5

    let letters: ContiguousArray<UInt32>

    /// Nil for a word that is short, or has digits or signs in it.
    /// - Parameter text: The folded word.
    init?(_ text: ContiguousArray<UInt8>) {
        letters = ContiguousArray(String(decoding: text, as: UTF8.self).unicodeScalars.lazy.map(\.value))
        guard letters.count >= Self.shortest, letters.allSatisfy(Self.isLetter) else { return nil }
    }

    /// Whether a folded scalar is part of a word. Of other scripts all are.
    static func isLetter(_ scalar: UInt32) -> Bool { scalar &- 0x61 < 26 || scalar >= 0x80 }

    /// How near another word is, and how many of its letters are meant; nil where it differs by more than one slip, or
    /// by none.
    func nearness(of other: ContiguousArray<UInt32>) -> (Nearness, letters: Int)? {
        guard other.count + 1 >= letters.count else { return nil }
        var place = 0
        while place < letters.count, place < other.count, letters[place] == other[place] { place += 1 }
        guard place < letters.count else { return nil }
        var best: (Nearness, letters: Int)?
        // What follows a slip has to be the same: from here on in the word, from there on in the other.
        func compare(_ here: Int, _ there: Int) {
            guard here <= letters.count, there <= other.count, letters.count - here <= other.count - there else {
                return
            }
            for step in 0..<letters.count - here where letters[here + step] != other[there + step] { return }
            let end = there + letters.count - here
            let found = (end == other.count ? Nearness.whole : .begins, letters: end)
            if best.map({ ($0.0, $0.letters) < found }) ?? true { best = found }
        }
        compare(place + 1, place + 1)
        compare(place, place + 1)
        compare(place + 1, place)
        if place + 1 < letters.count, place + 1 < other.count, letters[place] == other[place + 1],
            letters[place + 1] == other[place]
        {
            compare(place + 2, place + 2)
        }
        return best
    }
}
