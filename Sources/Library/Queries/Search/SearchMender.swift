// The forgiving of slips in a search that finds nothing.
import Photos

/// Looks in the names of photos for the words that were meant by long ones which no photo matches.
///
/// One pass over all names, in which a folder's name is looked at once for its neighbours. A word that is there, though
/// not together with the others, is no slip.
struct SearchMender {
    /// Words of a search that are looked at, and words that may be meant by each: a strange library is no burden.
    private static let mostWords = 4
    private static let mostCandidates = 500
    /// Letters of a word in a name that are looked at.
    private static let longestWord = 64

    private var words: [Sought] = []
    /// The folder whose name was looked at last.
    private var folder: ContiguousArray<UInt8> = []
    private var folded: ContiguousArray<UInt8> = []
    private var token: ContiguousArray<UInt32> = []

    private struct Sought {
        let place: Int
        let text: ContiguousArray<UInt8>
        let near: NearWord
        var candidates: [ContiguousArray<UInt32>: (nearness: NearWord.Nearness, count: Int)] = [:]
        /// Whether it is there as it is written.
        var isThere = false

        /// Adds what was found for the same word in another part of the names.
        mutating func add(_ other: Sought) {
            isThere = isThere || other.isThere
            candidates.merge(other.candidates) { (max($0.nearness, $1.nearness), $0.count + $1.count) }
        }
    }

    /// Nil for a search without a word in which a slip is forgiven.
    init?(_ text: SearchText) {
        for (place, term) in text.terms.enumerated() where words.count < Self.mostWords {
            guard case .word(let word) = term, !word.hasMeaning, !word.isQuoted, let near = NearWord(word.text) else {
                continue
            }
            words.append(Sought(place: place, text: word.text, near: near))
        }
        guard !words.isEmpty else { return nil }
    }

    /// Returns the search that was meant; nil where none is found, or `isOutdated` has answered true.
    mutating func mend(
        _ text: SearchText, in store: PhotoStore, _ names: any SearchWords, _ division: any WorkDivision,
        isOutdated: @Sendable () -> Bool
    ) -> (text: SearchText, correction: SearchCorrection)? {
        let parts = store.inParts(division) { [self] blocks in
            var part = self
            let isComplete = store.forEachName(
                in: blocks, { _, id, title, _ in part.look(at: id, title) }, visits: { _ in isOutdated() ? nil : true })
            return isComplete ? part.words : nil
        }
        guard let parts else { return nil }
        for part in parts {
            for place in words.indices { words[place].add(part[place]) }
        }
        for profile in store.columns.profiles.profiles {
            look(at: [profile.kind, profile.camera, profile.lens].compactMap(\.self).joined(separator: "\n"))
        }
        store.columns.wordTable.forEach { _, _, text in look(at: text) }
        let english = EnglishSearchWords()
        for list in english.months + english.weekdays + names.months + names.weekdays { list.forEach { look(at: $0) } }
        for word in SearchPhrases.favourites.union(SearchPhrases.shapes.keys) {
            word.withUnsafeBufferPointer { look(at: $0) }
        }
        var terms: [Int: SearchTerm] = [:]
        var written: [String] = [], shown: [String] = []
        for word in words where !word.isThere {
            let best = word.candidates.max {
                ($0.value.nearness, $0.value.count, $1.key.count) < ($1.value.nearness, $1.value.count, $0.key.count)
                    || (($0.value.nearness, $0.value.count, $1.key.count)
                        == ($1.value.nearness, $1.value.count, $0.key.count)
                        && $1.key.lexicographicallyPrecedes($0.key))
            }
            guard let best else { continue }
            let meant = String(String.UnicodeScalarView(best.key.compactMap(Unicode.Scalar.init)))
            terms[word.place] = .word(SearchWord(meant, names))
            written.append(String(decoding: word.text, as: UTF8.self))
            shown.append(meant)
        }
        guard !terms.isEmpty else { return nil }
        let correction = SearchCorrection(
            written: written.joined(separator: " "), shown: shown.joined(separator: " "))
        return (text.replacing(terms), correction)
    }

    private mutating func look(at text: String) {
        var text = text
        text.withUTF8 { look(at: $0) }
    }

    private mutating func look(at id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>) {
        if let slash = id.lastIndex(of: UInt8(ascii: "/")) {
            let path = id[..<slash]
            if !folder.elementsEqual(path) {
                folder = ContiguousArray(path)
                look(at: UnsafeBufferPointer(rebasing: path))
            }
            look(at: UnsafeBufferPointer(rebasing: id[(slash + 1)...]))
        } else {
            look(at: id)
        }
        if !id.suffix(title.count).elementsEqual(title) { look(at: title) }
    }

    /// Looks at all words of a text.
    private mutating func look(at text: UnsafeBufferPointer<UInt8>) {
        guard Self.hasLongWord(text) else { return }
        folded.removeAll(keepingCapacity: true)
        FoldedText.fold(text, into: &folded)
        token.removeAll(keepingCapacity: true)
        var place = 0
        while place < folded.count {
            let byte = UInt32(folded[place])
            place += 1
            guard byte >= 0x80 else {
                if NearWord.isLetter(byte) { token.append(byte) } else { endWord() }
                continue
            }
            // Folded text is UTF-8.
            var scalar = byte < 0xE0 ? byte & 0x1F : byte < 0xF0 ? byte & 0xF : byte & 7
            while place < folded.count, folded[place] & 0xC0 == 0x80 {
                scalar = scalar << 6 | UInt32(folded[place] & 0x3F)
                place += 1
            }
            token.append(scalar)
        }
        endWord()
    }

    /// Whether there may be a word that is near a long one: names that cameras give have none.
    private static func hasLongWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var length = 0
        for byte in text {
            length = byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 ? length + 1 : 0
            if length + 1 >= NearWord.shortest { return true }
        }
        return false
    }

    private static func contains(_ token: ContiguousArray<UInt32>, _ word: ContiguousArray<UInt32>) -> Bool {
        guard token.count >= word.count else { return false }
        return (0...token.count - word.count).contains { token[$0...].starts(with: word) }
    }

    private mutating func endWord() {
        defer { token.removeAll(keepingCapacity: true) }
        guard token.count + 1 >= NearWord.shortest, token.count <= Self.longestWord else { return }
        for place in words.indices where !words[place].isThere {
            let near = words[place].near
            if Self.contains(token, near.letters) {
                words[place].isThere = true
            } else if let (nearness, length) = near.nearness(of: token) {
                let meant = ContiguousArray(token[..<length])
                let known = words[place].candidates[meant]
                guard known != nil || words[place].candidates.count < Self.mostCandidates else { continue }
                words[place].candidates[meant] = (max(nearness, known?.nearness ?? nearness), (known?.count ?? 0) + 1)
            }
        }
    }
}
