// Folders among the photos that are not meant for people: those that hold a mark, and those that devices keep for
// themselves.
import Photos

/// The names by which a folder is left out of a listing with all that is in it.
enum ExcludedFolders {
    /// Files that leave out the folder that they are in: Android's, and the one that servers of photos heed.
    static let marks: [FileName] = [".nomedia", ".noimage"]

    /// Names of folders of thumbnails, deleted files and earlier states: Synology's, QNAP's, Windows'.
    private static let names: Set<FileName> = [
        "@eaDir", "#recycle", "#snapshot", "@Recycle", ".@__thumb", "@Recently-Snapshot", "$RECYCLE.BIN",
        "System Volume Information",
    ]

    /// Whether a folder of this name is left out wherever it is.
    static func covers(_ name: FileName) -> Bool { names.contains(name) }

    /// Whether a file of this name leaves out the folder that it is in.
    static func isMark(_ name: FileName) -> Bool { marks.contains(name) }

    /// Whether the folder holds a mark. Blocks.
    static func isMarked(_ folder: OpenFolder) -> Bool {
        marks.contains { folder.status(of: $0, followsLinks: false) != nil }
    }
}
