// The comparison of photos with a search.
import Photos

/// Compares photos with the terms of a search, in the order of their slots: the texts of a thousand neighbours are
/// compared at once.
struct SearchMatcher {
    private let terms: [Term]
    private let columns: FactColumns
    /// By the number of a text: the words of the search that it matches, a bit each. Empty where none matches any.
    private let wordMarks: ContiguousArray<UInt64>

    /// The chunk of `texts`.
    private var chunk = -1
    /// The marks of all texts of a photo together; empty where no photo of the chunk has one.
    private var texts: ContiguousArray<UInt64> = []
    /// The id and the title that are compared, folded.
    private var name: ContiguousArray<UInt8> = []

    /// A term with what it is in the tables of this collection.
    private struct Term {
        let term: SearchTerm
        let words: [Word]
        /// The bits of the meanings, by their number, in the marks of texts.
        let bits: [UInt64]
    }

    private struct Word {
        let word: SearchWord
        /// By the number of a profile: whether a photo of it matches.
        let profiles: ContiguousArray<Bool>
        /// Its bit in the marks of texts.
        let bit: UInt64
    }

    /// The words and conditions that texts are compared with, which have a bit each. A search has 32 terms at most; of
    /// one that is all dates of several words, the last ones are not looked for in texts.
    private struct TextMarks {
        private var conditions: [WordLimit] = []

        mutating func bit(of word: SearchWord) -> UInt64 {
            bit(WordLimit(kinds: .max, text: word.text, isWhole: false))
        }

        mutating func bit(_ limit: WordLimit) -> UInt64 {
            guard conditions.count < UInt64.bitWidth else { return 0 }
            conditions.append(limit)
            return 1 << UInt64(conditions.count - 1)
        }

        func marks(_ table: WordTable) -> ContiguousArray<UInt64> {
            var marks = ContiguousArray<UInt64>(repeating: 0, count: table.count), sum: UInt64 = 0
            table.forEach { number, kind, text in
                for (place, condition) in conditions.enumerated() where condition.isMet(by: kind, text) {
                    marks[number] |= 1 << UInt64(place)
                }
                sum |= marks[number]
            }
            return sum == 0 ? [] : marks
        }
    }

    init(_ text: SearchText, _ columns: FactColumns) {
        self.columns = columns
        let names = columns.profiles.profiles.map { profile in
            FoldedText.fold([profile.kind, profile.camera, profile.lens].compactMap(\.self).joined(separator: "\n"))
        }
        var textMarks = TextMarks()
        terms = text.terms.map { term in
            Term(
                term: term,
                words: term.words.map { word in
                    Word(
                        word: word, profiles: ContiguousArray(names.lazy.map { Self.contains($0, word.text) }),
                        bit: textMarks.bit(of: word))
                },
                bits: term.meanings.map { meaning in
                    if case .words(let limit) = meaning { textMarks.bit(limit) } else { 0 }
                })
        }
        wordMarks = columns.words.isEmpty ? [] : textMarks.marks(columns.wordTable)
    }

    /// Whether the photo in `slot` matches all terms.
    mutating func matches(
        _ slot: UInt32, _ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?
    ) -> Bool {
        let bits = textMarks(slot)
        name.removeAll(keepingCapacity: true)
        for term in terms {
            switch term.term {
            case .length(let limit):
                guard let length = columns.byteCount[slot], limit.range.contains(Int64(clamping: length)) else {
                    return false
                }
            case .reading(let reading):
                if reading.meanings.contains(where: { isMeant($0, slot) }) { continue }
                if term.bits.contains(where: { $0 & bits != 0 }) { continue }
                for word in term.words where !matches(word, slot, bits, id, title, badge) { return false }
            case .word:
                for word in term.words where !matches(word, slot, bits, id, title, badge) { return false }
            }
        }
        return true
    }

    private mutating func matches(
        _ word: Word, _ slot: UInt32, _ bits: UInt64, _ id: UnsafeBufferPointer<UInt8>,
        _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?
    ) -> Bool {
        if let profile = columns.profile[slot], word.profiles[Int(profile)] { return true }
        if word.bit & bits != 0 { return true }
        let word = word.word
        if means(word, slot) { return true }
        if let kind = word.kind, FilterMatcher.kinds(slot, badge, columns).contains(kind) { return true }
        if name.isEmpty { fold(id, title) }
        return Self.contains(name, word.text)
    }

    /// Whether the photo is what several words mean.
    private func isMeant(_ meaning: SearchReading.Meaning, _ slot: UInt32) -> Bool {
        switch meaning {
        case .days(let days): return taken(slot)?.isInside(days) ?? false
        case .daysOfMonth(let days, let months):
            guard let moment = taken(slot), case let date = moment.day.date else { return false }
            return moment.precision >= .day && months >> UInt16(date.month - 1) & 1 == 1 && days.contains(date.day)
        case .stars(let limit): return limit.contains(FactColumns.marks(of: columns.marks[slot]).stars)
        case .labels(let limit): return limit.contains(FactColumns.marks(of: columns.marks[slot]).label)
        case .notRejected: return !FactColumns.marks(of: columns.marks[slot]).isRejected
        case .shot(let limit):
            return columns.settings[limit.setting.rawValue][slot].map(limit.codes.contains) ?? false
        case .words: return false
        }
    }

    private func taken(_ slot: UInt32) -> LocalMoment? { columns.taken[slot].map(LocalMoment.init(code:)) }

    /// The marks of all texts of a photo together.
    private mutating func textMarks(_ slot: UInt32) -> UInt64 {
        guard !wordMarks.isEmpty else { return 0 }
        let (chunk, place) = Int(slot).quotientAndRemainder(dividingBy: WordColumn.chunkLength)
        if chunk != self.chunk {
            self.chunk = chunk
            texts.removeAll(keepingCapacity: true)
            columns.words.chunk(chunk)?.gather(wordMarks, into: &texts)
        }
        return place < texts.count ? texts[place] : 0
    }

    /// Whether the photo is what the word means beside what it spells.
    private func means(_ word: SearchWord, _ slot: UInt32) -> Bool {
        if word.days != nil || word.months != 0 || word.weekdays != 0, let moment = taken(slot) {
            if let days = word.days, moment.isInside(days) { return true }
            let (day, precision) = (moment.day, moment.precision)
            if precision >= .day, word.weekdays >> UInt8(day.weekday) & 1 == 1 { return true }
            if precision >= .month, word.months != 0, word.months >> UInt16(day.date.month - 1) & 1 == 1 {
                return true
            }
        }
        if word.isFavourite || word.isRejected {
            let marks = FactColumns.marks(of: columns.marks[slot])
            if word.isFavourite && marks.isFavourite || word.isRejected && marks.isRejected { return true }
        }
        guard let shape = word.shape, let size = columns.pixelSize[slot].map(FactColumns.pixelSize(of:)) else {
            return false
        }
        return switch shape {
        case .portrait: size.height > size.width
        case .landscape: size.width > size.height
        case .square: size.width == size.height
        }
    }

    private mutating func fold(_ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>) {
        FoldedText.fold(id, into: &name)
        guard !id.suffix(title.count).elementsEqual(title) else { return }
        name.append(UInt8(ascii: "\n"))
        FoldedText.fold(title, into: &name)
    }

    private static func contains(_ text: ContiguousArray<UInt8>, _ word: ContiguousArray<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { WordLimit.contains($0, word) }
    }
}
