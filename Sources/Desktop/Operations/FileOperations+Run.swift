// The running of an operation: its photos a batch after another, and the steps of each.
import Codecs
import Glibc
import Library
import Photos

extension FileOperations {
    /// Photos whose beginning is written to the journal at once.
    private static let batch = 32

    /// One photo's group before it runs.
    private struct Planned<Item> {
        let item: Item
        let photos: [PhotoFiles]
        let tasks: [ExpectedTask]
        let group: OperationGroup
    }

    /// What is done with an item beside the running of its group.
    struct Steps<Item> {
        /// Returns the item's tasks, once; nil for an item that is left out.
        let tasks: (Item) throws(FileFailure) -> [ExpectedTask]?
        /// Has what the program keeps of a photo follow it; returns what was changed by that.
        let follow: (Item, GroupProgress) -> [KeptChange]
        /// Takes in what was done, with those changes.
        let done: ([(item: Item, progress: GroupProgress, kept: [KeptChange])]) -> Void
        /// Takes in that nothing was done with an item that has tasks.
        let failed: (Item) -> Void
    }

    /// Runs the groups of all items, a batch after another.
    func run<Item>(
        _ items: [Item], of photos: (Item) -> [PhotoFiles], _ steps: Steps<Item>, _ outcome: inout OperationOutcome,
        _ control: OperationControl
    ) {
        let report = OperationReport(count: items.reduce(0) { $0 + photos($1).count }, control: control)
        var rest = items[...]
        // The tasks of the first of the rest, where they could not be planned yet.
        var waiting: [ExpectedTask]?
        while !rest.isEmpty, !outcome.isCancelled {
            var planned: [Planned<Item>] = []
            while planned.count < Self.batch, let item = rest.first {
                let photos = photos(item)
                do throws(FileFailure) {
                    if waiting == nil { waiting = try steps.tasks(item) }
                    if let tasks = waiting {
                        let group = try planner.group(tasks)
                        // Files that an earlier photo has taken along leave nothing to do.
                        if !tasks.isEmpty {
                            planned.append(Planned(item: item, photos: photos, tasks: tasks, group: group))
                        }
                    } else {
                        outcome.skipped += 1
                        report.finishPhoto()
                    }
                } catch {
                    // It may be possible once what is planned before it was done.
                    if waiting != nil, !planned.isEmpty, Self.mayWait(error) { break }
                    if waiting != nil { steps.failed(item) }
                    outcome.note(error, of: photos)
                    report.finish(photos.count)
                }
                waiting = nil
                rest.removeFirst()
            }
            run(planned, steps, &outcome, control, report)
            if case .noJournal? = outcome.failures.last?.reason { break }
        }
        if waiting != nil, let item = rest.first { steps.failed(item) }
        planner.release()
        report.end()
    }

    /// Whether a group that cannot be planned may be possible once others were done: those that leave its names, or
    /// bring its files.
    private static func mayWait(_ failure: FileFailure) -> Bool {
        switch failure.reason {
        case .nameIsTaken, .missing, .changed: true
        default: false
        }
    }

    /// Runs the groups of a batch.
    private func run<Item>(
        _ batch: [Planned<Item>], _ steps: Steps<Item>, _ outcome: inout OperationOutcome, _ control: OperationControl,
        _ report: OperationReport
    ) {
        let drafts = GroupDrafts(calls: calls, rules: drafts, control: control, report: report)
        let groups = GroupRun(calls: calls, journal: journal, control: control, drafts: drafts)
        var done: [(item: Item, progress: GroupProgress, kept: [KeptChange])] = []
        var rest = batch[...]
        do throws(FileFailure) {
            try begin(batch.map(\.group))
            while let planned = rest.first {
                if control.isCancelled { throw FileFailure(planned.tasks[0].task.path, .cancelled) }
                rest.removeFirst()
                do throws(FileFailure) {
                    let progress = try run(planned.group, planned.tasks, groups)
                    let photos = planned.photos.count { $0.isPhoto }
                    outcome.done += photos
                    if outcome.kind == .export, progress.group.isCopy { outcome.copied += photos }
                    if let folder = planned.group.movedFolder { outcome.movedFolders.append(folder) }
                    outcome.others += planned.photos.count - photos
                    done.append((planned.item, progress, steps.follow(planned.item, progress)))
                } catch {
                    planner.release(planned.group)
                    steps.failed(planned.item)
                    outcome.note(error, of: planned.photos)
                }
                report.finish(planned.photos.count)
            }
        } catch {
            if error.reason == .cancelled { outcome.isCancelled = true } else { outcome.failures.append(error) }
            for planned in rest { steps.failed(planned.item) }
        }
        steps.done(done)
    }

    /// Runs a group; by copies where the file system refuses to rename, and once more where the listing of a share was
    /// out of date.
    private func run(
        _ group: OperationGroup, _ tasks: [ExpectedTask], _ groups: GroupRun
    ) throws(FileFailure) -> GroupProgress {
        let next: OperationGroup
        do {
            return try groups.run(group)
        } catch let error where error.reason == .system(EXDEV) {
            if tasks.contains(where: { if case .trash = $0.task { true } else { false } }) {
                throw FileFailure(error.path, .noTrash)
            }
            planner.release(group)
            next = try planner.group(tasks, copiesAlways: true)
        } catch let error where error.reason == .changed && calls.listed.retract(group) {
            planner.release(group)
            next = try planner.group(tasks)
        }
        try begin([next])
        return try groups.run(next)
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
}

/// Runs the steps of one photo, or of photos whose names change places: all of them, or none. The beginning of the
/// group is in the journal.
struct GroupRun {
    let calls: FileSystemCalls
    let journal: OperationJournal
    let control: OperationControl
    let drafts: GroupDrafts

    /// Runs the steps. After a failure the files are where they were, unless that could not be done; then the journal
    /// keeps the group.
    /// - Returns: What was done.
    func run(_ group: OperationGroup) throws(FileFailure) -> GroupProgress {
        var progress = GroupProgress(group)
        do {
            try fill(&progress)
            try place(progress)
            try drop(&progress)
        } catch {
            guard group.isJournaled else { throw error }
            switch OperationRecovery(calls: calls).settle(progress) {
            case .takenBack: finish(&progress, .takenBack)
            case .finished:
                finish(&progress)
                return progress
            case .unsettled: journal.keep()
            }
            throw error
        }
        finish(&progress)
        return progress
    }

    private func finish(_ progress: inout GroupProgress, _ phase: GroupProgress.Phase = .done) {
        progress.phase = phase
        guard progress.group.isJournaled else { return }
        // Not waited for: after a crash the group is settled once more, to the same end.
        try? journal.write(JournalText.phase(phase, of: progress.group), isSafe: false)
    }

    /// Makes the drafts of all copies, and of what is made anew.
    private func fill(_ progress: inout GroupProgress) throws(FileFailure) {
        for (index, step) in progress.group.steps.enumerated() {
            if case .export(let from, let draft, let to, let stamp) = step {
                progress.copies[index] = try drafts.export(from, to: draft, for: to, stamp)
            }
            guard case .copy(let from, let draft, let to, let stamp) = step else { continue }
            let (copy, lost) = try drafts.copy(from, to: draft, for: to, stamp)
            // A copy may do without what its drive does not keep; of a file that is deleted it would be lost.
            let isMoved = progress.group.steps.contains { if case .drop(from, _, _) = $0 { true } else { false } }
            if isMoved, !lost.isEmpty, !drafts.rules.mayLoseAttributes {
                throw FileFailure(from, .attributesLost(lost))
            }
            progress.copies[index] = copy
        }
        if !progress.copies.isEmpty { try note(JournalText.copied(progress)) }
    }

    /// Puts everything in its place.
    private func place(_ progress: GroupProgress) throws(FileFailure) {
        var folders: Set<FilePath> = []
        let deletes = progress.group.steps.contains(where: \.isLast)
        for step in progress.group.steps {
            switch step {
            case .note(let path, let text): try write(text, to: path)
            case .rename(let from, let to, _), .renameFolder(let from, let to, _):
                if control.isCancelled { throw FileFailure(from, .cancelled) }
                try rename(from, to: to)
                if deletes { folders.insert(to.parent) }
            case .copy(_, let draft, let to, _), .export(_, let draft, let to, _):
                try rename(draft, to: to)
                folders.insert(to.parent)
            case .makeFolder(let path):
                do {
                    try calls.makeFolder(path.text)
                } catch {
                    throw TargetNames(calls: calls).failure(error, making: path)
                }
            case .drop, .removeFolder: break
            }
        }
        for folder in folders {
            try onFile(folder) { () throws(SystemFailure) in try calls.synchronise(folder: folder.text) }
        }
    }

    /// Gives a file or a folder another name. What is wrong with the old name is told from what is wrong with the new
    /// one.
    private func rename(_ from: FilePath, to: FilePath) throws(FileFailure) {
        do {
            try calls.rename(from, to: to)
        } catch let error where error.code == EEXIST {
            throw FileFailure(to, error)
        } catch {
            // What the new name's file system refuses, it refuses while the file is there.
            guard try onFile(from, { () throws(SystemFailure) in try calls.statusIfPresent(from) }) != nil else {
                throw FileFailure(from, error)
            }
            throw TargetNames.isAboutName(error)
                ? TargetNames(calls: calls).failure(error, making: to) : FileFailure(from, error)
        }
    }

    /// Deletes what is to be deleted last. From the first deletion on there is no way back.
    private func drop(_ progress: inout GroupProgress) throws(FileFailure) {
        let group = progress.group
        guard group.steps.contains(where: \.isLast) else { return }
        if group.isJournaled { try note(JournalText.phase(.placed, of: group)) }
        progress.phase = .placed
        var isFirst = true
        for step in group.steps where step.isLast {
            do {
                try OperationRecovery(calls: calls).drop(step, of: progress)
            } catch {
                if isFirst, group.isJournaled, stays(step, after: error) {
                    // Without this line, a crash would end as if the deletion had been possible: as wanted.
                    try? journal.write(JournalText.phase(.begun, of: group), isSafe: true)
                    progress.phase = .begun
                }
                throw error
            }
            isFirst = false
        }
    }

    /// Whether a file that could not be deleted is there for sure. A share that has not answered may have deleted it,
    /// or do so later: then the other files of the photo follow, so that they stay together.
    private func stays(_ step: OperationStep, after failure: FileFailure) -> Bool {
        guard case .drop(let path, let stamp, .some) = step, calls.isOnShare(path) else { return true }
        switch failure.reason {
        case .noAnswer, .cancelled: return false
        case .system:
            let status = calls.patience.settling { (try? calls.statusIfPresent(path)) ?? nil }
            return status?.stamp == stamp
        default: return true
        }
    }

    private func note(_ text: String) throws(FileFailure) {
        do {
            try journal.write(text, isSafe: true)
        } catch {
            throw FileFailure("", .noJournal(error.code))
        }
    }

    private func write(_ text: String, to path: FilePath) throws(FileFailure) {
        try onFile(path) { () throws(SystemFailure) in
            let file = try calls.open(path, O_WRONLY | O_CREAT | O_EXCL)
            do throws(SystemFailure) {
                try calls.write(file, text)
            } catch {
                Glibc.close(file)
                throw error
            }
            try calls.close(file)
        }
    }
}
