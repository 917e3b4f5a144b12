// One photo's part of an act, as what reverses it.
import Library
import Photos

/// What reverses an act on one photo: what undoes it while it is done, and does it again once it was undone.
enum ActPart: Hashable, Sendable {
    /// Tasks with the photo's files. What the program keeps of the photo goes with it (`KeptFacts.follow`): what is
    /// taken back of that before the tasks, and after them, each the last one first.
    case files([ExpectedTask], before: [KeptChange] = [], after: [KeptChange] = [])
    case mark(MarkPart)
    case edit(EditPart)
    case turn(TurnPart)
    case embed(EmbedPart)

    /// Words or a date that are to be what they were.
    struct EditPart: Hashable, Sendable {
        let path: FilePath
        /// What a reversal does.
        var gives: PhotoEdit
        /// What a reversal undoes.
        var takes: PhotoEdit
        /// What the bytes are taken back by; nil where only the edit is known.
        var change: KeptChange?
    }

    /// A file whose metadata are to be what they were.
    struct EmbedPart: Hashable, Sendable {
        let path: FilePath
        /// What the bytes are taken back by.
        let change: KeptChange
    }

    /// Stars or a favourite that are to be what they were.
    struct MarkPart: Hashable, Sendable {
        let path: FilePath
        /// What a reversal gives.
        var gives: PhotoMarks.Mark
        /// What a reversal takes away.
        var takes: PhotoMarks.Mark
        /// What the bytes are taken back by; nil where only the mark is known.
        var change: KeptChange?
    }

    /// A photo that is to lie as it lay.
    struct TurnPart: Hashable, Sendable {
        let path: FilePath
        /// Clockwise quarters by which a reversal turns, 1…3.
        var quarters: Int
        /// How the photo lies, and how it is to lie (`TurnPosition`); the first is empty where it is not known yet.
        var now: String
        var later: String
        var change: KeptChange?
    }

    /// The first file that has to be there.
    var path: FilePath {
        switch self {
        case .files(let tasks, _, _): tasks.first?.task.path ?? ""
        case .mark(let part): part.path
        case .edit(let part): part.path
        case .turn(let part): part.path
        case .embed(let part): part.path
        }
    }

    /// The folder in which the photo is once the part was reversed.
    var folderAfter: FilePath {
        filesAfter.last?.parent ?? path.parent
    }

    /// The files of the photo once its tasks are done; none for a turn or a mark.
    var filesAfter: [FilePath] {
        guard case .files(let tasks, _, _) = self else { return [] }
        return tasks.map { task in
            switch task.task {
            case .move(_, let path), .copy(_, let path), .export(_, let path), .restore(_, _, let path),
                .trash(let path), .delete(let path),
                .makeFolder(let path), .removeFolder(let path), .renameFolder(_, let path):
                path
            }
        }
    }
}
