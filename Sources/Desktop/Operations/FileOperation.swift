// What can be done with files, and what came of it.
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
    /// Turns photos for good, by so many quarters clockwise: the picture in the file that is shown.
    case turn([PhotoFiles], by: Int)

    /// A photo and the name that it gets: that of the file that is shown, with its extension.
    public struct Renaming: Hashable, Sendable {
        public let photo: PhotoFiles
        public let name: FileName

        public init(_ photo: PhotoFiles, to name: FileName) {
            self.photo = photo
            self.name = name
        }
    }

    /// An operation without the photos that it is about.
    public enum Kind: Hashable, Sendable {
        case trash, delete, copy, move, rename, makeFolder, turn
    }

    public var kind: Kind {
        switch self {
        case .trash: .trash
        case .delete: .delete
        case .copy: .copy
        case .move: .move
        case .rename: .rename
        case .makeFolder: .makeFolder
        case .turn: .turn
        }
    }
}

/// What came of an operation, or of its undoing.
public struct OperationOutcome: Sendable {
    public let kind: FileOperation.Kind
    /// Photos, or folders, with which it was done.
    public internal(set) var done = 0
    /// Photos that stay because their name is in use.
    public internal(set) var skipped = 0
    /// Photos that stay because their file system has no trash.
    public internal(set) var withoutTrash: [PhotoFiles] = []
    /// Why other photos stay where they were.
    public internal(set) var failures: [FileFailure] = []
    public internal(set) var isCancelled = false
    /// The photos that were turned.
    public internal(set) var turns: [PhotoTurn] = []
    /// Whether it can be undone.
    public internal(set) var isUndoable = false

    init(_ kind: FileOperation.Kind) { self.kind = kind }
}
