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
        let steps = progress.group.steps
        let dropped = Set(steps.compactMap { if case .drop(let path, _, _) = $0 { path } else { nil } })
        var changes: [KeptChange] = []
        for (index, step) in steps.enumerated() {
            switch step {
            case .rename(let from, let to, let stamp):
                var isTrash = false
                if index > 0, case .note = steps[index - 1] { isTrash = true }
                changes += follow(from: from, stamp, to: to, isMoved: true, staysKept: isTrash)
            case .copy(let from, _, let to, let stamp):
                let isMoved = dropped.contains(from)
                changes += follow(from: from, stamp, to: to, isMoved: isMoved)
            case .note, .makeFolder, .drop, .removeFolder: continue
            }
        }
        return changes
    }

    /// Takes in that a file has another name now, or a copy.
    /// - Parameters:
    ///   - original: What the file was before.
    ///   - staysKept: Whether nothing is to be written at the new place.
    /// - Returns: What was changed in files and database; nothing for a row that has the new name in place of the old
    ///   one.
    func follow(
        from: FilePath, _ original: EntryStamp, to: FilePath, isMoved: Bool, staysKept: Bool = false
    ) -> [KeptChange] {
        guard let carried = try? turner.store.carry(from: from, original, to: to, isMoved: isMoved) else { return [] }
        let own: [KeptChange] = isMoved ? [] : [.database(carried)]
        if staysKept { return own }
        return own + writer.settle(to.text) + (turner.settle(to.text).map { [$0] } ?? [])
    }
}

extension ExpectedTask {
    /// Returns the task on the file that has taken the place of the expected one, because changes were taken back: it has
    /// the same bytes, and another inode.
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
