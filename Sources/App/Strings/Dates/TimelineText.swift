// What the timeline says: its name, and the years and months along it.
import Browse
import Desktop
import Library

/// Words of the timeline in the user's language.
enum TimelineText {
    /// What assistive technology calls it.
    static let name = localized("Timeline")

    /// Returns the labels' texts. A month under a label of its own year needs no year.
    static func labels(_ keys: some Sequence<SectionKey>) -> [String] {
        var year: Int?
        return keys.map { key in
            defer { year = key.year }
            guard case .month(let own, let month) = key, own == year else { return SectionTitle.text(key, of: "") }
            return DateText.date(own, month, 1, DatePattern.user.monthAlone)
        }
    }

    /// The texts of all months of a year, one of which is the widest label.
    static var months: [String] {
        (1...12).map { SectionTitle.text(.month(year: widestYear, month: $0), of: "") }
    }

    /// A year of wide digits.
    private static let widestYear = 2008
}

extension SectionKey {
    /// The year that the key stands for; nil if it is not a year.
    fileprivate var year: Int? {
        switch self {
        case .day(let year, _, _), .month(let year, _), .year(let year): year
        case .folder, .undated: nil
        }
    }
}
