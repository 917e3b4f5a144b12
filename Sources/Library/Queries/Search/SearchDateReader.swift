// Days in the words of a search.

/// Reads dates of one word and more, and what is said by them: a day, a stretch of time, the time before or after.
///
/// A single word that is a year, an ISO date or the name of a month is left to `SearchWord`, which also knows the
/// beginnings of such words.
struct SearchDateReader {
    private let words: any SearchWords
    private let today: CivilDay?

    /// The times that photos can have; see `LocalMoment`.
    private static let ever = CivilDay(year: 1800, month: 1, day: 1)..<CivilDay(year: 2148, month: 1, day: 1)

    init(_ words: any SearchWords, today: CivilDay?) {
        self.words = words
        self.today = today
    }

    /// Days that some tokens mean.
    private struct Found {
        /// Stretches of days; several where a beginning is that of two months.
        var days: [Range<CivilDay>] = []
        /// Days of months without a year.
        var ofMonth: (days: ClosedRange<Int>, months: UInt16)?
        /// Tokens that it takes.
        var count: Int
        /// The place of the year among them, by which a photo may match otherwise than by its name.
        var year: Int?
    }

    /// Reads what tokens begin with; nil where that is no date that `SearchWord` does not know.
    func read(_ rest: inout ArraySlice<SearchToken>) -> SearchReading? {
        guard let found = side(rest) ?? stretch(rest) ?? date(rest).flatMap({ isWord($0, rest) ? nil : $0 }) else {
            return nil
        }
        defer { rest.removeFirst(found.count) }
        var meanings = found.days.map { days in
            SearchReading.Meaning.days(LocalMoment.range(from: days.lowerBound, to: days.upperBound))
        }
        if let ofMonth = found.ofMonth { meanings.append(.daysOfMonth(ofMonth.days, months: ofMonth.months)) }
        var tokens = rest.prefix(found.count)
        if found.count == 1 {
            // 1/2000 is an exposure as well as a month.
            var alone = tokens
            if case .term(.reading(let other))? = ShotLimit.read(&alone) { meanings += other.meanings }
        }
        var spelled: [SearchWord] = []
        for place in 0..<found.count {
            guard let token = tokens.popFirst() else { break }
            let plain = Self.plain(token.text)
            if place > 0, SearchPhrases.fillers.contains(token.folded) { continue }
            if place == found.year {
                spelled.append(SearchWord(String(plain), words))
            } else {
                spelled.append(SearchWord(spelling: found.count > 1 ? FoldedText.fold(String(plain)) : token.folded))
            }
        }
        return SearchReading(meanings, spelled)
    }

    /// Whether a date is one word whose meaning `SearchWord` knows, and the beginnings of which it knows too.
    private func isWord(_ found: Found, _ rest: ArraySlice<SearchToken>) -> Bool {
        guard found.count == 1, let token = rest.first else { return false }
        return SearchWord(String(token.text), words).days != nil
    }

    // MARK: Stretches

    /// `before 2022`, `since june 2021`.
    private func side(_ rest: ArraySlice<SearchToken>) -> Found? {
        guard let word = rest.first, !word.isQuoted, let side = SearchPhrases.sides[word.folded] else { return nil }
        let fillers = rest.dropFirst().prefix { SearchPhrases.fillers.contains($0.folded) }.count
        guard let date = dated(rest.dropFirst(1 + fillers)) else { return nil }
        let days =
            switch side {
            case .before: Self.ever.lowerBound..<max(date.days.lowerBound, Self.ever.lowerBound)
            case .until: Self.ever.lowerBound..<max(date.days.upperBound, Self.ever.lowerBound)
            case .after: min(date.days.upperBound, Self.ever.upperBound)..<Self.ever.upperBound
            case .since: min(date.days.lowerBound, Self.ever.upperBound)..<Self.ever.upperBound
            }
        return Found(days: [days], count: 1 + fillers + date.count)
    }

    /// `2019-2021`, `05.06.2021–07.06.2021`, `june 2019 - may 2020`.
    private func stretch(_ rest: ArraySlice<SearchToken>) -> Found? {
        guard let word = rest.first, !word.isQuoted else { return nil }
        for mark in ["–", "—", "..", "…", "-"] {
            guard let place = word.text.firstRange(of: mark) else { continue }
            let (before, after) = (word.text[..<place.lowerBound], word.text[place.upperBound...])
            // 2021-06 is a month, and 2021-06-05 a day.
            if let first = number(before), let last = number(after) {
                return Found(days: [Self.hull(first, last)], count: 1)
            }
        }
        guard let first = dated(rest), let mark = rest.dropFirst(first.count).first, !mark.isQuoted,
            SearchPhrases.between.contains(mark.folded), let last = dated(rest.dropFirst(first.count + 1))
        else { return nil }
        return Found(days: [Self.hull(first.days, last.days)], count: first.count + 1 + last.count)
    }

    /// All days of two stretches, whichever is the earlier one, and those between them.
    private static func hull(_ one: Range<CivilDay>, _ other: Range<CivilDay>) -> Range<CivilDay> {
        min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
    }

    private func number(_ word: Substring) -> Range<CivilDay>? {
        SearchDate(word, isDayFirst: words.isDayFirst)?.days
    }

    /// A date with a year, which is one stretch of days.
    private func dated(_ rest: ArraySlice<SearchToken>) -> (days: Range<CivilDay>, count: Int)? {
        guard let found = date(rest), found.ofMonth == nil, found.days.count == 1 else { return nil }
        return found.days.first.map { ($0, found.count) }
    }

    // MARK: Dates

    private func date(_ rest: ArraySlice<SearchToken>) -> Found? {
        guard let word = rest.first, !word.isQuoted else { return nil }
        if let relative = relative(rest) { return relative }
        if let found = named(rest) { return found }
        guard let days = number(Self.plain(word.text)) else { return nil }
        return Found(days: [days], count: 1)
    }

    /// `yesterday`, `last year`.
    private func relative(_ rest: ArraySlice<SearchToken>) -> Found? {
        guard let today else { return nil }
        let next = rest.prefix(SearchPhrases.longestRelative).prefix { !$0.isQuoted }.map(\.folded)
        let found = SearchPhrases.relative.filter { next.starts(with: $0.phrase) }.max {
            $0.phrase.count < $1.phrase.count
        }
        guard let found else { return nil }
        let date = today.date
        func days(_ first: Int, _ count: Int) -> Range<CivilDay> {
            CivilDay(number: today.number + first)..<CivilDay(number: today.number + first + count)
        }
        func month(_ steps: Int) -> Range<CivilDay> {
            let months = date.year * 12 + date.month - 1 + steps
            return SearchDate.month(months % 12 + 1, of: months / 12)
        }
        func year(_ steps: Int) -> Range<CivilDay> {
            CivilDay(
                year: date.year + steps, month: 1, day: 1)..<CivilDay(year: date.year + steps + 1, month: 1, day: 1)
        }
        let stretch =
            switch found.days {
            case .today: days(0, 1)
            case .yesterday: days(-1, 1)
            case .thisWeek: days(-today.weekday, 7)
            case .lastWeek: days(-today.weekday - 7, 7)
            case .thisMonth: month(0)
            case .lastMonth: month(-1)
            case .thisYear: year(0)
            case .lastYear: year(-1)
            }
        return Found(days: [stretch], count: found.phrase.count)
    }

    /// A part of a date in words.
    private enum Part {
        case days(ClosedRange<Int>)
        case months(UInt16)
        case year(Int)
    }

    /// `6 june 2021`, `june 6, 2021`, `6. Juni`, `6 de junio de 2021`, `june 2021`, `6-8 june`: a month's name with the
    /// days or the year beside it.
    private func named(_ rest: ArraySlice<SearchToken>) -> Found? {
        var days: ClosedRange<Int>?
        var months: UInt16?
        var found = Found(count: 0)
        var count = 0
        var year: Int?
        for token in rest.prefix(Self.longestDate) {
            guard !token.isQuoted else { break }
            defer { count += 1 }
            if count > 0, SearchPhrases.fillers.contains(token.folded) { continue }
            // The year is what ends a date; before a month's name a number of four digits is one too.
            switch part(token, hasMonth: months != nil) {
            case .days(let range) where days == nil && (year == nil || (found.year == 0 && months != nil)): days = range
            case .months(let bits) where months == nil: months = bits
            case .year(let number) where year == nil && (months != nil || days == nil):
                (year, found.year) = (number, count)
            default: return finish(found, days, months, year)
            }
            found.count = count + 1
            if year != nil, months != nil, days != nil || found.year != 0 { break }
        }
        return finish(found, days, months, year)
    }

    /// Tokens of the longest date: `6 de junio de 2021`.
    private static let longestDate = 6

    private func finish(_ found: Found, _ days: ClosedRange<Int>?, _ months: UInt16?, _ year: Int?) -> Found? {
        guard let months, days != nil || year != nil else { return nil }
        var found = found
        let numbers = (1...12).filter { months >> UInt16($0 - 1) & 1 == 1 }
        if let year {
            found.days = numbers.compactMap { month in
                days.map { SearchDate.days($0, month, of: year) } ?? SearchDate.month(month, of: year)
            }
            return found.days.isEmpty ? nil : found
        }
        // The year 2000 has a leap day.
        guard let days, numbers.contains(where: { SearchDate.days(days, $0, of: 2000) != nil }) else { return nil }
        found.ofMonth = (days, months)
        return found
    }

    private func part(_ token: SearchToken, hasMonth: Bool) -> Part? {
        let text = Self.plain(token.text)
        guard let first = text.first, first.isASCII, first.isNumber else {
            return month(text).map(Part.months)
        }
        if text.utf8.count == 4, let year = Int(text), year >= 1000 { return .year(year) }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count <= 2, let least = Self.day(ends[0]), let most = Self.day(ends[ends.count - 1]), least <= most
        else { return nil }
        return .days(least...most)
    }

    /// The months that a word is or begins the name of; in Hebrew it may have the preposition before it.
    private func month(_ text: Substring) -> UInt16? {
        var months = SearchWord.months(meantBy: FoldedText.fold(String(text)), words)
        if months == 0, text.first == "ב" {
            months = SearchWord.months(meantBy: FoldedText.fold(String(text.dropFirst())), words)
        }
        return months == 0 ? nil : months
    }

    /// A day of the month, in English, French or Spanish perhaps as an ordinal.
    private static func day(_ text: Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.utf8.count), let day = Int(digits), (1...31).contains(day),
            ["", ".", "st", "nd", "rd", "th", "er", "º"].contains(text[digits.endIndex...].lowercased())
        else { return nil }
        return day
    }

    /// A word without the comma or the full stop behind it.
    private static func plain(_ word: Substring) -> Substring {
        word.count > 1 && (word.last == "," || word.last == ".") ? word.dropLast() : word
    }
}
