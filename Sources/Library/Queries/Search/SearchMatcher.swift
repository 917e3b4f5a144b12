// The comparison of photos with a search.
import Photos

/// Compares photos with the terms of a search, in the order of their slots: the columns of a thousand neighbours are
/// unpacked at once.
struct SearchMatcher {
    private let terms: [Term]
    private let columns: FactColumns
    /// The columns that a term asks for.
    private let needsTaken: Bool, needsSize: Bool, needsLength: Bool, needsMarks: Bool
    private let neededSettings: [ShotSettings.Setting]
    /// By the number of a text: the words of the search that it matches, a bit each. Empty where none matches any.
    private let wordMarks: ContiguousArray<UInt64>

    /// The chunk whose columns are unpacked.
    private var chunk = -1
    private var taken: ContiguousArray<UInt64> = []
    private var sizes: ContiguousArray<UInt64> = []
    private var lengths: ContiguousArray<UInt64> = []
    private var profiles: ContiguousArray<UInt64> = []
    private var marks: ContiguousArray<UInt64> = []
    /// The marks of all texts of a photo together; empty where no photo of the chunk has one.
    private var texts: ContiguousArray<UInt64> = []
    /// By the number of a setting; empty for those that no term asks for.
    private var settings: [ContiguousArray<UInt64>]
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
        let words = text.terms.flatMap(\.words)
        let meanings = text.terms.flatMap(\.meanings)
        var needsTaken = words.contains { $0.days != nil || $0.months != 0 || $0.weekdays != 0 }
        var asksForStars = false
        var neededSettings: Set<ShotSettings.Setting> = []
        for meaning in meanings {
            switch meaning {
            case .days, .daysOfMonth: needsTaken = true
            case .stars: asksForStars = true
            case .shot(let limit): neededSettings.insert(limit.setting)
            case .words: break
            }
        }
        self.needsTaken = needsTaken
        self.neededSettings = Array(neededSettings)
        settings = ShotSettings.Setting.allCases.map { _ in [] }
        needsSize = words.contains { $0.shape != nil }
        needsLength = text.terms.contains { if case .length = $0 { true } else { false } }
        needsMarks = asksForStars || words.contains { $0.isFavourite || $0.isRejected }
    }

    /// Whether the photo in `slot` matches all terms.
    mutating func matches(
        _ slot: UInt32, _ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>, _ badge: PhotoBadge?
    ) -> Bool {
        let (chunk, place) = Int(slot).quotientAndRemainder(dividingBy: PackedColumn.chunkLength)
        if chunk != self.chunk { unpack(chunk) }
        name.removeAll(keepingCapacity: true)
        for term in terms {
            switch term.term {
            case .length(let limit):
                let length = Self.number(lengths, place)
                guard length != PackedColumn.unknown, limit.range.contains(Int64(clamping: length)) else {
                    return false
                }
            case .reading(let reading):
                if reading.meanings.contains(where: { isMeant($0, place) }) { continue }
                if term.bits.contains(where: { $0 & Self.text(texts, place) != 0 }) { continue }
                for word in term.words where !matches(word, place, id, title, badge) { return false }
            case .word:
                for word in term.words where !matches(word, place, id, title, badge) { return false }
            }
        }
        return true
    }

    private mutating func matches(
        _ word: Word, _ place: Int, _ id: UnsafeBufferPointer<UInt8>, _ title: UnsafeBufferPointer<UInt8>,
        _ badge: PhotoBadge?
    ) -> Bool {
        let profile = Self.number(profiles, place)
        if profile != PackedColumn.unknown, word.profiles[Int(profile)] { return true }
        if word.bit & Self.text(texts, place) != 0 { return true }
        let word = word.word
        if means(word, place) || (word.isRaw && (badge == .raw || badge == .rawBeside)) { return true }
        if name.isEmpty { fold(id, title) }
        return Self.contains(name, word.text)
    }

    /// Whether the photo is what several words mean.
    private func isMeant(_ meaning: SearchReading.Meaning, _ place: Int) -> Bool {
        switch meaning {
        case .days(let days):
            let code = Self.number(taken, place)
            return code != PackedColumn.unknown && LocalMoment(code: code).isInside(days)
        case .daysOfMonth(let days, let months):
            let code = Self.number(taken, place)
            guard code != PackedColumn.unknown else { return false }
            let moment = LocalMoment(code: code), date = moment.day.date
            return moment.precision >= .day && months >> UInt16(date.month - 1) & 1 == 1 && days.contains(date.day)
        case .stars(let limit):
            return limit.contains(FactColumns.marks(of: Self.number(marks, place)).stars)
        case .shot(let limit):
            let code = Self.number(settings[limit.setting.rawValue], place)
            return code != PackedColumn.unknown && limit.codes.contains(code)
        case .words: return false
        }
    }

    private mutating func unpack(_ chunk: Int) {
        self.chunk = chunk
        profiles = columns.profile.decodedChunk(chunk)
        if needsTaken { taken = columns.taken.decodedChunk(chunk) }
        if needsSize { sizes = columns.pixelSize.decodedChunk(chunk) }
        if needsMarks { marks = columns.marks.decodedChunk(chunk) }
        if !wordMarks.isEmpty, let chunk = columns.words.chunk(chunk) {
            chunk.gather(wordMarks, into: &texts)
        } else {
            texts.removeAll(keepingCapacity: true)
        }
        if needsLength { lengths = columns.byteCount.decodedChunk(chunk) }
        for setting in neededSettings {
            settings[setting.rawValue] = columns.settings[setting.rawValue].decodedChunk(chunk)
        }
    }

    private static func number(_ column: ContiguousArray<UInt64>, _ place: Int) -> UInt64 {
        place < column.count ? column[place] : PackedColumn.unknown
    }

    private static func text(_ marks: ContiguousArray<UInt64>, _ place: Int) -> UInt64 {
        place < marks.count ? marks[place] : 0
    }

    /// Whether the photo is what the word means beside what it spells.
    private func means(_ word: SearchWord, _ place: Int) -> Bool {
        if word.days != nil || word.months != 0 || word.weekdays != 0 {
            let code = Self.number(taken, place)
            if code != PackedColumn.unknown {
                let moment = LocalMoment(code: code)
                if let days = word.days, moment.isInside(days) { return true }
                let (day, precision) = (moment.day, moment.precision)
                if precision >= .day, word.weekdays >> UInt8(day.weekday) & 1 == 1 { return true }
                if precision >= .month, word.months != 0, word.months >> UInt16(day.date.month - 1) & 1 == 1 {
                    return true
                }
            }
        }
        if word.isFavourite || word.isRejected {
            let marks = FactColumns.marks(of: Self.number(marks, place))
            if word.isFavourite && marks.isFavourite || word.isRejected && marks.isRejected { return true }
        }
        guard let shape = word.shape else { return false }
        let code = Self.number(sizes, place)
        guard code != PackedColumn.unknown else { return false }
        let size = FactColumns.pixelSize(of: code)
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
