// Operations on the files of photos: one after another, on a thread of their own, and undone in their order.
import Codecs
import Library
import Photos

/// Moves, copies, renames and deletes photos, and undoes what was done with them. Each photo's files go together or
/// stay together; what is begun is in a journal first, so that the next start can settle what a crash has left, and
/// what is done is in the history before the journal forgets it.
public actor FileOperations {
    private let executor = LoopExecutor(name: "operations", niceness: 5)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let calls: FileSystemCalls
    let folder: String
    private let trash: String
    let journal: OperationJournal
    let turner: PhotoTurner
    let keptFacts: KeptFacts
    let embedder: PhotoEmbedder
    private let marking: PhotoMarking, shareMarking: PhotoMarking
    private let exporter: PhotoExporter
    let history: History
    var planner: GroupPlanner
    /// Photos that were to go to the trash, which a window may show until it is told that they are gone.
    private var trashed: Set<FilePath> = []
    /// Number of such photos beyond which the earlier ones are forgotten.
    private static let mostTrashed = 10_000
    /// How the running operation makes files.
    private(set) var drafts = DraftRules()

    /// - Parameters:
    ///   - trash: The trash in the home folder; nil for the user's own.
    ///   - decoding: Where photos are decoded and encoded; nil for this process.
    init(
        folder: String, trash: String?, turner: PhotoTurner, marking: PhotoMarking,
        shareMarking: PhotoMarking? = nil, history: History, reader: MarkReader, decoding: (any DecodeEngine)? = nil,
        calls: FileSystemCalls
    ) {
        self.folder = folder
        self.turner = turner
        keptFacts = KeptFacts(turner: turner, reader: reader)
        embedder = PhotoEmbedder(
            embedder: MetadataEmbedder(engine: decoding), reader: reader, store: turner.store,
            replacement: turner.replacement)
        (self.marking, self.shareMarking) = (marking, shareMarking ?? marking)
        exporter = PhotoExporter(
            engine: decoding ?? LocalDecoding(), turner: turner,
            marks: MarkWriter(store: turner.store, reader: reader, replacement: turner.replacement), calls: calls)
        self.history = history
        self.calls = calls
        journal = OperationJournal(folder: folder, calls: calls)
        self.trash = trash ?? TrashPlaces.userPath
        planner = GroupPlanner(calls: calls, homeTrash: self.trash)
    }

    /// Settles what processes have left that ended in the middle of an operation. What of it is done can be undone.
    @discardableResult
    public func recover() -> RecoveryReport {
        DraftRecord.settleAbandoned(in: folder)
        let recovery = OperationRecovery(calls: calls), rules = JournalRules(homeTrash: FilePath(trash))
        var report = RecoveryReport()
        report.left = OperationJournal.settleAbandoned(in: folder, permits: rules.permit) { [history] records in
            // All of them, and the latest first: it may build on an earlier one.
            let settled = records.reversed().map { record in
                let results = record.groups.reversed().map { ($0, recovery.settle($0)) }
                let finished = results.filter { $0.1 == .finished }.map(\.0)
                history.absorb(finished.reversed())
                if let interrupted = InterruptedOperation(record, finished: finished) {
                    report.interrupted.append(interrupted)
                }
                return results.allSatisfy { $0.1 != .unsettled }
            }
            return settled.allSatisfy(\.self)
        }
        history.settleAbandoned()
        return report
    }

    /// Performs an operation on every photo for which it is possible. Marks of photos that it takes away are refused
    /// meanwhile.
    /// - Parameter ticket: The operation's place in the history.
    public func perform(
        _ operation: FileOperation, at ticket: ActTicket = ActTicket(), control: OperationControl = OperationControl()
    ) async -> OperationOutcome {
        var departures: [(marking: PhotoMarking, number: Int)] = []
        for (marking, isOfShares) in [(marking, false), (shareMarking, true)] {
            guard let photos = DepartingPhotos(operation, onShares: isOfShares) else { continue }
            departures.append((marking, await marking.beginDeparture(of: photos)))
        }
        control.noteDeparture()
        defer { for departure in departures { departure.marking.endDeparture(departure.number) } }
        return carryOut(operation, at: ticket, control)
    }

    private func carryOut(
        _ operation: FileOperation, at ticket: ActTicket, _ control: OperationControl
    ) -> OperationOutcome {
        calls.patience.begin { control.isCancelled }
        defer { end() }
        journal.begin(JournalHeader(operation))
        var outcome = OperationOutcome(operation.kind)
        // Nothing brings back what is deleted for good.
        let act = operation.kind == .delete ? nil : history.begin(operation.kind, at: ticket)
        switch operation {
        case .trash(let photos):
            run(photos, of: { [$0] }, as: act, &outcome, control) { photo throws(FileFailure) in
                // A key that is pressed again before the photo has gone from the window.
                if self.trashed.contains(photo.path), try self.planner.status(photo.path.text) == nil { return [] }
                return try self.planner.trashing(photo)
            }
            if trashed.count > Self.mostTrashed { trashed = [] }
            trashed.formUnion(photos.map(\.path))
        case .delete(let photos):
            run(photos, of: { [$0] }, as: act, &outcome, control) { photo throws(FileFailure) in
                try self.planner.deleting(photo)
            }
        case .copy(let photos, let folder, let answers), .move(let photos, let folder, let answers):
            let moves = operation.kind == .move
            drafts.mayLoseAttributes = answers.consents.contains(.lostAttributes)
            run(photos, of: { [$0] }, as: act, &outcome, control) { photo throws(FileFailure) in
                try self.planner.placing(
                    photo, in: folder, clash: answers.answer(for: photo), consents: answers.consents, moves: moves)
            }
        case .copyNew(let arrivals, let folder):
            let known = KnownContents(in: FilePath(folder))
            drafts.verifies = true
            run(arrivals, of: { [$0.photo] }, as: act, &outcome, control) { arrival throws(FileFailure) in
                try self.planner.arriving(arrival, known)
            }
        case .export(let exports, let folder, let recipe, let answers):
            let export = RunningExport(exporter: exporter, recipe: recipe)
            drafts.export = export
            // What the program keeps of a photo is in what was made of it, or was to be left out.
            run(exports, of: { [$0.photo] }, as: act, &outcome, control, isFollowed: false) {
                item throws(FileFailure) in
                try self.planner.exporting(
                    item, to: folder, isCopied: export.copies(item.photo.path), clash: answers.answer(for: item.photo),
                    consents: answers.consents)
            }
        case .rename(let renamings):
            let plan = RenamePlan(renamings, calls: calls) { renaming throws(FileFailure) in
                try planner.renaming(renaming)
            }
            for (renaming, failure) in plan.refused { outcome.note(failure, of: [renaming.photo]) }
            run(plan.units, of: { $0.items.map(\.item.photo) }, as: act, &outcome, control) {
                unit throws(FileFailure) in
                unit.tasks
            }
        case .makeFolder(let path):
            run([path], of: { [PhotoFiles(path: FilePath($0))] }, as: act, &outcome, control) {
                path throws(FileFailure) in
                [ExpectedTask(.makeFolder(path: path))]
            }
        case .renameFolder(let path, let name):
            run([path], of: { [PhotoFiles(path: $0)] }, as: act, &outcome, control) { path throws(FileFailure) in
                [ExpectedTask(.renameFolder(from: path, to: path.parent.appending(name)))]
            }
        case .restore(let photos):
            run(photos, of: { [PhotoFiles(path: $0.file.origin)] }, as: act, &outcome, control) {
                photo throws(FileFailure) in
                try self.planner.restoring(photo)
            }
        case .discard(let photos):
            run(photos, of: { [PhotoFiles(path: $0.file.origin)] }, as: act, &outcome, control) {
                photo throws(FileFailure) in
                photo.files.flatMap { [ExpectedTask(.delete(path: $0.path)), ExpectedTask(.delete(path: $0.note))] }
            }
        case .turn(let photos, let quarters):
            if let act { turn(photos.map(\.path), by: quarters, as: act, &outcome, control) }
        case .embed(let photos):
            if let act { embed(photos.map(\.path), as: act, &outcome, control) }
        }
        if let act { outcome.isUndoable = history.finish(act) }
        // The history has it now.
        if control.isInterrupted { journal.interrupt() } else { journal.clear() }
        return outcome
    }

    /// Undoes the latest act that was not undone.
    /// - Returns: Its result; nil if there is no such act.
    public func undo(control: OperationControl = OperationControl()) async -> OperationOutcome? {
        await reverse(.undo, control)
    }

    /// Does the act again that was undone last.
    /// - Returns: Its result; nil if there is no such act, or another one came after it.
    public func redo(control: OperationControl = OperationControl()) async -> OperationOutcome? {
        await reverse(.redo, control)
    }

    private func marking(of act: Act) -> PhotoMarking {
        let isOnShare =
            switch act.parts.first?.part {
            case .mark(let part): !part.path.isAbsolute
            case .edit(let part): !part.path.isAbsolute
            default: false
            }
        return isOnShare ? shareMarking : marking
    }

    /// Reverses the next act, the photos in the order in which each finds the world as it was left. A photo that cannot
    /// be reversed stays in the act, which stays the next one.
    private func reverse(_ reversal: Reversal, _ control: OperationControl) async -> OperationOutcome? {
        guard let act = take(reversal) else { return nil }
        calls.patience.begin { control.isCancelled }
        defer { end() }
        var outcome = OperationOutcome(act.kind, reversal)
        outcome.folder = act.parts.first?.part.folderAfter
        outcome.files = act.parts.first?.part.filesAfter ?? []
        switch act.kind {
        case .stars, .favourite, .label:
            (outcome.marks, outcome.failures) = await marking(of: act).reverse(act, in: history, control)
            outcome.done = outcome.marks.count
            outcome.isCancelled = control.isCancelled
        case .keywords, .title, .caption, .date:
            (outcome.edits, outcome.failures) = await marking(of: act).reverseEdits(act, in: history, control)
            outcome.done = outcome.edits.count
            outcome.isCancelled = control.isCancelled
        case .turn: turnBack(act, &outcome, control)
        case .embed: takeOut(act, &outcome, control)
        case .trash, .delete, .copy, .move, .export, .rename, .makeFolder, .renameFolder, .restore:
            journal.begin(JournalHeader(reversing: act.tasks))
            // Whoever has agreed to a loss has agreed to the act.
            drafts.mayLoseAttributes = reversal == .redo
            run(act, &outcome, control)
        }
        history.putBack(act)
        journal.clear()
        return outcome
    }

    private func take(_ reversal: Reversal) -> Act? {
        switch history.take(reversal) {
        case .act(let act): return act
        case .nothing: return nil
        case .abandoned:
            recover()
            if case .act(let act) = history.take(reversal) { return act }
            return nil
        }
    }

    /// Forgets what held for an operation, or a reversal.
    private func end() {
        calls.patience.begin(isCancelled: nil)
        calls.listed.forget()
        drafts = DraftRules()
    }

    // MARK: Photos

    /// Does with each item what is to be done with its files, and has the history take it in.
    /// - Parameters:
    ///   - act: Nil for what cannot be undone.
    ///   - isFollowed: Whether what the program keeps of the photos goes with them.
    ///   - tasks: Returns an item's tasks; nil for one that is left out.
    private func run<Item>(
        _ items: [Item], of photos: @escaping (Item) -> [PhotoFiles], as act: Act.Entry?,
        _ outcome: inout OperationOutcome, _ control: OperationControl, isFollowed: Bool = true,
        tasks: @escaping (Item) throws(FileFailure) -> [ExpectedTask]?
    ) {
        let steps = Steps(tasks: tasks) { [keptFacts] _, progress in
            isFollowed ? keptFacts.follow(progress) : []
        } done: { [history] done in
            guard let act else { return }
            let parts = done.compactMap { item, progress, kept in
                let photos = photos(item)
                return ActPart(undoing: progress, kept).map {
                    Act.NewPart(name: photos.first?.name ?? "", photos: photos.count, part: $0)
                }
            }
            history.add(parts, to: act)
        } failed: { _ in
        }
        run(items, of: photos, steps, &outcome, control)
    }

    /// Reverses what an act has done with files.
    private func run(_ act: Act, _ outcome: inout OperationOutcome, _ control: OperationControl) {
        func takeBack(_ changes: [KeptChange]) -> [KeptChange] {
            changes.reversed().compactMap { try? turner.takeBack($0) }
        }
        // What was taken back of a photo before its group: put there again where that fails, and once it is reversed.
        var takenBack: [Int: [KeptChange]] = [:]
        let steps = Steps<Act.Part> { part throws(FileFailure) in
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
}

extension ActPart {
    /// What reverses a finished group; nil for one that nothing reverses.
    fileprivate init?(undoing progress: GroupProgress, _ before: [KeptChange], after: [KeptChange] = []) {
        let tasks = ExpectedTask.undoing(progress)
        if tasks.isEmpty { return nil }
        self = .files(tasks, before: before, after: after)
    }
}
