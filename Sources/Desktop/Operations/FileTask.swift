// What is to be done with one file, before it is known by which steps.
import Photos

/// One file's part in an operation.
enum FileTask: Hashable, Sendable {
    case move(from: FilePath, to: FilePath)
    case copy(from: FilePath, to: FilePath)
    /// Makes another file of what a photo shows.
    case export(from: FilePath, to: FilePath)
    case trash(path: FilePath)
    /// Brings a file back from the trash.
    case restore(trashed: FilePath, note: FilePath, to: FilePath)
    /// Deletes for good.
    case delete(path: FilePath)
    case makeFolder(path: FilePath)
    case removeFolder(path: FilePath)
    /// Gives a folder another name in the folder that it is in.
    case renameFolder(from: FilePath, to: FilePath)

    static func move(from: String, to: String) -> FileTask { .move(from: FilePath(from), to: FilePath(to)) }
    static func copy(from: String, to: String) -> FileTask { .copy(from: FilePath(from), to: FilePath(to)) }
    static func trash(path: String) -> FileTask { .trash(path: FilePath(path)) }
    static func delete(path: String) -> FileTask { .delete(path: FilePath(path)) }
    static func makeFolder(path: String) -> FileTask { .makeFolder(path: FilePath(path)) }

    /// The file that has to exist.
    var path: FilePath {
        switch self {
        case .move(let path, _), .copy(let path, _), .export(let path, _), .trash(let path), .restore(let path, _, _),
            .delete(let path),
            .makeFolder(let path), .removeFolder(let path), .renameFolder(let path, _):
            path
        }
    }

    /// The name that becomes free; nil for a task that frees none.
    var left: FilePath? {
        switch self {
        case .move(let path, _), .trash(let path), .restore(let path, _, _), .renameFolder(let path, _): path
        case .copy, .export, .delete, .makeFolder, .removeFolder: nil
        }
    }

    /// The name that has to be free; nil for a task that needs none, or chooses one.
    var taken: FilePath? {
        switch self {
        case .move(_, let path), .copy(_, let path), .export(_, let path), .restore(_, _, let path),
            .makeFolder(let path),
            .renameFolder(_, let path):
            path
        case .trash, .delete, .removeFolder: nil
        }
    }
}

/// A task on a file that has to be the one that is meant.
struct ExpectedTask: Hashable, Sendable {
    /// What has to be true of the file.
    enum Expectation: Hashable, Sendable {
        case any
        /// It is this file, with any content.
        case same(EntryStamp)
        /// It is this file as it was.
        case unchanged(EntryStamp)
    }

    let task: FileTask
    var expectation = Expectation.any

    init(_ task: FileTask, _ expectation: Expectation = .any) {
        self.task = task
        self.expectation = expectation
    }

    /// Returns the tasks that undo a finished group, the last step first. A file that went by way of a temporary name
    /// goes straight back.
    static func undoing(_ progress: GroupProgress) -> [ExpectedTask] {
        let steps = progress.group.steps
        let dropped = Set(steps.compactMap { if case .drop(let path, _, _) = $0 { path } else { nil } })
        let restored = Set(steps.compactMap { if case .drop(_, _, let keeps?) = $0 { keeps } else { nil } })
        var origins: [FilePath: FilePath] = [:]
        for step in steps {
            switch step {
            case .rename(let from, let to, _), .renameFolder(let from, let to, _):
                if OperationStep.isTemporary(to) { origins[to] = from }
            default: continue
            }
        }
        var tasks: [ExpectedTask] = []
        for (index, step) in steps.enumerated() {
            switch step {
            case .rename(_, let to, _) where origins[to] != nil, .renameFolder(_, let to, _) where origins[to] != nil:
                continue
            case .renameFolder(let from, let to, let stamp):
                tasks.append(ExpectedTask(.renameFolder(from: to, to: origins[from] ?? from), .same(stamp)))
            case .rename(let from, let to, let stamp):
                if index > 0, case .note(let note, _) = steps[index - 1] {
                    tasks.append(ExpectedTask(.restore(trashed: to, note: note, to: from), .same(stamp)))
                } else if restored.contains(to) {
                    tasks.append(ExpectedTask(.trash(path: to), .same(stamp)))
                } else {
                    tasks.append(ExpectedTask(.move(from: to, to: origins[from] ?? from), .same(stamp)))
                }
            case .copy(let from, _, let to, _):
                guard let copy = progress.copies[index] else { continue }
                if dropped.contains(from) {
                    tasks.append(ExpectedTask(.move(from: to, to: from), .same(copy)))
                } else if ShareAddress(to) == nil {
                    // A share has no trash, and deletes nothing for good that was not asked for.
                    tasks.append(ExpectedTask(.trash(path: to), .unchanged(copy)))
                }
            case .export(_, _, let to, _):
                if let made = progress.copies[index], ShareAddress(to) == nil {
                    tasks.append(ExpectedTask(.trash(path: to), .unchanged(made)))
                }
            case .makeFolder(let path): tasks.append(ExpectedTask(.removeFolder(path: path)))
            case .removeFolder(let path): tasks.append(ExpectedTask(.makeFolder(path: path)))
            case .note, .drop: continue
            }
        }
        return tasks.reversed()
    }
}
