// The words about the pages of a file.
import Photos

/// Text about pages.
enum PageText {
    /// Returns the number of a page, and the number of all.
    static func page(_ number: Int, of count: Int) -> String {
        localized("Page {number} of {total}", ["number": .count(number), "total": .count(count)])
    }
}
