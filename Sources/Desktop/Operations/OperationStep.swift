// The steps by which the files of one photo go elsewhere, and what has become of them so far.
import Photos

/// One change of the file system, with what is needed to take it back or to finish it.
enum OperationStep: Hashable, Sendable {
    /// Makes the trash's note about a file.
    case note(path: String, text: String)
    /// Gives a file another name on the same file system.
    case rename(from: String, to: String, EntryStamp)
    /// Copies a file by way of a draft beside its new name.
    case copy(from: String, draft: String, to: String, EntryStamp)
    case makeFolder(path: String)
    /// Deletes a file that was copied to, or is described at, `keeps`; for good where that is empty. Comes last.
    case drop(path: String, EntryStamp, keeps: String)
    /// Deletes an empty folder. Comes last.
    case removeFolder(path: String)

    /// Whether the step deletes, and waits until everything else of its photo is safe.
    var isLast: Bool {
        switch self {
        case .drop, .removeFolder: true
        case .note, .rename, .copy, .makeFolder: false
        }
    }
}

/// The steps of one photo: all of them happen, or none.
struct OperationGroup: Hashable, Sendable {
    let number: Int
    let steps: [OperationStep]

    /// Whether a stop in the middle leaves something to finish or to take back. A deletion for good does not: each of its
    /// steps stands for itself.
    var isJournaled: Bool {
        steps.contains {
            switch $0 {
            case .drop(_, _, let keeps): !keeps.isEmpty
            case .removeFolder: false
            case .note, .rename, .copy, .makeFolder: true
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
    }

    let group: OperationGroup
    var phase = Phase.begun
    /// The finished copies by the index of their step.
    var copies: [Int: EntryStamp] = [:]

    init(_ group: OperationGroup) { self.group = group }

    /// Returns the copy that has been put at a path; nil where the group makes none.
    func copy(at path: String) -> EntryStamp?? {
        for (index, step) in group.steps.enumerated() {
            if case .copy(_, _, path, _) = step { return .some(copies[index]) }
        }
        return nil
    }
}
