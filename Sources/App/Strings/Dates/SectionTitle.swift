// Titles of the sections of an arrangement in the user's language.
import Desktop
import Library
import Photos

/// Titles of days, months, years and folders.
enum SectionTitle {
    /// Returns the title of a section of a source called `source`.
    /// - Parameter isIndexing: Whether dates are still being read from the files.
    static func text(_ key: SectionKey, of source: String, isIndexing: Bool = false) -> String {
        switch key {
        case .day(let year, let month, let day): DateText.date(year, month, day, DatePattern.user.day)
        case .month(let year, let month): DateText.date(year, month, 1, DatePattern.user.month)
        case .year(let year): DateText.date(year, 1, 1, DatePattern.user.year)
        case .folder(let path): DisplayText.line(path.isEmpty ? source : path.text)
        case .undated: isIndexing ? localized("Reading Dates…") : localized("No Date")
        }
    }
}
