// What the program itself keeps of photos, on its way with the copies and moves that it makes.
import Codecs
import Photos

/// Lets marks and turns that a database keeps follow their files. Where the new place can be written, stars become a
/// sidecar there, and a turn goes into the file.
///
/// `FileOperations` calls `follow(_:)` after each finished group, also one that undoes another. What it returns
/// belongs to the same act: an undo of the act takes it back before the group. Any thread; blocks on the disk.
struct KeptFacts: Sendable {
    private let turner: PhotoTurner
    private let writer: MarkWriter

    init(turner: PhotoTurner, reader: MarkReader) {
        self.turner = turner
        writer = MarkWriter(store: turner.store, reader: reader, replacement: turner.replacement)
    }

    /// Takes in what a finished group has moved and copied.
    /// - Returns: What was changed in files and database beyond the places of rows.
    func follow(_ progress: GroupProgress) -> [KeptChange] {
        if let folder = progress.group.movedFolder {
            // Of a failure nothing is lost: a row is also found by the file that it belongs to.
            try? turner.store.carry(folder)
            return []
        }
        let passages = Self.passages(of: progress.group.steps)
        guard let carried = try? turner.store.carry(passages) else { return [] }
        var changes: [KeptChange] = []
        for (passage, row) in carried {
            if !passage.isMoved { changes.append(.database(row)) }
            if passage.isToTrash { continue }
            changes += writer.settle(passage.to.text)
            if let turned = turner.settle(passage.to.text) { changes.append(turned) }
        }
        return changes
    }

    /// The ways of all files that the steps have moved or copied, each from its first name to its last one: two files
    /// that change names pass a hidden name, at which nothing is kept.
    private static func passages(of steps: [OperationStep]) -> [KeptPassage] {
        let dropped = Set(steps.compactMap { if case .drop(let path, _, _) = $0 { path } else { nil } })
        var passages: [KeptPassage] = []
        // The passages by the present names of their files.
        var arrived: [FilePath: Int] = [:]
        func take(_ passage: KeptPassage) {
            var passage = passage
            if let index = arrived[passage.from] {
                if passage.isMoved {
                    arrived[passage.from] = nil
                    arrived[passage.to] = index
                    passages[index].to = passage.to
                    passages[index].isToTrash = passage.isToTrash
                    return
                }
                passage.from = passages[index].from
                passage.original = passages[index].original
            }
            arrived[passage.to] = passages.count
            passages.append(passage)
        }
        for (index, step) in steps.enumerated() {
            switch step {
            case .rename(let from, let to, let stamp):
                var isToTrash = false
                if index > 0, case .note = steps[index - 1] { isToTrash = true }
                take(KeptPassage(from: from, original: stamp, to: to, isMoved: true, isToTrash: isToTrash))
            case .copy(let from, _, let to, let stamp):
                take(KeptPassage(from: from, original: stamp, to: to, isMoved: dropped.contains(from)))
            case .note, .export, .makeFolder, .renameFolder, .drop, .removeFolder: continue
            }
        }
        return passages
    }
}

/// The way of a file, or of its copy, in a group of steps.
struct KeptPassage: Sendable {
    /// The file's name before the group.
    var from: FilePath
    /// What the file was before the group.
    var original: EntryStamp
    var to: FilePath
    /// Whether nothing is left under the first name.
    let isMoved: Bool
    /// Whether the file is in the trash now, where nothing is to be written.
    var isToTrash = false
}

extension ExpectedTask {
    /// Returns the task on the file that has taken the place of the expected one, because changes were taken back: it
    /// has the same bytes, and another inode.
    func following(_ changes: [KeptChange]) -> ExpectedTask {
        var followed = self
        for change in changes {
            guard let file = change.file, file.path == task.path, let now = file.after else { continue }
            switch followed.expectation {
            case .any: break
            case .same: followed.expectation = .same(now)
            case .unchanged: followed.expectation = .unchanged(now)
            }
        }
        return followed
    }
}
