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
    /// Names that planned groups will take, for groups that are planned before they run.
    private var claimed: Set<String> = []

    init(calls: FileSystemCalls, homeTrash: String) {
        self.calls = calls
        trashes = TrashPlaces(calls: calls, home: homeTrash)
    }

    /// Forgets the names of groups that have run.
    mutating func release() { claimed = [] }

    /// Forgets the names of one group, which has been taken back.
    mutating func release(_ group: OperationGroup) { claimed.subtract(group.steps.compactMap(Self.newName)) }

    /// The name that a step makes; nil for one that makes none.
    private static func newName(_ step: OperationStep) -> String? {
        switch step {
        case .note(let path, _), .makeFolder(let path), .rename(_, let path, _), .copy(_, _, let path, _): path
        case .drop, .removeFolder: nil
        }
    }

    /// Returns the steps for the files of one photo.
    /// - Parameter copiesAlways: Whether files that move are copied and deleted, because the system has refused to
    ///   rename them although they seemed to be on one file system.
    mutating func group(_ tasks: [ExpectedTask], copiesAlways: Bool = false) throws(FileFailure) -> OperationGroup {
        latest += 1
        var steps: [OperationStep] = []
        // Of a photo's own files one may take the name that another one leaves.
        let left = Set(
            tasks.compactMap { task -> String? in
                switch task.task {
                case .trash(let path), .move(let path, _), .restore(let path, _, _): path
                case .copy, .delete, .makeFolder, .removeFolder: nil
                }
            })
        for expected in tasks {
            steps += try plan(expected, leaving: left, copiesAlways: copiesAlways)
        }
        claimed.formUnion(steps.compactMap(Self.newName))
        return OperationGroup(number: latest, steps: steps.filter { !$0.isLast } + steps.filter(\.isLast))
    }

    private mutating func plan(
        _ expected: ExpectedTask, leaving left: Set<String>, copiesAlways: Bool
    ) throws(FileFailure) -> [OperationStep] {
        switch expected.task {
        case .move(let from, let to):
            let stamp = try stamp(of: expected)
            try checkFree(to, leaving: left)
            let isNear = try device(of: FilePath.folder(of: to)) == stamp.device
            if isNear, !copiesAlways { return [.rename(from: from, to: to, stamp)] }
            return [copy(from, to, stamp), .drop(path: from, stamp, keeps: to)]
        case .copy(let from, let to):
            let stamp = try stamp(of: expected)
            try checkFree(to, leaving: left)
            _ = try device(of: FilePath.folder(of: to))
            return [copy(from, to, stamp)]
        case .trash(let path):
            let stamp = try stamp(of: expected)
            let (note, text, target) = try trashed(path, stamp)
            return [.note(path: note, text: text), .rename(from: path, to: target, stamp)]
        case .restore(let trashed, let note, let to):
            let stamp = try stamp(of: expected)
            try checkFree(to, leaving: left)
            let noteStamp = try onFile(note) { () throws(SystemFailure) in try calls.status(note).stamp }
            return [.rename(from: trashed, to: to, stamp), .drop(path: note, noteStamp, keeps: to)]
        case .delete(let path):
            return [.drop(path: path, try stamp(of: expected), keeps: "")]
        case .makeFolder(let path):
            try checkFree(path, leaving: [])
            return [.makeFolder(path: path)]
        case .removeFolder(let path):
            return [.removeFolder(path: path)]
        }
    }

    /// Returns the file system of a folder, which may be named by a link.
    private func device(of folder: String) throws(FileFailure) -> Int {
        try onFile(folder) { () throws(SystemFailure) in try calls.status(folder + "/.").stamp.device }
    }

    private func copy(_ from: String, _ to: String, _ stamp: EntryStamp) -> OperationStep {
        .copy(from: from, draft: FilePath.draft(in: FilePath.folder(of: to)) + ".part", to: to, stamp)
    }

    /// Returns the stamp of the file of a task.
    private func stamp(of expected: ExpectedTask) throws(FileFailure) -> EntryStamp {
        let path = expected.task.path
        let status = try onFile(path) { () throws(SystemFailure) in try calls.status(path) }
        if status.kind == .folder { throw FileFailure(path, .isFolder) }
        switch expected.expectation {
        case .any: break
        case .same(let stamp): if !status.stamp.isSameFile(as: stamp) { throw FileFailure(path, .changed) }
        case .unchanged(let stamp): if status.stamp != stamp { throw FileFailure(path, .changed) }
        }
        return status.stamp
    }

    /// Whether a name is in use, or will be.
    func isTaken(_ path: String) throws(FileFailure) -> Bool {
        if claimed.contains(path) { return true }
        return try onFile(path) { () throws(SystemFailure) in try calls.statusIfPresent(path) != nil }
    }

    /// Whether a planned group takes a name that is free so far.
    func isClaimed(_ path: String) -> Bool { claimed.contains(path) }

    private func checkFree(_ path: String, leaving left: Set<String>) throws(FileFailure) {
        if left.contains(path) { return }
        if try isTaken(path) { throw FileFailure(path, .nameIsTaken) }
    }

    /// Returns the note about a file that goes to the trash, and its name there.
    private mutating func trashed(
        _ path: String, _ stamp: EntryStamp
    ) throws(FileFailure) -> (note: String, text: String, file: String) {
        let place: TrashPlace
        do {
            place = try trashes.place(for: path, on: stamp.device)
        } catch {
            throw error.code == ENOTSUP ? FileFailure(path, .noTrash) : FileFailure(path, error)
        }
        // The folder's real name, by which the trash finds it again.
        let folder = FilePath.folder(of: path)
        let real = FilePath.withC(folder) { FilePath.take(realpath($0, nil)) } ?? folder
        let name = FilePath.name(of: path), origin = (real == "/" ? "" : real) + "/" + name
        let text = TrashNote.text(path: TrashNote.path(origin, below: place.top), date: Self.now())
        let parts = FileName(name), stem = parts.stem.text
        var number = 1
        while true {
            // Many files of one name: by chance rather than one after another.
            let suffix = number == 1 ? "" : number < 10 ? ".\(number)" : ".\(UInt32.random(in: 10 ... .max))"
            let candidate = stem + suffix + parts.ending
            let (note, file) = (place.notes + candidate + TrashPlace.noteEnding, place.files + candidate)
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
