// Operations on the files of photos: one after another, on a thread of their own, and undone in their order.
import CGLib
public import Codecs
import Glibc
import ImagePipeline
public import Library
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
    /// What the photos of the running operation are made into.
    private(set) var export: RunningExport?
    /// Whether copies of the running operation are read back and compared.
    private(set) var verifies = false
    /// Whether the running operation may move files to where some of their attributes are not kept.
    private(set) var mayLoseAttributes = false

    /// - Parameters:
    ///   - folder: Where journals and the history are kept.
    ///   - trash: The trash in the home folder; nil for the user's own.
    ///   - marks: Keeps the turns that files do not.
    public init(
        folder: String, trash: String?, marks: MarkStore = MarkStore(path: nil),
        calls: FileSystemCalls = FileSystemCalls()
    ) {
        self.init(folder: folder, trash: trash, turner: PhotoTurner(store: marks), calls: calls)
    }

    init(
        folder: String, trash: String?, turner: PhotoTurner, reader: MarkReader = MarkReader(),
        calls: FileSystemCalls = FileSystemCalls()
    ) {
        self.init(
            folder: folder, trash: trash, turner: turner,
            marking: PhotoMarking(store: turner.store, reader: reader, replacement: turner.replacement),
            history: History(folder: folder), reader: reader, calls: calls)
    }

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

    /// - Parameters:
    ///   - folder: Where journals are kept.
    ///   - marks: Keeps the turns that files do not.
    ///   - marking: Takes marks back.
    ///   - shareMarking: Takes marks of photos on shares back; nil for `marking`.
    ///   - history: Keeps what can be undone.
    ///   - reader: Reads the files and sidecars to which kept marks go.
    ///   - decoding: Where photos are decoded and encoded; nil for this process.
    ///   - drafts: Remembers what is being written.
    ///   - revisions: Those of contents, which are a part of versions; nil for none.
    ///   - shares: Makes the port to files on shares.
    public init(
        folder: String, marks: MarkStore, marking: PhotoMarking, shareMarking: PhotoMarking? = nil,
        history: History, reader: MarkReader,
        decoding: DecodeProcesses?, drafts: DraftRecord,
        revisions: FileRevisions? = nil,
        shares: @escaping @Sendable (SharePatience) -> any ShareDisk = { MountedShareDisk(patience: $0) }
    ) {
        let turner = PhotoTurner(store: marks, replacement: FileReplacement(drafts: drafts), revisions: revisions)
        self.init(
            folder: folder, trash: nil, turner: turner, marking: marking, shareMarking: shareMarking, history: history,
            reader: reader, decoding: decoding, calls: FileSystemCalls(shares: shares))
    }

    /// Returns the user's own folder for journals.
    public static func userFolder(_ name: String) -> String { FilePath.text(g_get_user_state_dir()) + "/" + name }

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

    /// Performs an operation on every photo for which it is possible.
    /// - Parameter ticket: The operation's place in the history.
    public func perform(
        _ operation: FileOperation, at ticket: ActTicket = ActTicket(), control: OperationControl = OperationControl()
    ) -> OperationOutcome {
        calls.patience.begin { control.isCancelled }
        defer {
            calls.patience.begin(isCancelled: nil)
            calls.listed.forget()
        }
        journal.begin(JournalHeader(operation))
        var outcome = OperationOutcome(operation.kind)
        var tasks = OperationTasks(calls: calls)
        // Nothing brings back what is deleted for good.
        let act = operation.kind == .delete ? nil : history.begin(operation.kind, at: ticket)
        let keep: Keep = { [history] in if let act { history.add($0, to: act) } }
        switch operation {
        case .trash(let photos):
            run(photos, of: { [$0] }, &outcome, control, keep: keep) { photo, _ throws(FileFailure) in
                try tasks.names(of: photo).map { ExpectedTask(.trash(path: photo.folder + $0.text)) }
            }
        case .delete(let photos):
            run(photos, of: { [$0] }, &outcome, control, keep: keep) { photo, _ throws(FileFailure) in
                try tasks.names(of: photo).map { ExpectedTask(.delete(path: photo.folder + $0.text)) }
            }
        case .copy(let photos, let folder, let answers), .move(let photos, let folder, let answers):
            let moves = operation.kind == .move
            mayLoseAttributes = answers.consents.contains(.lostAttributes)
            run(photos, of: { [$0] }, &outcome, control, keep: keep) { photo, planner throws(FileFailure) in
                try tasks.placing(
                    photo, in: folder, clash: answers.answer(for: photo), consents: answers.consents, moves: moves,
                    planner)
            }
            mayLoseAttributes = false
        case .copyNew(let arrivals, let folder):
            let known = KnownContents(in: FilePath(folder))
            verifies = true
            run(arrivals, of: { [$0.photo] }, &outcome, control, keep: keep) { item, planner throws(FileFailure) in
                try tasks.arriving(item, known, planner)
            }
            verifies = false
        case .export(let exports, let folder, let recipe, let answers):
            let running = RunningExport(exporter: exporter, recipe: recipe)
            export = running
            // What the program keeps of a photo is in what was made of it, or was to be left out.
            run(exports, of: { [$0.photo] }, &outcome, control, isFollowed: false, keep: keep) {
                item, planner throws(FileFailure) in
                let consents = answers.consents, answer = answers.answer(for: item.photo)
                return try tasks.exporting(
                    item, to: folder, isCopied: running.copies(item.photo.path), clash: answer, consents: consents,
                    planner)
            }
            export = nil
        case .rename(let renamings):
            let plan = RenamePlan(renamings, calls: calls) { renaming throws(FileFailure) in
                try tasks.renaming(renaming)
            }
            for (renaming, failure) in plan.refused { note(failure, of: [renaming.photo], &outcome) }
            run(plan.units, of: { $0.items.map(\.item.photo) }, &outcome, control, keep: keep) {
                unit, _ throws(FileFailure) in
                unit.tasks
            }
        case .makeFolder(let path):
            run([path], of: { [PhotoFiles(path: FilePath($0))] }, &outcome, control, keep: keep) {
                path, _ throws(FileFailure) in
                [ExpectedTask(.makeFolder(path: path))]
            }
        case .renameFolder(let path, let name):
            run([path], of: { [PhotoFiles(path: $0)] }, &outcome, control, keep: keep) { path, _ throws(FileFailure) in
                [ExpectedTask(.renameFolder(from: path, to: path.parent.appending(name)))]
            }
        case .restore(let photos):
            run(photos, of: { [PhotoFiles(path: $0.file.origin)] }, &outcome, control, keep: keep) {
                photo, planner throws(FileFailure) in
                try self.restoring(photo, planner)
            }
        case .discard(let photos):
            run(photos, of: { [PhotoFiles(path: $0.file.origin)] }, &outcome, control, keep: keep) {
                photo, _ throws(FileFailure) in
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
        defer {
            calls.patience.begin(isCancelled: nil)
            calls.listed.forget()
        }
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
            mayLoseAttributes = reversal == .redo
            run(act, &outcome, control)
            mayLoseAttributes = false
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

    /// Returns the photos into whose files there may be something to write, off the thread of running operations.
    public nonisolated func embeddable(_ photos: [PhotoFiles]) async -> [PhotoFiles] {
        let embedder = embedder
        let lookups = WorkerPool(name: "sidecars", width: 1, niceness: 0)
        return (try? await lookups.run(priority: .visible) { photos.filter { embedder.isOfUse($0.path) } }) ?? []
    }

    /// Returns the exported photos whose names are in use in a folder, off the thread of running operations.
    public nonisolated func clashes(of exports: [FileOperation.Export], in folder: String) async -> [NameClash] {
        let calls = calls.apart
        let lookups = WorkerPool(name: "names", width: 1, niceness: 0)
        return
            (try? await lookups.run(priority: .visible) {
                exports.compactMap { export in
                    // Beside the photo itself, it gets a number.
                    guard export.photo.folder != folder + "/", let own = try? calls.status(export.photo.path.text),
                        let other = try? calls.statusIfPresent(folder + "/" + export.name.text)
                    else { return nil }
                    return NameClash(photo: export.photo, own: .init(own.stamp), other: .init(other.stamp))
                }
            }) ?? []
    }

    /// Returns the photos of which a file's name is in use in a folder, off the thread of running operations.
    public nonisolated func clashes(of photos: [PhotoFiles], in folder: String) async -> [NameClash] {
        let calls = calls.apart
        let lookups = WorkerPool(name: "names", width: 1, niceness: 0)
        return
            (try? await lookups.run(priority: .visible) {
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

}
