// Words of the properties of a folder.
import Browse
import Desktop
import Photos

/// The menu's entry, and the rows of the dialog.
enum FolderText {
    static let properties = localized("Properties")
    static let location = localized("Location")
    static let photos = localized("Photos")
    static let files = localized("Files")
    static let folders = localized("Folders")
    static let changed = localized("Changed")
    static let free = localized("Free Space")
    static let unknown = localized("Unknown")

    static func time(_ time: WallTime) -> String { localized(Message.value(.time(time))) }

    static func free(_ facts: FolderFacts) -> String {
        let size = facts.freeBytes.map { localized(FactWords.bytes($0)) } ?? unknown
        return facts.isWritable ? size : localized("{size} (read-only folder)", ["size": .text(size)])
    }

    static func files(_ totals: FolderTotals) -> String {
        localized(
            "{number} ({size})",
            ["number": .text(GalleryTitle.grouped(totals.files)), "size": .message(FactWords.bytes(totals.bytes))])
    }

    /// Says that a number still grows.
    static func soFar(_ text: String, isComplete: Bool) -> String {
        isComplete ? text : localized("{count} so far…", ["count": .text(text)])
    }
}
