// What a person changes of the words and the date of a photo.

/// One change of what is said of a photo, for one photo or for many.
public enum PhotoEdit: Hashable, Sendable {
    /// Keywords, with `/` between their levels, as `Keyword.written` gives them.
    case addKeywords([String])
    case removeKeywords([String])
    /// Nil for no title, or no caption.
    case title(String?)
    case caption(String?)
    /// The time that the photo was taken, as its sidecar is to state it; nil for none there.
    case date(WrittenTime?)
    /// A clock that was wrong: so many seconds are added to the time taken.
    /// - zone: The minutes by which the right clock is ahead of UTC; nil where that is not told.
    case shift(seconds: Int, zone: Int?)

    /// What an edit changes.
    public enum Kind: Hashable, Sendable { case keywords, title, caption, date }

    public var kind: Kind {
        switch self {
        case .addKeywords, .removeKeywords: .keywords
        case .title: .title
        case .caption: .caption
        case .date, .shift: .date
        }
    }
}

/// The reasons why an edit is refused before anything is written.
public enum EditRefusal: Hashable, Sendable {
    /// The photo has as many keywords as are read of one, in number or in bytes.
    case tooManyKeywords
    /// A text is longer than what is read again.
    case tooLong
    /// Nothing but the file's own time of change is known, which is no date of the photo.
    case noDate
    /// Hours cannot be added to a date of which only the day, the month or the year is known.
    case coarseDate
    /// No photo was taken then: before the first photograph, in the future, or on a day on which clocks begin.
    case implausibleDate
}

/// Text that people type, as it is written into metadata.
public enum WrittenLine {
    /// Returns a text in one line with single blanks, without what XML cannot have; nil for nothing.
    public static func line(_ text: String) -> String? {
        let scalars = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch scalar.value {
            case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: " "
            case 0xFFFE, 0xFFFF: nil
            default: scalar
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

/// The form of keywords.
public enum Keyword {
    /// Returns the keyword that a person has typed, with `/` between its levels; nil for nothing. `|`, which stands
    /// between levels in other programs' lists, does so here.
    public static func written(_ text: String) -> String? {
        guard let line = WrittenLine.line(text) else { return nil }
        let levels = Self.levels(of: line[...], separator: "|")
        return levels.isEmpty ? nil : levels.joined(separator: "/")
    }

    /// Whether a keyword is too long to be read again.
    public static func isTooLong(_ keyword: String) -> Bool { keyword.utf8.count > KeywordList.longest }

    /// The levels of an item of a list, without blanks around them.
    /// - Parameter separator: What stands between levels, beside `/`; nil for nothing else.
    static func levels(of item: Substring, separator: Character?) -> [String] {
        item.split { $0 == "/" || $0 == separator }
            .map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
            .filter { !$0.isEmpty }.map { String($0) }
    }
}
