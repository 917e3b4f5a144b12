// What the journal of a killed process says beyond the history.
import Codecs
import Photos

/// Puts finished groups of a journal into the acts that their process was busy with. A group that the history has
/// already, or whose files are no longer where it has put them, adds nothing.
struct HistoryAbsorption {
    let table: HistoryTable
    private static let kinds: Set<ActKind> = [.trash, .copy, .move, .rename, .makeFolder, .renameFolder, .restore]

    func take(_ progress: GroupProgress, of rows: [HistoryTable.Row]) throws {
        let tasks = ExpectedTask.undoing(progress)
        guard !tasks.isEmpty, tasks.allSatisfy(Self.isInPlace) else { return }
        for row in rows where Self.kinds.contains(row.kind) {
            switch row.state {
            case .running:
                let known = try table.parts(of: row.number, areUndone: false)
                if known.contains(where: { $0.part.tasks == tasks }) { return }
                let name = tasks.last.map { ActPart.files([$0]).target.name } ?? ""
                let part = Act.Part(number: try table.nextPart(of: row.number), name: name, part: .files(tasks))
                return try table.put(part, isUndone: false, of: row.number)
            case .undoing, .redoing:
                let isUndo = row.state == .undoing
                // The files that the group has found and those that the part expects are the same.
                let sources = Set(progress.group.steps.compactMap(Self.source))
                for part in try table.parts(of: row.number, areUndone: !isUndo) where part.part.sources == sources {
                    let done = Act.Part(
                        number: part.number, name: part.name, photos: part.photos, part: .files(tasks))
                    return try table.put(done, isUndone: isUndo, of: row.number)
                }
            case .settled: continue
            }
        }
    }

    /// The file or folder of a task that a step belongs to; nil for a further step of the same task.
    private static func source(_ step: OperationStep) -> FilePath? {
        switch step {
        case .rename(let path, _, _), .copy(let path, _, _, _), .export(let path, _, _, _), .makeFolder(let path),
            .removeFolder(let path), .renameFolder(let path, _, _):
            OperationStep.isTemporary(path) ? nil : path
        case .note, .drop: nil
        }
    }

    /// Whether the file of a task is the one that is meant.
    private static func isInPlace(_ expected: ExpectedTask) -> Bool {
        let status = FilePath.status(of: expected.task.path.text).map { EntryStatus($0).stamp }
        switch expected.expectation {
        case .any:
            if case .makeFolder = expected.task { return status == nil }
            return status != nil
        case .same(let stamp): return status?.isSameFile(as: stamp) ?? false
        case .unchanged(let stamp): return status?.hasSameContent(as: stamp) ?? false
        }
    }
}

extension ActPart {
    fileprivate var tasks: [ExpectedTask] { if case .files(let tasks, _, _) = self { tasks } else { [] } }

    /// The files that have to be there; empty for parts that are no tasks.
    fileprivate var sources: Set<FilePath> { Set(tasks.map(\.task.path)) }

    /// Where the file of the only task goes, or is.
    fileprivate var target: FilePath {
        guard case .files(let tasks, _, _) = self, let task = tasks.first?.task else { return "" }
        switch task {
        case .move(_, let path), .copy(_, let path), .export(_, let path), .restore(_, _, let path), .trash(let path),
            .delete(let path),
            .makeFolder(let path), .removeFolder(let path), .renameFolder(_, let path):
            return path
        }
    }
}
