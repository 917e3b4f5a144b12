// From what is to be done with the files of a photo to the steps that do it.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// Plans groups of steps. Reads the state of the files, and changes nothing but the folders of a trash.
struct GroupPlanner {
    private let calls: FileSystemCalls
    private var trashes: TrashPlaces
    private var latest = 0
    /// Names that the groups of the operation have taken or will take.
    private var claimed: Set<FilePath> = []
    /// The same names without case.
    private var alike: Set<AlikePath> = []

    init(calls: FileSystemCalls, homeTrash: String) {
        self.calls = calls
        trashes = TrashPlaces(calls: calls, home: homeTrash)
    }

    /// Forgets the names of the groups of an operation that has come to its end.
    mutating func release() { (claimed, alike) = ([], []) }

    /// Forgets the names of one group, which has been taken back.
    mutating func release(_ group: OperationGroup) {
        let names = group.steps.compactMap(\.newName)
        claimed.subtract(names)
        alike.subtract(names.map { AlikePath($0) })
    }

    private mutating func claim(_ names: [FilePath]) {
        claimed.formUnion(names)
        alike.formUnion(names.map { AlikePath($0) })
    }

    /// Returns the steps for the files of one photo, or of photos whose names change places.
    /// - Parameter copiesAlways: Whether files that move are copied and deleted, because the system has refused to
    ///   rename them although they seemed to be on one file system.
    mutating func group(_ tasks: [ExpectedTask], copiesAlways: Bool = false) throws(FileFailure) -> OperationGroup {
        latest += 1
        var steps: [OperationStep] = []
        var isPlanned = false
        defer { if !isPlanned { for case .note(let note, _) in steps { claimed.remove(note) } } }
        for task in try ordered(tasks) {
            switch task {
            case .whole(let task): steps += try plan(task, copiesAlways: copiesAlways)
            case .aside(let task, let hidden):
                steps.append(task.task.renaming(from: task.task.path, to: hidden, try stamp(of: task)))
            case .home(let task, let hidden):
                guard let to = task.task.taken else { continue }
                steps.append(task.task.renaming(from: hidden, to: to, try stamp(of: task)))
            }
        }
        isPlanned = true
        claim(steps.compactMap(\.newName))
        return OperationGroup(number: latest, steps: steps.filter { !$0.isLast } + steps.filter(\.isLast))
    }

    /// Returns tasks in an order in which each finds its name free, where others than theirs do not have it.
    private func ordered(_ tasks: [ExpectedTask]) throws(FileFailure) -> [OrderedTask] {
        var holders = NameHolders(tasks, calls: calls)
        var taken: Set<FilePath> = []
        return try OrderedTask.order(tasks) { index throws(FileFailure) in
            guard let name = tasks[index].task.taken else { return nil }
            guard taken.insert(name).inserted, !claimed.contains(name) || holders.isLeft(name) else {
                throw FileFailure(name, .nameIsTaken)
            }
            switch try holders.holder(of: name) {
            case .nobody: return nil
            case .task(let index): return index
            case .other: throw FileFailure(name, .nameIsTaken)
            }
        }
    }

    private mutating func plan(_ expected: ExpectedTask, copiesAlways: Bool) throws(FileFailure) -> [OperationStep] {
        switch expected.task {
        case .move(let from, let to):
            let stamp = try stamp(of: expected)
            let isNear = try device(of: to.parent) == stamp.device
            if isNear, !copiesAlways { return [.rename(from: from, to: to, stamp)] }
            return [copy(from, to, stamp), .drop(path: from, stamp, keeps: to)]
        case .copy(let from, let to):
            let stamp = try stamp(of: expected)
            _ = try device(of: to.parent)
            return [copy(from, to, stamp)]
        case .export(let from, let to):
            let stamp = try stamp(of: expected)
            _ = try device(of: to.parent)
            return [.export(from: from, draft: draft(of: to), to: to, stamp)]
        case .trash(let path):
            let stamp = try stamp(of: expected)
            let (note, text, target) = try trashed(path, stamp)
            return [.note(path: note, text: text), .rename(from: path, to: target, stamp)]
        case .restore(let trashed, let note, let to):
            let stamp = try stamp(of: expected)
            let noteStamp = try onFile(note) { () throws(SystemFailure) in try calls.status(note).stamp }
            return [.rename(from: trashed, to: to, stamp), .drop(path: note, noteStamp, keeps: to)]
        case .delete(let path):
            return [.drop(path: path, try stamp(of: expected), keeps: nil)]
        case .makeFolder(let path):
            return [.makeFolder(path: path)]
        case .removeFolder(let path):
            return [.removeFolder(path: path)]
        case .renameFolder(let from, let to):
            return [.renameFolder(from: from, to: to, try stamp(of: expected))]
        }
    }

    /// Returns the file system of a folder, which may be named by a link.
    private func device(of folder: FilePath) throws(FileFailure) -> Int {
        try onFile(folder) { () throws(SystemFailure) in try calls.status(folder: folder).stamp.device }
    }

    private func copy(_ from: FilePath, _ to: FilePath, _ stamp: EntryStamp) -> OperationStep {
        .copy(from: from, draft: draft(of: to), to: to, stamp)
    }

    private func draft(of path: FilePath) -> FilePath {
        FilePath(FilePath.draft(in: path.parent.text) + OperationStep.draftEnding)
    }

    /// Returns the stamp of the file, or the folder, of a task.
    private func stamp(of expected: ExpectedTask) throws(FileFailure) -> EntryStamp {
        let path = expected.task.path
        // What comes from a share is compared once more when it is copied.
        let isFetched = expected.task.taken.map { calls.isOnShare(path) && !calls.isOnShare($0) } ?? false
        let status = try onFile(path) { () throws(SystemFailure) in
            isFetched ? try calls.listedStatus(path) : try calls.status(path)
        }
        if case .renameFolder = expected.task {
            // A link to a folder is renamed itself.
            guard status.kind == .folder || status.kind == .link else { throw FileFailure(path, .changed) }
        } else if status.kind == .folder {
            throw FileFailure(path, .isFolder)
        } else if isFetched, status.kind != .file {
            throw FileFailure(path, .isNoFile)
        }
        switch expected.expectation {
        case .any: break
        case .same(let stamp): if !status.stamp.isSameFile(as: stamp) { throw FileFailure(path, .changed) }
        case .unchanged(let stamp): if !status.stamp.hasSameContent(as: stamp) { throw FileFailure(path, .changed) }
        }
        return status.stamp
    }

    /// Whether a name is in use, or will be.
    func isTaken(_ path: FilePath) throws(FileFailure) -> Bool {
        if isClaimed(path) { return true }
        do {
            return try calls.statusIfPresent(path) != nil
        } catch {
            throw TargetNames(calls: calls).failure(error, making: path)
        }
    }

    func isTaken(_ path: String) throws(FileFailure) -> Bool { try isTaken(FilePath(path)) }

    /// Returns a name with other characters for those that the file system of a folder refuses.
    func allowed(_ name: FileName, in folder: String) -> FileName {
        TargetNames(calls: calls).allowed(name, in: FilePath(folder).appending(name).parent)
    }

    /// Whether a group of the operation takes a name.
    func isClaimed(_ path: String) -> Bool { isClaimed(FilePath(path)) }

    private func isClaimed(_ path: FilePath) -> Bool {
        if claimed.contains(path) { return true }
        return alike.contains(AlikePath(path)) && TargetNames(calls: calls).ignoresCase(in: path.parent)
    }

    /// Returns the note about a file that goes to the trash, and its name there.
    private mutating func trashed(
        _ path: FilePath, _ stamp: EntryStamp
    ) throws(FileFailure) -> (note: FilePath, text: String, file: FilePath) {
        // Shares have none that programs here could use.
        if calls.isOnShare(path) { throw FileFailure(path, .noTrash) }
        let place: TrashPlace
        do {
            place = try trashes.place(for: path.text, on: stamp.device)
        } catch {
            throw error.code == ENOTSUP ? FileFailure(path, .noTrash) : FileFailure(path, error)
        }
        // The folder's real name, by which the trash finds it again.
        let folder = path.parent.text
        let real = FilePath(FilePath.withC(folder) { FilePath.take(realpath($0, nil)) } ?? folder)
        let origin = real.appending(path.name)
        let text = TrashNote.text(path: TrashNote.path(origin.text, below: place.top), date: Self.now())
        var number = 1
        while true {
            // Many files of one name: by chance rather than one after another.
            let suffix = number == 1 ? "" : number < 10 ? ".\(number)" : ".\(UInt32.random(in: 10 ... .max))"
            let candidate = path.name.inserting(suffix, withRoomFor: TrashPlace.noteEnding)
            let note = FilePath(place.notes).appending(candidate + TrashPlace.noteEnding),
                file = FilePath(place.files).appending(candidate)
            let isTaken = try onFile(path) { () throws(SystemFailure) in
                if claimed.contains(note) { return true }
                if try calls.statusIfPresent(note) != nil { return true }
                return try calls.statusIfPresent(file) != nil
            }
            if !isTaken {
                claimed.insert(note)
                return (note, text, file)
            }
            number += 1
        }
    }

    /// The local time as the trash writes it.
    private static func now() -> String {
        var seconds = time(nil), parts = tm()
        localtime_r(&seconds, &parts)
        func padded(_ number: Int32, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let date = [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1, 2), padded(parts.tm_mday, 2)]
        let clock = [padded(parts.tm_hour, 2), padded(parts.tm_min, 2), padded(parts.tm_sec, 2)]
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":")
    }
}

extension FileTask {
    /// Returns the step that gives the task's file, or folder, another name.
    fileprivate func renaming(from: FilePath, to: FilePath, _ stamp: EntryStamp) -> OperationStep {
        if case .renameFolder = self {
            .renameFolder(from: from, to: to, stamp)
        } else {
            .rename(from: from, to: to, stamp)
        }
    }
}
