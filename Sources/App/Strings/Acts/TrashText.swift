// Words about the trash as a place.
import Codecs
import Photos

/// Labels, questions and messages of the trash.
enum TrashText {
    static let trash = localized("Trash")
    static let restore = localized("Restore")
    static let empty = localized("Empty Trash…")
    static let emptyAnswer = localized("Empty Trash")
    static let emptyBody = localized("The photos will be deleted for good. Other files in the trash stay there.")
    static let isEmpty = localized("Trash Is Empty")
    static let bar = localized("Photos in the trash")

    static func takenHeading(_ name: FileName) -> String {
        localized("Another file is named “{name}”", ["name": .text(name.shown)])
    }
    static func takenBody(_ offered: FileName) -> String {
        localized("The photo will be restored as “{name}”.", ["name": .text(offered.shown)])
    }
    static func takenHeading(_ count: Int) -> String {
        localized("{count} name is in use", many: "{count} names are in use", count: count)
    }
    static let manyBody = localized("These photos will be restored with a number in their names.")
}
