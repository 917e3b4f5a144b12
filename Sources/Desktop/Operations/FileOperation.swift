// What can be done with files, and the result.
public import Library
public import Photos

/// An operation on the files of photos.
public enum FileOperation: Hashable, Sendable {
    case trash([PhotoFiles])
    /// Deletes for good.
    case delete([PhotoFiles])
    /// Copies to a folder, by its absolute path.
    case copy([PhotoFiles], to: String, ClashAnswers)
    case move([PhotoFiles], to: String, ClashAnswers)
    /// Gives each photo a name, all of whose files change theirs with it.
    case rename([Renaming])
    /// Makes a folder, by its absolute path.
    case makeFolder(String)
    /// Gives a folder, by its absolute path, another name.
    case renameFolder(FilePath, to: FileName)
    /// Brings photos back from the trash to where they were.
    case restore([TrashedPhoto])
    /// Deletes photos in the trash for good.
    case discard([TrashedPhoto])
    /// Makes photos anew, each under a name of its own in a folder, by its absolute path. What cannot be made anew,
    /// as a video, is copied as it is.
    case export([Export], to: String, ExportRecipe, ClashAnswers)
    /// Copies photos from a card, each with all of its files into a folder of its own below one, by its absolute path.
    /// What is there already, by content, is left out; each copy is read back and compared.
    case copyNew([Arrival], to: String)
    /// Turns photos for good, by so many quarters clockwise: the picture in the file that is shown.
    case turn([PhotoFiles], by: Int)
    /// Writes what is stated of photos beside them into the files that are shown.
    case embed([PhotoFiles])

    /// A photo and the name that it gets: that of the file that is shown, with its extension.
    public struct Renaming: Hashable, Sendable {
        public let photo: PhotoFiles
        public let name: FileName

        public init(_ photo: PhotoFiles, to name: FileName) {
            self.photo = photo
            self.name = name
        }
    }

    /// A photo and the name that the exported one gets, with its extension.
    public struct Export: Hashable, Sendable {
        /// Of its files the one that is shown counts.
        public let photo: PhotoFiles
        public let name: FileName

        public init(_ photo: PhotoFiles, as name: FileName) {
            self.photo = photo
            self.name = name
        }
    }

    /// A photo on a card, and the folder to which it goes.
    public struct Arrival: Hashable, Sendable {
        public let photo: PhotoFiles
        public let folder: FilePath

        public init(_ photo: PhotoFiles, to folder: FilePath) {
            self.photo = photo
            self.folder = folder
        }
    }

    public var kind: ActKind {
        switch self {
        case .trash: .trash
        case .delete: .delete
        case .copy, .copyNew: .copy
        case .move: .move
        case .rename: .rename
        case .makeFolder: .makeFolder
        case .renameFolder: .renameFolder
        case .restore: .restore
        case .discard: .delete
        case .turn: .turn
        case .embed: .embed
        case .export: .export
        }
    }
}

/// The result of an operation, or of a reversal.
public struct OperationOutcome: Sendable {
    public let kind: ActKind
    /// Whether an act was undone or done again; nil for an act.
    public let reversal: Reversal?
    /// Photos, or folders, with which it was done.
    public internal(set) var done = 0
    /// Files that belong to no photo, with which it was done as well.
    public internal(set) var others = 0
    /// Photos that stay because their name is in use.
    public internal(set) var skipped = 0
    /// Photos that stay because their file system has no trash.
    public internal(set) var withoutTrash: [PhotoFiles] = []
    /// Why other photos stay where they were.
    public internal(set) var failures: [FileFailure] = []
    /// Photos that stay until the user agrees to what would be done with them.
    public internal(set) var withheld: [WithheldPhoto] = []
    public internal(set) var isCancelled = false
    /// Photos that were copied as they are, of those that were to be made anew.
    public internal(set) var copied = 0
    /// The photos that were turned.
    public internal(set) var turns: [PhotoTurn] = []
    /// The files that have other metadata.
    public internal(set) var embedded: [FilePath] = []
    /// The photos that have other marks.
    public internal(set) var marks: [MarkedPhoto] = []
    /// The photos of which something else is said.
    public internal(set) var edits: [EditedPhoto] = []
    /// The folder in which photos are after a reversal; nil for an act.
    public internal(set) var folder: FilePath?
    /// The folders that have another name now.
    public internal(set) var movedFolders: [MovedFolder] = []
    /// The files of the first photo after a reversal; none for an act.
    public internal(set) var files: [FilePath] = []
    /// Whether it can be undone.
    public internal(set) var isUndoable = false

    init(_ kind: ActKind, _ reversal: Reversal? = nil) {
        self.kind = kind
        self.reversal = reversal
    }

    /// Notes why photos stay where they are: all of those that change names with each other by the one reason.
    mutating func note(_ failure: FileFailure, of photos: [PhotoFiles]) {
        let isReversal = reversal != nil
        switch failure.reason {
        case .cancelled: isCancelled = true
        // Another file, which a copy was to replace, is no reason to delete the photo.
        case .noTrash where kind == .trash && !isReversal: withoutTrash += photos
        case .nameNotAllowed(_, .some) where [.copy, .move, .export].contains(kind) && !isReversal:
            withheld += photos.map { WithheldPhoto(photo: $0, consent: .otherNames, failure: failure) }
        case .attributesLost where kind == .move && !isReversal:
            withheld += photos.map { WithheldPhoto(photo: $0, consent: .lostAttributes, failure: failure) }
        default: failures += photos.map { _ in failure }
        }
    }
}
