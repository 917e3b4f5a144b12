// The comparison of photos with a search.
import Photos

/// Compares photos with the terms of a search, in the order of their slots: the texts of a thousand neighbours are
/// compared at once.
///
/// What is looked at for each photo is numbers in plain arrays: a value that owns memory would be retained and released
/// for each, which takes as long as the comparison.
struct SearchMatcher {
    private let terms: ContiguousArray<Term>
    private let meanings: ContiguousArray<SearchReading.Meaning>
    private let words: ContiguousArray<Word>
    /// What all words spell, one behind the other.
    private let spellings: ContiguousArray<UInt8>
    /// For one word after the other, by the number of a profile: whether a photo of it matches.
    private let profiles: ContiguousArray<Bool>
    private let columns: FactColumns
    /// By the number of a text: the words of the search that it matches, a bit each. Empty where none matches any.
    private let wordMarks: ContiguousArray<UInt64>

    /// The chunk of `texts`.
    private var chunk = -1
    /// The marks of all texts of a photo together; empty where no photo of the chunk has one.
    private var texts: ContiguousArray<UInt64> = []
    /// The id and the title that are compared, folded.
    private var name: ContiguousArray<UInt8> = []

    /// A term: a photo matches where its length is in the range, or one of the meanings is met, or all words are.
    private struct Term {
        let lengths: ClosedRange<Int64>?
        /// Places of `meanings`, but for those that texts are compared with.
        let meanings: Range<Int>
        /// The bits of these in the marks of texts.
        let bits: UInt64
        /// Places of `words`.
        let words: Range<Int>
    }

    private struct Word {
        let months: UInt16
        let weekdays: UInt8
        let days: Range<UInt64>?
        let shape: SearchWord.Shape?
        let kind: PhotoFilter.Kind?
        let isFavourite: Bool
        let isRejected: Bool
        /// Its place in `spellings`.
        let spelling: Range<Int>
        /// Its place in `profiles`.
        let profiles: Int
        /// Its bit in the marks of texts.
        let bit: UInt64

        init(_ word: SearchWord, spelling: Range<Int>, profiles: Int, bit: UInt64) {
            (months, weekdays, days, shape) = (word.months, word.weekdays, word.days, word.shape)
            (kind, isFavourite, isRejected) = (word.kind, word.isFavourite, word.isRejected)
            (self.spelling, self.profiles, self.bit) = (spelling, profiles, bit)
        }

        /// Whether it means a time.
        var meansTime: Bool { days != nil || months != 0 || weekdays != 0 }
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
        var terms: ContiguousArray<Term> = [], words: ContiguousArray<Word> = []
        var meanings: ContiguousArray<SearchReading.Meaning> = []
        var spellings: ContiguousArray<UInt8> = [], profiles: ContiguousArray<Bool> = []
        for term in text.terms {
            let firstWord = words.count, firstMeaning = meanings.count
            for word in term.words {
                let start = spellings.count
                spellings += word.text
                words.append(
                    Word(
                        word, spelling: start..<spellings.count, profiles: profiles.count, bit: textMarks.bit(of: word))
                )
                profiles += names.lazy.map { name in
                    name.withUnsafeBufferPointer { name in
                        word.text.withUnsafeBufferPointer { WordLimit.contains(name, $0) }
                    }
                }
            }
            var bits: UInt64 = 0
            for meaning in term.meanings {
                if case .words(let limit) = meaning { bits |= textMarks.bit(limit) } else { meanings.append(meaning) }
            }
            let lengths: ClosedRange<Int64>? = if case .length(let limit) = term { limit.range } else { nil }
            terms.append(
                Term(
                    lengths: lengths, meanings: firstMeaning..<meanings.count, bits: bits,
                    words: firstWord..<words.count))
        }
        (self.terms, self.words, self.meanings) = (terms, words, meanings)
        (self.spellings, self.profiles) = (spellings, profiles)
        wordMarks = columns.words.isEmpty ? [] : textMarks.marks(columns.wordTable)
    }

    /// Whether the photo in `slot` matches all terms.
    mutating func matches(
        _ slot: UInt32, _ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?
    ) -> Bool {
        let bits = textMarks(slot)
        name.removeAll(keepingCapacity: true)
        for place in terms.indices {
            let term = terms[place]
            if let lengths = term.lengths {
                guard let length = columns.byteCount[slot], lengths.contains(Int64(clamping: length)) else {
                    return false
                }
                continue
            }
            if term.bits & bits != 0 || term.meanings.contains(where: { isMeant(meanings[$0], slot) }) { continue }
            for word in term.words where !matches(word, slot, bits, id, title, badge) { return false }
        }
        return true
    }

    /// - Parameter place: The word's place in `words`.
    private mutating func matches(
        _ place: Int, _ slot: UInt32, _ bits: UInt64, _ id: UnsafeBufferPointer<UInt8>,
        _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?
    ) -> Bool {
        let word = words[place]
        if word.bit & bits != 0 { return true }
        if let profile = columns.profile[slot], profiles[word.profiles + Int(profile)] { return true }
        if means(word, slot) { return true }
        if let kind = word.kind, FilterMatcher.kinds(slot, badge, columns).contains(kind) { return true }
        if name.isEmpty { fold(id, title) }
        return name.withUnsafeBufferPointer { name in
            spellings.withUnsafeBufferPointer {
                WordLimit.contains(name, UnsafeBufferPointer(rebasing: $0[word.spelling]))
            }
        }
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
    private func means(_ word: Word, _ slot: UInt32) -> Bool {
        if word.meansTime, let moment = taken(slot) {
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
        // The title is the end of the id more often than not, and lies in it then.
        guard let start = id.baseAddress, title.baseAddress != start + (id.count - title.count),
            !id.suffix(title.count).elementsEqual(title)
        else { return }
        name.append(UInt8(ascii: "\n"))
        FoldedText.fold(title, into: &name)
    }
}
