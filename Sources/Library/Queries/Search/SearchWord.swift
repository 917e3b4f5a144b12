// One word of a search, with all that it may mean.
import Photos

/// A word and what it means beside what it spells.
struct SearchWord: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
        case portrait, landscape, square
    }

    /// Letters from which on the beginning of a name of the calendar counts as that name.
    private static let shortestBeginning = 3

    /// The word as it is compared: see `FoldedText`.
    let text: ContiguousArray<UInt8>
    /// The months that are meant, a bit each, January the lowest.
    let months: UInt16
    /// The days of the week that are meant, a bit each, Monday the lowest.
    let weekdays: UInt8
    /// The days that are meant, as codes of moments.
    let days: Range<UInt64>?
    let shape: Shape?
    let kind: PhotoFilter.Kind?
    let isFavourite: Bool
    let isRejected: Bool
    /// Whether it was written in quotation marks.
    let isQuoted: Bool

    init(_ word: String, _ words: any SearchWords) {
        let text = FoldedText.fold(word)
        self.text = text
        months = Self.months(meantBy: text, words)
        weekdays = UInt8(truncatingIfNeeded: Self.meant(by: text, EnglishSearchWords().weekdays, words.weekdays))
        days = Self.days(of: text)
        shape = SearchPhrases.shapes[text]
        kind = SearchPhrases.kinds[text]
        isQuoted = false
        isFavourite = SearchPhrases.favourites.contains(text)
        isRejected = SearchPhrases.rejected.contains(text)
    }

    /// A word that means nothing but what it spells.
    /// - Parameter text: The folded word.
    init(spelling text: ContiguousArray<UInt8>, isQuoted: Bool = false) {
        self.text = text
        self.isQuoted = isQuoted
        (months, weekdays, days, shape, kind, isFavourite, isRejected) = (0, 0, nil, nil, nil, false, false)
    }

    /// Whether it means something beside what it spells.
    var hasMeaning: Bool {
        months != 0 || weekdays != 0 || days != nil || shape != nil || kind != nil || isFavourite || isRejected
    }

    /// Whether every photo that matches this word matches `other` as well.
    func implies(_ other: SearchWord) -> Bool {
        text.starts(with: other.text) && months & ~other.months == 0 && weekdays & ~other.weekdays == 0
            && (days.map { days in other.days.map { $0.contains(days) } ?? false } ?? true)
            && (shape == nil || shape == other.shape) && (kind == nil || kind == other.kind)
            && (!isFavourite || other.isFavourite) && (!isRejected || other.isRejected)
    }

    /// The months whose names a folded word is or begins, a bit each, January the lowest.
    static func months(meantBy word: ContiguousArray<UInt8>, _ words: any SearchWords) -> UInt16 {
        UInt16(truncatingIfNeeded: meant(by: word, EnglishSearchWords().months, words.months))
    }

    /// The places of the names that `word` is or begins, as bits.
    private static func meant(by word: ContiguousArray<UInt8>, _ lists: [[String]]...) -> Int {
        var bits = 0
        for list in lists {
            for (place, names) in list.enumerated() {
                let isMeant = names.contains { name in
                    let name = FoldedText.fold(name)
                    return name == word || (word.count >= shortestBeginning && name.starts(with: word))
                }
                if isMeant { bits |= 1 << place }
            }
        }
        return bits
    }

    /// The days whose dates, as in `2023-06-14`, begin with `word`, which has to name a year.
    private static func days(of word: ContiguousArray<UInt8>) -> Range<UInt64>? {
        let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count <= 3, parts[0].count == 4, let year = number(parts[0]), (1...9999).contains(year) else {
            return nil
        }
        guard let months = parts.count > 1 ? numbers(parts[1], upTo: 12) : 1...12 else { return nil }
        if parts.count < 3 {
            let end = months.upperBound == 12 ? (year + 1, 1) : (year, months.upperBound + 1)
            return LocalMoment.range(
                from: CivilDay(year: year, month: months.lowerBound, day: 1),
                to: CivilDay(year: end.0, month: end.1, day: 1))
        }
        let month = months.lowerBound
        guard months.count == 1, parts[1].count == 2 else { return nil }
        let first = CivilDay(year: year, month: month, day: 1)
        let next =
            month == 12 ? CivilDay(year: year + 1, month: 1, day: 1) : CivilDay(year: year, month: month + 1, day: 1)
        guard let days = numbers(parts[2], upTo: next.number - first.number) else { return nil }
        return LocalMoment.range(
            from: CivilDay(number: first.number + days.lowerBound - 1),
            to: CivilDay(number: first.number + days.upperBound))
    }

    /// The numbers from 1 on that begin with `digits` where they are written with two; nil where none does.
    private static func numbers(_ digits: ArraySlice<UInt8>, upTo most: Int) -> ClosedRange<Int>? {
        guard !digits.isEmpty else { return 1...most }
        guard let number = number(digits), digits.count <= 2 else { return nil }
        let least = digits.count == 2 ? number : max(1, number * 10)
        let greatest = min(most, digits.count == 2 ? number : number * 10 + 9)
        return least > 0 && least <= greatest ? least...greatest : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

extension Range<UInt64> {
    fileprivate func contains(_ other: Self) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
