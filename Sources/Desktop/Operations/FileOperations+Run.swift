// The running of an operation's groups, a batch after another, and of its turns.
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

    /// Takes in what is done, for the history.
    typealias Keep = ([Act.NewPart]) -> Void

    /// What is done with an item that was run.
    private struct Steps<Item> {
        /// Returns the item's tasks, once; nil for an item that is left out.
        let tasks: (Item, GroupPlanner) throws(FileFailure) -> [ExpectedTask]?
        /// Has what the program keeps of a photo follow it; returns what was changed by that.
        let follow: (Item, GroupProgress) -> [KeptChange]
        /// Takes in what was done, with those changes.
        let done: ([(item: Item, progress: GroupProgress, kept: [KeptChange])]) -> Void
        /// Takes in that nothing was done with an item that has tasks.
        let failed: (Item) -> Void
    }

    /// Runs the groups of all photos of an operation.
    /// - Parameter isFollowed: Whether what the program keeps of the photos goes with them.
    func run<Item>(
        _ items: [Item], of photos: @escaping (Item) -> [PhotoFiles], _ outcome: inout OperationOutcome,
        _ control: OperationControl, isFollowed: Bool = true, keep: @escaping Keep,
        tasks: @escaping (Item, GroupPlanner) throws(FileFailure) -> [ExpectedTask]?
    ) {
        let follow: (Item, GroupProgress) -> [KeptChange] = { [keptFacts] _, progress in
            isFollowed ? keptFacts.follow(progress) : []
        }
        let steps = Steps(tasks: tasks, follow: follow) { done in
            keep(
                done.compactMap { item, progress, kept in
                    let photos = photos(item)
                    return ActPart(undoing: progress, kept).map {
                        Act.NewPart(name: photos.first?.name ?? "", photos: photos.count, part: $0)
                    }
                })
        } failed: { _ in
        }
        run(items, of: photos, steps, &outcome, control)
    }

    /// Reverses what an act has done with files.
    func run(_ act: Act, _ outcome: inout OperationOutcome, _ control: OperationControl) {
        func takeBack(_ changes: [KeptChange]) -> [KeptChange] {
            changes.reversed().compactMap { try? turner.takeBack($0) }
        }
        // What was taken back of a photo before its group: put there again where that fails, and once it is reversed.
        var takenBack: [Int: [KeptChange]] = [:]
        let steps = Steps<Act.Part> { part, _ throws(FileFailure) in
            guard case .files(let tasks, let before, _) = part.part else { return nil }
            let changes = takeBack(before)
            takenBack[part.number] = changes
            return tasks.map { $0.following(changes) }
        } follow: { [keptFacts] part, progress in
            guard case .files(_, _, let after) = part.part else { return [] }
            return keptFacts.follow(progress) + takeBack(after)
        } done: { [history] done in
            history.reverse(
                done.map { part, progress, kept in
                    (part, ActPart(undoing: progress, kept, after: takenBack[part.number] ?? []))
                }, of: act)
        } failed: { part in
            _ = takeBack(takenBack[part.number] ?? [])
        }
        run(
            act.parts, of: { Array(repeating: PhotoFiles(path: $0.part.path), count: $0.photos) }, steps, &outcome,
            control)
    }

    /// Runs the groups of all items, a batch after another.
    private func run<Item>(
        _ items: [Item], of photos: (Item) -> [PhotoFiles], _ steps: Steps<Item>, _ outcome: inout OperationOutcome,
        _ control: OperationControl
    ) {
        var report = OperationReport(count: items.reduce(0) { $0 + photos($1).count }, control: control)
        var rest = items[...]
        // The tasks of the first of the rest, where they could not be planned yet.
        var waiting: [ExpectedTask]?
        while !rest.isEmpty, !outcome.isCancelled {
            var planned: [Planned<Item>] = []
            while planned.count < Self.batch, let item = rest.first {
                let photos = photos(item)
                do throws(FileFailure) {
                    if waiting == nil { waiting = try steps.tasks(item, planner) }
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
                    note(error, of: photos, &outcome)
                    report.finish(photos.count)
                }
                waiting = nil
                rest.removeFirst()
            }
            run(planned, steps, &outcome, control, &report)
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
        _ report: inout OperationReport
    ) {
        var done: [(item: Item, progress: GroupProgress, kept: [KeptChange])] = []
        var rest = batch[...]
        do throws(FileFailure) {
            try begin(batch.map(\.group))
            while let planned = rest.first {
                if control.isCancelled { throw FileFailure(planned.tasks[0].task.path, .cancelled) }
                rest.removeFirst()
                do throws(FileFailure) {
                    let progress = try run(planned.group, planned.tasks, control, &report)
                    let photos = planned.photos.count { $0.isPhoto }
                    outcome.done += photos
                    if outcome.kind == .export, progress.group.isCopy { outcome.copied += photos }
                    if let folder = planned.group.movedFolder { outcome.movedFolders.append(folder) }
                    outcome.others += planned.photos.count - photos
                    done.append((planned.item, progress, steps.follow(planned.item, progress)))
                } catch {
                    planner.release(planned.group)
                    steps.failed(planned.item)
                    note(error, of: planned.photos, &outcome)
                }
                report.finish(planned.photos.count)
            }
        } catch {
            if error.reason == .cancelled { outcome.isCancelled = true } else { outcome.failures.append(error) }
            for planned in rest { steps.failed(planned.item) }
        }
        steps.done(done)
    }

    /// Runs a group; by copies where the file system refuses to rename.
    private func run(
        _ group: OperationGroup, _ tasks: [ExpectedTask], _ control: OperationControl, _ report: inout OperationReport
    ) throws(FileFailure) -> GroupProgress {
        do {
            return try run(group, control, &report)
        } catch let error where error.reason == .system(EXDEV) {
            if tasks.contains(where: { if case .trash = $0.task { true } else { false } }) {
                throw FileFailure(error.path, .noTrash)
            }
            planner.release(group)
            let group = try planner.group(tasks, copiesAlways: true)
            try begin([group])
            return try run(group, control, &report)
        } catch let error where error.reason == .changed && calls.listed.retract(group) {
            planner.release(group)
            let group = try planner.group(tasks)
            try begin([group])
            return try run(group, control, &report)
        }
    }

    private func run(
        _ group: OperationGroup, _ control: OperationControl, _ report: inout OperationReport
    ) throws(FileFailure) -> GroupProgress {
        var copied = report
        defer { report = copied }
        return try GroupRun(
            calls: calls, journal: journal, control: control, exporter: export, verifies: verifies,
            mayLoseAttributes: mayLoseAttributes,
            onBytes: { copied.add(bytes: $0) }, onWait: { copied.wait($0) }
        ).run(group)
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

    /// Notes why photos stay where they are: all of those that change names with each other by the one reason.
    func note(_ failure: FileFailure, of photos: [PhotoFiles], _ outcome: inout OperationOutcome) {
        let isReversal = outcome.reversal != nil
        switch failure.reason {
        case .cancelled: outcome.isCancelled = true
        // Another file, which a copy was to replace, is no reason to delete the photo.
        case .noTrash where outcome.kind == .trash && !isReversal: outcome.withoutTrash += photos
        case .nameNotAllowed(_, .some) where [.copy, .move, .export].contains(outcome.kind) && !isReversal:
            outcome.withheld += photos.map { WithheldPhoto(photo: $0, consent: .otherNames, failure: failure) }
        case .attributesLost where outcome.kind == .move && !isReversal:
            outcome.withheld += photos.map { WithheldPhoto(photo: $0, consent: .lostAttributes, failure: failure) }
        default: outcome.failures += photos.map { _ in failure }
        }
    }

    // MARK: Metadata

    /// Writes into the files of photos, one after another: into each at once or not at all, without a journal.
    func embed(
        _ paths: [FilePath], as act: Act.Entry, _ outcome: inout OperationOutcome, _ control: OperationControl
    ) {
        change(paths, &outcome, control) { path, outcome throws(FileFailure) in
            var number: Int?
            do throws(FileFailure) {
                let change = try embedder.embed(path) { change in
                    if let number { history.settle(nil, number: number, of: act) }
                    let part = ActPart.embed(ActPart.EmbedPart(path: path, change: change))
                    number = history.add([Act.NewPart(name: path.name, part: part)], to: act)
                }
                guard let change, let number else {
                    outcome.skipped += 1
                    return
                }
                let part = ActPart.embed(ActPart.EmbedPart(path: path, change: change))
                history.settle(Act.Part(number: number, name: path.name, part: part), number: number, of: act)
                outcome.embedded.append(path)
                outcome.done += 1
            } catch {
                if let number { history.settle(nil, number: number, of: act) }
                throw error
            }
        }
    }

    /// Gives the files of an act their metadata back, or writes them again.
    func takeOut(_ act: Act, _ outcome: inout OperationOutcome, _ control: OperationControl) {
        change(act.parts, &outcome, control) { part, outcome throws(FileFailure) in
            guard case .embed(let written) = part.part else { return }
            let other = try embedder.reverse(written)
            history.reverse([(part, other.map { .embed($0) })], of: act)
            outcome.embedded.append(written.path)
            outcome.done += 1
        }
    }

    // MARK: Turns

    /// Turns photos, one after another: each at once or not at all, without a journal.
    func turn(
        _ paths: [FilePath], by quarters: Int, as act: Act.Entry, _ outcome: inout OperationOutcome,
        _ control: OperationControl
    ) {
        guard quarters & 3 != 0 else { return }
        turn(paths, &outcome, control) { path throws(FileFailure) in
            let planned = turner.plan(path, by: quarters)
            let number = history.add([Act.NewPart(name: path.name, part: .turn(planned))], to: act)
            do throws(FileFailure) {
                let (turn, part) = try turner.turn(planned)
                history.settle(Act.Part(number: number, name: path.name, part: .turn(part)), number: number, of: act)
                return turn
            } catch {
                history.settle(nil, number: number, of: act)
                throw error
            }
        }
    }

    /// Turns the photos of an act back.
    func turnBack(_ act: Act, _ outcome: inout OperationOutcome, _ control: OperationControl) {
        turn(act.parts, &outcome, control) { part throws(FileFailure) in
            guard case .turn(let turned) = part.part else { return nil }
            let (turn, other) = try turner.reverse(turned)
            history.reverse([(part, .turn(other))], of: act)
            return turn
        }
    }

    private func turn<Item>(
        _ items: [Item], _ outcome: inout OperationOutcome, _ control: OperationControl,
        _ turn: (Item) throws(FileFailure) -> PhotoTurn?
    ) {
        change(items, &outcome, control) { item, outcome throws(FileFailure) in
            if let turn = try turn(item) { outcome.turns.append(turn) }
            outcome.done += 1
        }
    }

    /// Changes items one after another, until the operation is cancelled.
    private func change<Item>(
        _ items: [Item], _ outcome: inout OperationOutcome, _ control: OperationControl,
        _ change: (Item, inout OperationOutcome) throws(FileFailure) -> Void
    ) {
        var report = OperationReport(count: items.count, control: control)
        for item in items {
            if control.isCancelled {
                outcome.isCancelled = true
                break
            }
            do throws(FileFailure) {
                try change(item, &outcome)
            } catch {
                outcome.failures.append(error)
            }
            report.finishPhoto()
        }
        report.end()
    }
}

extension ActPart {
    /// What reverses a finished group; nil for one that nothing reverses.
    fileprivate init?(undoing progress: GroupProgress, _ before: [KeptChange], after: [KeptChange] = []) {
        let tasks = ExpectedTask.undoing(progress)
        if tasks.isEmpty { return nil }
        self = .files(tasks, before: before, after: after)
    }
}
