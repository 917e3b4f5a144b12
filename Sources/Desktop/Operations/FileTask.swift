// What is to be done with one file, before it is known by which steps.
import Photos

/// One file's part in an operation.
enum FileTask: Hashable, Sendable {
    case move(from: String, to: String)
    case copy(from: String, to: String)
    case trash(path: String)
    /// Brings a file back from the trash.
    case restore(trashed: String, note: String, to: String)
    /// Deletes for good.
    case delete(path: String)
    case makeFolder(path: String)
    case removeFolder(path: String)

    /// The file that has to exist.
    var path: String {
        switch self {
        case .move(let path, _), .copy(let path, _), .trash(let path), .restore(let path, _, _), .delete(let path),
            .makeFolder(let path), .removeFolder(let path):
            path
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

    /// Returns the tasks that undo a finished group, the last step first.
    static func undoing(_ progress: GroupProgress) -> [ExpectedTask] {
        let steps = progress.group.steps
        let dropped = Set(steps.compactMap { if case .drop(let path, _, _) = $0 { path } else { nil } })
        var tasks: [ExpectedTask] = []
        for (index, step) in steps.enumerated() {
            switch step {
            case .rename(let from, let to, let stamp):
                if index > 0, case .note(let note, _) = steps[index - 1] {
                    tasks.append(ExpectedTask(.restore(trashed: to, note: note, to: from), .same(stamp)))
                } else {
                    tasks.append(ExpectedTask(.move(from: to, to: from), .same(stamp)))
                }
            case .copy(let from, _, let to, _):
                guard let copy = progress.copies[index] else { continue }
                if dropped.contains(from) {
                    tasks.append(ExpectedTask(.move(from: to, to: from), .same(copy)))
                } else {
                    tasks.append(ExpectedTask(.trash(path: to), .unchanged(copy)))
                }
            case .makeFolder(let path): tasks.append(ExpectedTask(.removeFolder(path: path)))
            case .note, .drop, .removeFolder: continue
            }
        }
        return tasks.reversed()
    }
}
