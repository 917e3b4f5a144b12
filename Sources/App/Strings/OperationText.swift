// Words about operations on files.
import Browse
import Codecs
import Desktop
import Library
import Photos

/// Labels, questions and messages of operations on files.
enum OperationText {
    static let trash = "Move to Trash"
    static let delete = "Delete Permanently…"
    static let undo = "Undo"
    static let cut = "Cut"
    static let copyTo = "Copy to…"
    static let moveTo = "Move to…"
    static let rename = "Rename…"
    static let newFolder = "New Folder…"
    static let cancel = "Cancel"

    /// Keys and titles for the shortcuts window.
    static let shortcuts: [(keys: String, title: String)] = [
        ("Delete", "Move to the trash"), ("<Shift>Delete", "Delete permanently"),
        ("<Control>z", "Undo what was done with files"), ("<Control>x", "Cut the photos"),
        ("F2", "Rename the photos"), ("<Control><Shift>n", "New folder"),
    ]

    private static func photos(_ count: Int) -> String { GalleryTitle.photos(count) }

    /// Says what was done; nil where nothing was.
    static func done(_ outcome: OperationOutcome, in folder: String?) -> String? {
        guard outcome.done > 0 else { return nil }
        let photos = photos(outcome.done), place = folder.map { "“\(shownName($0))”" } ?? "the folder"
        switch outcome.kind {
        case .trash: return "\(photos) moved to the trash"
        case .delete: return "\(photos) deleted permanently"
        case .copy: return "\(photos) copied to \(place)"
        case .move: return "\(photos) moved to \(place)"
        case .rename: return "\(photos) renamed"
        case .makeFolder: return "Folder \(place) made"
        }
    }

    /// Says what was undone.
    static func undone(_ outcome: OperationOutcome) -> String {
        let photos = photos(outcome.done)
        switch outcome.kind {
        case .trash: return "\(photos) restored from the trash"
        case .copy: return "The copies of \(photos) moved to the trash"
        case .move: return "\(photos) moved back"
        case .rename: return "\(photos) renamed back"
        case .makeFolder: return "The folder was removed again"
        case .delete: return "Nothing can be undone"
        }
    }

    static func skipped(_ count: Int) -> String { "\(photos(count)) skipped, whose names are in use there" }
    static let cancelled = "Cancelled; what was done until then can be undone"

    /// Says why some photos stay where they are.
    static func failed(_ failures: [FileFailure]) -> String? {
        guard let first = failures.first else { return nil }
        let reason = "\(shownName(first.path)): \(words(first.reason))"
        return failures.count == 1 ? reason : "\(GalleryTitle.grouped(failures.count)) files stay as they were. \(reason)"
    }

    private static func words(_ reason: FileFailure.Reason) -> String {
        switch reason {
        case .noTrash: "There is no trash on its drive."
        case .missing: "The file or its folder is not there any more."
        case .nameIsTaken: "Another file has the name already."
        case .changed: "It was changed meanwhile, and is left as it is."
        case .isFolder: "It is a folder, and only files are moved and copied."
        case .isNoFile: "It is a link or a device, and only files are copied."
        case .isAlreadyThere: "It is in that folder already."
        case .noSpace: "There is no room left on the drive."
        case .notAllowed: "You may not change that folder."
        case .readOnly: "The drive can only be read."
        case .nameTooLong: "The name is too long."
        case .notEmpty: "The folder is not empty any more."
        case .noJournal(let code): "Nothing was begun, because no journal can be written: \(systemMessage(code))."
        case .cancelled: "It was cancelled."
        case .system(let code): "\(systemMessage(code))."
        }
    }

    /// Says what is wrong with a name.
    static func words(_ flaw: FileName.Flaw) -> String {
        switch flaw {
        case .empty: "Enter a name"
        case .hasSlash: "A name has no slash"
        case .isReserved: "This name is reserved"
        case .tooLong: "The name is too long"
        }
    }

    static func progress(_ kind: FileOperation.Kind, _ progress: OperationProgress) -> String {
        let part = "\(GalleryTitle.grouped(progress.photos)) of \(photos(progress.count))"
        switch kind {
        case .trash: return "Moving to the trash: \(part)"
        case .delete: return "Deleting: \(part)"
        case .copy: return "Copying: \(part), \(FactWords.bytes(progress.bytes))"
        case .move: return "Moving: \(part)"
        case .rename, .makeFolder: return "Renaming: \(part)"
        }
    }

    // MARK: Questions

    static func deleteHeading(_ count: Int) -> String { "Delete \(photos(count)) permanently?" }
    static let deleteBody = "They do not go to the trash, and cannot be restored."
    static let noTrashBody = "There is no trash on their drive. What is deleted cannot be restored."
    static let deleteAnswer = "Delete"

    static func clashHeading(_ photos: [PhotoFiles]) -> String {
        photos.count == 1
            ? "“\(shownName(photos[0].path))” is in the folder already"
            : "\(GalleryTitle.grouped(photos.count)) of the names are in use in the folder"
    }
    static let clashBody = "The answer is for all of them. A file that is replaced goes to the trash."
    static let keepBoth = "Keep Both"
    static let replace = "Replace"
    static let skip = "Skip"

    static func chooseHeading(_ count: Int, moves: Bool) -> String {
        moves ? "Move \(photos(count)) to" : "Copy \(photos(count)) to"
    }
    static let moveHere = "_Move"
    static let copyHere = "_Copy"

    static let renameOne = "Rename Photo"
    static func renameMany(_ count: Int) -> String { "Rename \(photos(count))" }
    static let patternBody = "Number signs become the number of the photo: “Crete ##” gives Crete 01, Crete 02 and on."
    static let renameAnswer = "Rename"
    static let newFolderHeading = "New Folder"
    static let newFolderAnswer = "Create"
    static let cutDone = "Paste them in another folder"
    static let nothingToPaste = "The clipboard holds no files to paste"

    private static func shownName(_ path: String) -> String { FilePath.shown(FilePath.name(of: path)) }
}
