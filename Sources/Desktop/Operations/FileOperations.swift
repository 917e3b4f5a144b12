// Operations on the files of photos: one after another, on a thread of their own, and undone in their order.
import CGLib
import Codecs
import Glibc
import ImagePipeline
public import Library
import Photos

/// Moves, copies, renames and deletes photos. Each photo's files go together or stay together; what is begun is in a
/// journal first, so that the next start can settle what a crash has left.
public actor FileOperations {
    private let executor = LoopExecutor(name: "operations", niceness: 5)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// An operation that can be undone: the tasks of each photo, in the order in which they are to be done.
    private struct Finished {
        let kind: FileOperation.Kind
        var groups: [[ExpectedTask]] = []
        /// The photos that were turned, which is done without a journal: each at once or not at all.
        var turns: [PhotoTurn] = []
        var isEmpty: Bool { groups.isEmpty && turns.isEmpty }
    }

    private let calls: FileSystemCalls
    private let folder: String
    private let journal: OperationJournal
    private let turner: PhotoTurner
    private var planner: GroupPlanner
    private var history: [Finished] = []

    /// Photos whose beginning is written to the journal at once.
    private static let batch = 32
    /// Operations that are remembered.
    private static let longestHistory = 100

    /// - Parameters:
    ///   - folder: Where journals are kept.
    ///   - trash: The trash in the home folder; nil for the user's own.
    ///   - marks: Keeps the turns that files do not.
    package init(
        folder: String, trash: String?, marks: MarkStore = MarkStore(path: nil), calls: FileSystemCalls = FileSystemCalls()
    ) {
        self.init(folder: folder, trash: trash, turner: PhotoTurner(store: marks), calls: calls)
    }

    init(folder: String, trash: String?, turner: PhotoTurner, calls: FileSystemCalls = FileSystemCalls()) {
        self.folder = folder
        self.turner = turner
        self.calls = calls
        journal = OperationJournal(folder: folder, calls: calls)
        planner = GroupPlanner(calls: calls, homeTrash: trash ?? TrashPlaces.userPath)
    }

    /// - Parameters:
    ///   - folder: Where journals are kept.
    ///   - marks: Keeps the turns that files do not.
    public init(folder: String, marks: MarkStore) { self.init(folder: folder, trash: nil, marks: marks) }

    /// Returns the user's own folder for journals.
    public static func userFolder(_ name: String) -> String { FilePath.text(g_get_user_state_dir()) + "/" + name }

    /// Settles what processes have left that ended in the middle of an operation.
    public func recover() {
        let recovery = OperationRecovery(calls: calls)
        OperationJournal.settleAbandoned(in: folder) { groups in
            // All of them, and the latest first: it may build on an earlier one.
            groups.reversed().map { recovery.settle($0) != .unsettled }.allSatisfy(\.self)
        }
    }

    /// Performs an operation on every photo for which it is possible.
    public func perform(_ operation: FileOperation, control: OperationControl = OperationControl()) -> OperationOutcome {
        var outcome = OperationOutcome(operation.kind)
        var tasks = OperationTasks(calls: calls)
        var finished = Finished(kind: operation.kind)
        switch operation {
        case .trash(let photos):
            run(photos, of: \.self, &outcome, &finished, control) { photo, _ throws(FileFailure) in
                try tasks.names(of: photo).map { ExpectedTask(.trash(path: photo.folder + $0.text)) }
            }
        case .delete(let photos):
            run(photos, of: \.self, &outcome, &finished, control) { photo, _ throws(FileFailure) in
                try tasks.names(of: photo).map { ExpectedTask(.delete(path: photo.folder + $0.text)) }
            }
        case .copy(let photos, let folder, let answers), .move(let photos, let folder, let answers):
            let moves = operation.kind == .move
            run(photos, of: \.self, &outcome, &finished, control) { photo, planner throws(FileFailure) in
                try tasks.placing(photo, in: folder, clash: answers.answer(for: photo), moves: moves, planner)
            }
        case .rename(let renamings):
            run(renamings, of: \.photo, &outcome, &finished, control) { renaming, _ throws(FileFailure) in
                try tasks.renaming(renaming)
            }
        case .makeFolder(let path):
            run([path], of: { PhotoFiles(path: FilePath($0)) }, &outcome, &finished, control) { path, _ throws(FileFailure) in
                [ExpectedTask(.makeFolder(path: path))]
            }
        case .turn(let photos, let quarters):
            turn(photos.map { ($0.path.text, quarters) }, &outcome, control)
            finished.turns = outcome.turns
        }
        if !finished.isEmpty {
            outcome.isUndoable = true
            history.append(finished)
            if history.count > Self.longestHistory { history.removeFirst() }
        }
        return outcome
    }

    /// Undoes the latest operation that was not undone.
    /// - Returns: What came of it; nil where there is none.
    public func undo(control: OperationControl = OperationControl()) -> OperationOutcome? {
        guard let last = history.popLast() else { return nil }
        var outcome = OperationOutcome(last.kind), undone = Finished(kind: last.kind)
        turn(last.turns.reversed().map { ($0.path, -$0.quarters) }, &outcome, control)
        run(last.groups.reversed(), of: { PhotoFiles(path: FilePath($0.first?.task.path ?? "")) }, &outcome, &undone, control) {
            tasks, _ throws(FileFailure) in tasks
        }
        return outcome
    }

    /// Returns the photos of which a file's name is in use in a folder, off the thread of running operations.
    public nonisolated func clashes(of photos: [PhotoFiles], in folder: String) async -> [NameClash] {
        let calls = calls
        let lookups = WorkerPool(name: "names", width: 1, niceness: 0)
        return (try? await lookups.run(priority: .visible) {
            var tasks = OperationTasks(calls: calls)
            return photos.compactMap { photo in
                guard photo.folder != folder + "/", let names = try? tasks.names(of: photo),
                    let own = try? calls.status(photo.path.text)
                else { return nil }
                let others = names.lazy.compactMap { (try? calls.statusIfPresent(folder + "/" + $0.text)) ?? nil }
                return others.first.map { NameClash(photo: photo, own: .init(own.stamp), other: .init($0.stamp)) }
            }
        }) ?? []
    }

    /// Turns a copy of a photo as the database says of the original.
    /// - Returns: Nil where it says nothing, or the copy cannot be turned.
    public func turnCopy(of original: String, at path: String) -> PhotoTurn? {
        let quarters = turner.keptTurn(of: original)
        return quarters == 0 ? nil : try? turner.turn(path, by: quarters)
    }

    /// Turns photos, one after another.
    private func turn(
        _ photos: [(path: String, quarters: Int)], _ outcome: inout OperationOutcome, _ control: OperationControl
    ) {
        var report = OperationReport(count: photos.count, control: control)
        for (path, quarters) in photos where quarters & 3 != 0 {
            if control.isCancelled {
                outcome.isCancelled = true
                break
            }
            do throws(FileFailure) {
                outcome.turns.append(try turner.turn(path, by: quarters))
                outcome.done += 1
            } catch {
                outcome.failures.append(error)
            }
            report.finishPhoto()
        }
        report.end()
    }

    // MARK: Running

    /// One photo's group before it runs.
    private struct Planned {
        let photo: PhotoFiles
        let tasks: [ExpectedTask]
        let group: OperationGroup
    }

    /// Runs the groups of all items, a batch after another.
    private func run<Item>(
        _ items: [Item], of photo: (Item) -> PhotoFiles, _ outcome: inout OperationOutcome,
        _ finished: inout Finished, _ control: OperationControl,
        tasks: (Item, GroupPlanner) throws(FileFailure) -> [ExpectedTask]?
    ) {
        var report = OperationReport(count: items.count, control: control)
        var rest = items[...]
        while !rest.isEmpty, !outcome.isCancelled {
            let batch = rest.prefix(Self.batch)
            rest = rest.dropFirst(Self.batch)
            var planned: [Planned] = []
            for item in batch {
                let photo = photo(item)
                do {
                    guard let tasks = try tasks(item, planner) else {
                        outcome.skipped += 1
                        continue
                    }
                    if tasks.isEmpty { continue }
                    planned.append(Planned(photo: photo, tasks: tasks, group: try planner.group(tasks)))
                } catch {
                    note(error, of: photo, &outcome)
                }
            }
            run(planned, &outcome, &finished, control, &report)
            planner.release()
            if case .noJournal? = outcome.failures.last?.reason { break }
        }
        journal.clear()
        report.end()
    }

    private func run(
        _ batch: [Planned], _ outcome: inout OperationOutcome, _ finished: inout Finished, _ control: OperationControl,
        _ report: inout OperationReport
    ) {
        do {
            try begin(batch.map(\.group))
        } catch {
            outcome.failures.append(error)
            return
        }
        for planned in batch {
            if control.isCancelled {
                outcome.isCancelled = true
                return
            }
            do {
                let progress = try run(planned, control, &report)
                outcome.done += 1
                let tasks = ExpectedTask.undoing(progress)
                if !tasks.isEmpty { finished.groups.append(tasks) }
            } catch {
                note(error, of: planned.photo, &outcome)
            }
            report.finishPhoto()
        }
    }

    /// Runs a group; by copies where the file system refuses to rename.
    private func run(
        _ planned: Planned, _ control: OperationControl, _ report: inout OperationReport
    ) throws(FileFailure) -> GroupProgress {
        do {
            return try run(planned.group, control, &report)
        } catch where error.reason == .system(EXDEV) {
            if planned.tasks.contains(where: { if case .trash = $0.task { true } else { false } }) {
                throw FileFailure(error.path, .noTrash)
            }
            planner.release(planned.group)
            let group = try planner.group(planned.tasks, copiesAlways: true)
            try begin([group])
            return try run(group, control, &report)
        }
    }

    private func run(
        _ group: OperationGroup, _ control: OperationControl, _ report: inout OperationReport
    ) throws(FileFailure) -> GroupProgress {
        var copied = report
        defer { report = copied }
        return try GroupRun(calls: calls, journal: journal, control: control) { copied.add(bytes: $0) }.run(group)
    }

    /// Writes groups to the journal, and waits for the disk.
    private func begin(_ groups: [OperationGroup]) throws(FileFailure) {
        let lines = groups.filter(\.isJournaled).map(JournalText.lines).joined()
        guard !lines.isEmpty else { return }
        do {
            try journal.write(lines, isSafe: true)
        } catch {
            throw FileFailure(folder, .noJournal(error.code))
        }
    }

    private func note(_ failure: FileFailure, of photo: PhotoFiles, _ outcome: inout OperationOutcome) {
        switch failure.reason {
        case .cancelled: outcome.isCancelled = true
        // Another file, which a copy was to replace, is no reason to delete the photo.
        case .noTrash where outcome.kind == .trash: outcome.withoutTrash.append(photo)
        default: outcome.failures.append(failure)
        }
    }
}
