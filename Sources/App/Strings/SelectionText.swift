// Text about the selected photos.
import Browse

/// Text of the header of the selection, and its keys.
enum SelectionText {
    static func title(_ summary: SelectionSummary, isNarrow: Bool = false) -> String {
        if summary.count == 0 { return isNarrow ? "Select" : "Select Photos" }
        return "\(isNarrow ? GalleryTitle.grouped(summary.count) : GalleryTitle.photos(summary.count)) selected"
    }

    /// Returns the size of the files where it is known, and how many photos the search hides.
    static func subtitle(_ summary: SelectionSummary) -> String {
        let number = summary.hiddenCount
        let hidden = number > 0 ? "\(GalleryTitle.grouped(number)) more hidden by the search" : nil
        return [summary.bytes.map { FactWords.bytes(Int($0)) }, hidden].compactMap(\.self).joined(separator: " · ")
    }

    static func copied(_ count: Int) -> String { "\(GalleryTitle.photos(count)) copied" }
    static let notCopied = "These photos have no files or addresses that other programs can open"

    /// Keys and titles for the shortcuts window.
    static let shortcuts: [(keys: String, title: String)] = [
        ("<Control>space", "Select the focused photo, or no more"),
        ("<Control><Shift>space", "Select the group of the focused photo, or no more"),
        ("<Shift>Up <Shift>Down <Shift>Left <Shift>Right", "Select up to another photo"),
        ("<Control>a", "Select all"), ("<Control><Shift>a", "Select none"),
        ("<Control><Shift>i", "Select what is not selected"), ("<Control>c", "Copy the selected photos"),
    ]
}
