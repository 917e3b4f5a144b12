// The steps by which the files of one photo go elsewhere, and how far they have come.
import Codecs
import Photos

/// One change of the file system, with what is needed to take it back or to finish it.
enum OperationStep: Hashable, Sendable {
    /// Makes the trash's note about a file.
    case note(path: FilePath, text: String)
    /// Gives a file another name on the same file system.
    case rename(from: FilePath, to: FilePath, EntryStamp)
    /// Copies a file by way of a draft beside its new name.
    case copy(from: FilePath, draft: FilePath, to: FilePath, EntryStamp)
    /// Makes another file of what a photo shows, by way of a draft beside its name.
    case export(from: FilePath, draft: FilePath, to: FilePath, EntryStamp)
    case makeFolder(path: FilePath)
    /// Gives a folder another name in the folder that it is in.
    case renameFolder(from: FilePath, to: FilePath, EntryStamp)
    /// Deletes a file that was copied to, or is described at, `keeps`; for good where there is no such file. Comes
    /// last.
    case drop(path: FilePath, EntryStamp, keeps: FilePath?)
    /// Deletes an empty folder. Comes last.
    case removeFolder(path: FilePath)

    /// Whether the step deletes, and waits until everything else of its photo is safe.
    var isLast: Bool {
        switch self {
        case .drop, .removeFolder: true
        case .note, .rename, .copy, .export, .makeFolder, .renameFolder: false
        }
    }

    /// The name that the step makes; nil for one that makes none.
    var newName: FilePath? {
        switch self {
        case .note(let path, _), .makeFolder(let path), .rename(_, let path, _), .copy(_, _, let path, _),
            .export(_, _, let path, _), .renameFolder(_, let path, _):
            path
        case .drop, .removeFolder: nil
        }
    }

    /// The file that the step finds where it was before the operation; nil for a step that finds none.
    var source: FilePath? {
        switch self {
        case .rename(let path, _, _), .copy(let path, _, _, _), .export(let path, _, _, _),
            .renameFolder(let path, _, _):
            path
        case .note, .makeFolder, .drop, .removeFolder: nil
        }
    }

    /// The file that gets another name; nil for a step that renames none.
    var file: EntryNumber? {
        switch self {
        case .rename(_, _, let stamp), .renameFolder(_, _, let stamp): stamp.number
        case .note, .copy, .export, .makeFolder, .drop, .removeFolder: nil
        }
    }

    /// What follows the name of the draft of a copy.
    static let draftEnding = ".part"
    /// What follows the hidden name that a file has while the names of several change places.
    static let temporaryEnding = ".name"

    /// Whether a file has this name only while the names of several change places.
    static func isTemporary(_ path: FilePath) -> Bool { FilePath.isDraft(path.name, ending: temporaryEnding) }
}

/// The steps of one photo, or of photos whose names change places: all of them happen, or none.
struct OperationGroup: Hashable, Sendable {
    let number: Int
    let steps: [OperationStep]

    /// The folder that has another name once the group is done; nil for a group that renames none.
    var movedFolder: MovedFolder? {
        let paths = steps.compactMap { step -> (from: FilePath, to: FilePath)? in
            if case .renameFolder(let from, let to, _) = step { (from, to) } else { nil }
        }
        guard let from = paths.first?.from, let to = paths.last?.to else { return nil }
        return MovedFolder(from: from, to: to)
    }

    /// Whether a file is copied as it is.
    var isCopy: Bool { steps.contains { if case .copy = $0 { true } else { false } } }

    /// Whether a stop in the middle leaves something to finish or to take back. A deletion for good does not: each of
    /// its steps stands for itself.
    var isJournaled: Bool {
        steps.contains {
            switch $0 {
            case .drop(_, _, let keeps): keeps != nil
            case .removeFolder: false
            case .note, .rename, .copy, .export, .makeFolder, .renameFolder: true
            }
        }
    }
}

/// How far a group has come.
struct GroupProgress: Sendable {
    enum Phase: Hashable, Sendable {
        /// What was made may be taken back.
        case begun
        /// Everything is in its new place, and the old one may be deleted: what is left to do is done.
        case placed
        case done
        /// Everything is where it was.
        case takenBack
    }

    let group: OperationGroup
    var phase = Phase.begun
    /// The finished copies, and what was made, by the index of their step.
    var copies: [Int: EntryStamp] = [:]

    init(_ group: OperationGroup) { self.group = group }

    /// Returns the copy that has been put at a path; nil where the group makes none.
    func copy(at path: FilePath) -> EntryStamp?? {
        for (index, step) in group.steps.enumerated() {
            if case .copy(_, _, path, _) = step { return .some(copies[index]) }
        }
        return nil
    }
}
