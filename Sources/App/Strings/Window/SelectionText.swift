// Text about the selected photos.
import Browse
import Photos

/// Text of the header of the selection, and its keys.
enum SelectionText {
    static let selectPhotos = localized("Select Photos")

    static func title(_ summary: SelectionSummary, isNarrow: Bool = false) -> String {
        if summary.count == 0 { return isNarrow ? MenuText.select : selectPhotos }
        return isNarrow
            ? localized("{count} selected", many: "{count} selected", count: summary.count)
            : localized("{count} photo selected", many: "{count} photos selected", count: summary.count)
    }

    /// Returns the size of the files where it is known, and how many photos the search hides.
    static func subtitle(_ summary: SelectionSummary) -> String {
        let number = summary.hiddenCount
        let hidden =
            number > 0
            ? localized(
                "{count} more not in the search results", many: "{count} more not in the search results", count: number)
            : nil
        return [summary.bytes.map { localized(FactWords.bytes(Int($0))) }, hidden].compactMap(\.self).joined(
            separator: " · ")
    }

    static func copied(_ count: Int) -> String {
        localized("{count} photo copied", many: "{count} photos copied", count: count)
    }
    static let notCopied = localized("These photos can't be opened by other apps")
}
