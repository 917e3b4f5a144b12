// The search that a user has written, understood.
import Photos

/// The terms of a search. A photo has to match all of them.
///
/// A term is a word that name, folder, format, camera, lens or a text of the photo (`PhotoWord`) contain, or several in
/// quotation marks as they are (`"north sea"`). What can be understood as more is matched by what it means as well as
/// by what it spells:
///
/// - the beginning of a month's or a weekday's name, of three letters or more, in English or the user's language;
/// - a day, month or year: `6 june 2021`, `june 6`, `june 2021`, `2021-06-05`, `05.06.2021` and `6/5/2021` by the
///   locale's order, `07/2025`, `2021`; the beginning of an ISO date, of a year or more;
/// - `today`, `yesterday`, `this` and `last` with `week` (from Monday on), `month` and `year`;
/// - `before`, `until`, `after` and `since` with a date that has a year; `2019-2021`, `june 2019 - may 2020`;
/// - stars: `4 stars`, `rating:4`, `stars>=4` (or `≥`), `stars>2`, `stars<=2`, `stars<5`;
/// - what the camera recorded: `f/2.8`, `f<=2.8`, `iso 3200`, `iso>=1600`, `1/250`, `50mm`;
/// - `portrait`, `landscape` or `square`; `raw`, `video`, `panorama` or `animation`; `favourite`; `rejected`,
///   `-rejected`;
/// - a label: `label:red`, `label:red,green`;
/// - what a text of the photo is: `tag:crete`, `caption:"north sea"`.
///
/// A length is `>5MB` or `<100kb`, also with spaces; units are powers of 1000, or of 1024 as in `MiB`, and bytes where
/// none is written. Words that relate a date or stars are understood in the program's languages (`SearchPhrases`).
struct SearchText: Hashable, Sendable {
    /// Bytes of a search that are looked at, and terms: enough for any that is written by hand.
    private static let longest = 1000
    private static let mostTerms = 32

    private(set) var terms: [SearchTerm]

    /// Nil for a search that says nothing yet, which all photos match.
    /// - Parameter today: the day from which others are counted; where it is nil, `yesterday` is a word like any other.
    init?(_ text: String, _ words: any SearchWords, today: CivilDay? = nil) {
        let start = String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self)
        var rest = SearchToken.all(in: start)[...]
        let dates = SearchDateReader(words, today: today)
        var terms: [SearchTerm] = []
        while let token = rest.first, terms.count < Self.mostTerms {
            if token.isQuoted {
                rest.removeFirst()
                terms.append(.word(SearchWord(spelling: token.folded, isQuoted: true)))
            } else if let reading = dates.read(&rest) {
                terms.append(.reading(reading))
            } else if let reading = StarLimit.read(&rest) ?? LabelLimit.read(&rest) ?? Self.kept(&rest)
                ?? ShotLimit.read(&rest)
                ?? ByteLimit.read(&rest) ?? WordLimit.read(&rest)
            {
                if case .term(let term) = reading { terms.append(term) }
            } else {
                rest.removeFirst()
                terms.append(.word(SearchWord(String(token.text), words)))
            }
        }
        guard !terms.isEmpty else { return nil }
        self.terms = terms
    }

    /// Reads `-rejected`.
    private static func kept(_ rest: inout ArraySlice<SearchToken>) -> SearchReadingResult? {
        guard let token = rest.first, let sign = token.text.first, sign == "-" || sign == "−",
            SearchPhrases.rejected.contains(FoldedText.fold(String(token.text.dropFirst())))
        else { return nil }
        rest.removeFirst()
        return .term(.reading(SearchReading(.notRejected, of: [token])))
    }

    /// Whether every photo that matches this search matches `other` as well.
    func narrows(_ other: SearchText) -> Bool {
        other.terms.allSatisfy { old in terms.contains { $0.implies(old) } }
    }

    /// The search with other terms for some of its terms.
    func replacing(_ terms: [Int: SearchTerm]) -> SearchText {
        var text = self
        for (place, term) in terms { text.terms[place] = term }
        return text
    }
}

/// One condition of a search.
enum SearchTerm: Hashable, Sendable {
    case word(SearchWord)
    case length(ByteLimit)
    /// Words that mean something together.
    case reading(SearchReading)

    func implies(_ other: SearchTerm) -> Bool {
        switch (self, other) {
        case (.word(let word), .word(let other)): word.implies(other)
        case (.reading(let reading), .reading(let other)): reading.implies(other)
        default: self == other
        }
    }

    /// The words by which a photo may match.
    var words: [SearchWord] {
        switch self {
        case .word(let word): [word]
        case .length: []
        case .reading(let reading): reading.words
        }
    }

    /// What is meant beside what is spelled.
    var meanings: [SearchReading.Meaning] {
        if case .reading(let reading) = self { reading.meanings } else { [] }
    }
}

/// Words of a search that mean something together. A photo matches one of the meanings, or else all of the words.
struct SearchReading: Hashable, Sendable {
    enum Meaning: Hashable, Sendable {
        /// Moments at which photos were taken.
        case days(Range<UInt64>)
        /// Days of a month in any year.
        case daysOfMonth(ClosedRange<Int>, months: UInt16)
        case stars(StarLimit)
        case labels(LabelLimit)
        case notRejected
        case shot(ShotLimit)
        /// Keywords, captions and the like.
        case words(WordLimit)
    }

    let meanings: [Meaning]
    let words: [SearchWord]

    init(_ meanings: [Meaning], _ words: [SearchWord]) {
        self.meanings = meanings
        self.words = words
    }

    /// A reading of tokens that are compared by what they spell where they do not mean this.
    init(_ meaning: Meaning, of tokens: some Sequence<SearchToken>) {
        self.init([meaning], tokens.map { SearchWord(spelling: $0.folded) })
    }

    /// Whether every photo that matches this reading matches `other` as well.
    func implies(_ other: SearchReading) -> Bool {
        meanings.allSatisfy { meaning in other.meanings.contains { meaning.implies($0) } }
            && other.words.allSatisfy { old in words.contains { $0.implies(old) } }
    }
}

extension SearchReading.Meaning {
    fileprivate func implies(_ other: Self) -> Bool {
        switch (self, other) {
        case (.stars(let stars), .stars(let others)): stars.implies(others)
        case (.labels(let labels), .labels(let others)): labels.implies(others)
        case (.words(let words), .words(let others)): words.implies(others)
        default: self == other
        }
    }
}

/// What was found at the beginning of tokens, which are then taken out of them.
enum SearchReadingResult {
    case term(SearchTerm)
    /// The beginning of a condition, which says nothing yet.
    case incomplete
}
