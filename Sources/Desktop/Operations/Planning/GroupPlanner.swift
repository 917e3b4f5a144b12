// From a photo to the steps that an operation does with its files.
import CGLib
import Codecs
import Glibc
import Library
import Photos

/// Finds all files of a photo, what is to be done with each (`GroupPlanner+Tasks.swift`), and the steps that do it.
/// Reads the state of the files, and makes no more than the folders of a trash and those that copies go to.
struct GroupPlanner {
    /// The names in a folder that was looked at.
    struct Folder {
        let names: Set<FileName>
        let belongings: Belongings
    }

    /// The longest video in bytes that goes with a photo of its name: a Live Photo's lasts three seconds.
    private static let longestLiveVideo = 32 << 20

    let calls: FileSystemCalls
    private var folders: [FilePath: Folder] = [:]
    /// Files that the operation has dealt with: each is dealt with once.
    private var found: Set<FilePath> = []
    private var trashes: TrashPlaces
    private var latest = 0
    /// Names that the groups of the operation have taken or will take.
    private var claimed: Set<FilePath> = []
    /// The same names without case.
    private var alike: Set<AlikePath> = []

    init(calls: FileSystemCalls, homeTrash: String = TrashPlaces.userPath) {
        self.calls = calls
        trashes = TrashPlaces(calls: calls, home: homeTrash)
    }

    // MARK: The files of a photo

    /// Returns the names of a photo's files that exist, and of all that belongs to it; none where an earlier photo had
    /// it.
    mutating func names(of photo: PhotoFiles) throws(FileFailure) -> [FileName] {
        let folder = photo.folder, belongings = try look(at: folder).belongings
        func path(_ name: FileName) -> FilePath { FilePath(folder + name.text) }
        guard !found.contains(path(photo.name)) else { return [] }
        let pair = belongings.pair(of: photo.name)
        var names = pair.first == photo.name ? pair : [photo.name]
        for name in photo.companions where !names.contains(name) {
            if try status(folder + name.text) != nil { names.append(name) }
        }
        var companions = belongings.companions(of: names)
        for video in companions where CompanionTable.isLiveVideo(video) {
            guard let size = try status(folder + video.text)?.stamp.size, size > Self.longestLiveVideo else { continue }
            let others = Set(belongings.companions(of: [video]) + [video])
            companions.removeAll(where: others.contains)
        }
        names += companions
        return names.filter { found.insert(path($0)).inserted }
    }

    func status(_ path: String) throws(FileFailure) -> EntryStatus? {
        try onFile(path) { () throws(SystemFailure) in try calls.statusIfPresent(path) }
    }

    /// Returns what is in a folder, as it was when the operation looked first.
    /// - Parameter path: With the slash at its end.
    mutating func look(at path: String) throws(FileFailure) -> Folder {
        let key = FilePath(path)
        if let known = folders[key] { return known }
        let names = try onFile(path) { () throws(SystemFailure) in try calls.names(in: path) }.map { FileName($0) }
        let belongings = Belongings(of: names, isPhoto: ListedFormats.isPhoto) { [calls] name in
            (try? calls.statusIfPresent(path + name.text)) ?? nil != nil
        }
        let folder = Folder(names: Set(names), belongings: belongings)
        folders[key] = folder
        return folder
    }

    /// Returns the tasks that move a photo to the trash.
    mutating func trashing(_ photo: PhotoFiles) throws(FileFailure) -> [ExpectedTask] {
        try names(of: photo).map { ExpectedTask(.trash(path: photo.folder + $0.text)) }
    }

    /// Returns the tasks that delete a photo for good.
    mutating func deleting(_ photo: PhotoFiles) throws(FileFailure) -> [ExpectedTask] {
        try names(of: photo).map { ExpectedTask(.delete(path: photo.folder + $0.text)) }
    }

    // MARK: Names in use

    /// Forgets the files and names of an operation that has come to its end.
    mutating func release() { (folders, found, claimed, alike) = ([:], [], [], []) }

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

    // MARK: Steps

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
            let (note, text, target) = try trashes.entry(for: path, stamp) { [claimed] in claimed.contains($0) }
            claimed.insert(note)
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
