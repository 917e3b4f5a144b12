// What is done with photos on the disk, which outlives the windows.
import CGTK
import Desktop
import Library
import Photos

/// Runs acts in their order, and keeps the program alive until they are done. One for all windows.
final class FileWork {
    private let operations: FileOperations
    private let marking: PhotoMarking, shareMarking: PhotoMarking
    private let history: History
    private lazy var line = ActLine { [weak self] in self?.noteHistory() }
    private var running = 0
    /// The acts that undo and redo would take, as far as they are read.
    private(set) var next = NextActs()
    private var recovery: Task<RecoveryReport, Never>?
    private var isReportTaken = false
    /// The handles of operations that are being done, or wait for it.
    private var controls: [ObjectIdentifier: OperationControl] = [:]
    private var observers: [ObjectIdentifier: () -> Void] = [:]
    private var turnObservers: [ObjectIdentifier: ([PhotoTurn]) -> Void] = [:]
    private var markObservers: [ObjectIdentifier: ([MarkedPhoto]) -> Void] = [:]
    private var embeddingObservers: [ObjectIdentifier: ([FilePath]) -> Void] = [:]
    private var editObservers: [ObjectIdentifier: ([EditedPhoto]) -> Void] = [:]
    /// In the order in which they were set: what is remembered of a folder follows before windows show it.
    private var moveObservers: [(owner: ObjectIdentifier, observer: (MovedFolder) -> Void)] = []
    private var folders: [ObjectIdentifier: () -> String?] = [:]
    private var endObservers: [ObjectIdentifier: () -> Void] = [:]

    /// - Parameter shareMarking: Marks photos on shares; nil for what marks those of this machine.
    init(
        _ operations: FileOperations, marking: PhotoMarking, shareMarking: PhotoMarking? = nil, history: History
    ) {
        (self.operations, self.marking, self.history) = (operations, marking, history)
        self.shareMarking = shareMarking ?? marking
    }

    // MARK: Observers

    /// Whether something is being done, or waits for it.
    var isBusy: Bool { running > 0 }

    /// Reads of `next` that have not ended.
    private var reads = 0

    /// Whether undo or redo has something to do, or to wait for.
    func canReverse(_ reversal: Reversal) -> Bool { next[reversal] != nil || line.isBusy || reads > 0 }

    /// Sets the closure that is called for `owner` when `next` or `canReverse` may be something else; nil for none.
    func observe(for owner: AnyObject, _ observer: (() -> Void)?) { observers[ObjectIdentifier(owner)] = observer }

    /// Tells that turns of an opened photo have begun to wait, or wait no longer: undo takes those back first.
    func noteWaiting() {
        for observer in observers.values { observer() }
    }

    /// Sets the closure that is called for `owner` with the photos that were turned; nil for none.
    func observeTurns(for owner: AnyObject, _ observer: (([PhotoTurn]) -> Void)?) {
        turnObservers[ObjectIdentifier(owner)] = observer
    }

    /// Sets the closure that is called for `owner` with the photos whose marks were reversed; nil for none.
    func observeMarks(for owner: AnyObject, _ observer: (([MarkedPhoto]) -> Void)?) {
        markObservers[ObjectIdentifier(owner)] = observer
    }

    /// Sets the closure that is called for `owner` with the photos whose edits were reversed; nil for none.
    func observeEdits(for owner: AnyObject, _ observer: (([EditedPhoto]) -> Void)?) {
        editObservers[ObjectIdentifier(owner)] = observer
    }

    /// Sets the closure that is called for `owner` with the files whose metadata were written; nil for none.
    func observeEmbedding(for owner: AnyObject, _ observer: (([FilePath]) -> Void)?) {
        embeddingObservers[ObjectIdentifier(owner)] = observer
    }

    /// Sets the closure that is called for `owner` with a folder that has another path; nil for none.
    func observeMovedFolders(for owner: AnyObject, _ observer: ((MovedFolder) -> Void)?) {
        moveObservers.removeAll { $0.owner == ObjectIdentifier(owner) }
        if let observer { moveObservers.append((ObjectIdentifier(owner), observer)) }
    }

    /// Sets the closure that returns the folder that `owner` shows; nil for none.
    func observeFolder(for owner: AnyObject, _ folder: (() -> String?)?) { folders[ObjectIdentifier(owner)] = folder }

    /// Whether a window shows a folder, or one above it.
    func shows(_ folder: FilePath) -> Bool {
        folders.values.contains { shown in shown().map { folder.isInside(FilePath($0)) } ?? false }
    }

    /// Sets the closure that is called for `owner` before the program ends and before another act, to begin what waits;
    /// nil for none.
    func observeEnd(for owner: AnyObject, _ observer: (() -> Void)?) {
        endObservers[ObjectIdentifier(owner)] = observer
    }

    /// Begins what waits, because the program is to end.
    /// - Returns: Whether something is being done.
    func beginLast() -> Bool {
        beginWaiting()
        return isBusy
    }

    /// What waits was asked for before what is asked for now.
    private func beginWaiting() {
        for observer in endObservers.values { observer() }
    }

    // MARK: Acts

    /// Settles what a crash has left. What is found is kept for the first window.
    func recover() {
        guard recovery == nil else { return }
        recovery = Task(priority: .background) { [operations] in
            let report = await operations.recover()
            self.noteHistory()
            return report
        }
    }

    /// Returns what was found at the start, once; nothing from then on.
    func takeRecoveryReport() async -> RecoveryReport {
        guard !isReportTaken, let recovery else { return RecoveryReport() }
        isReportTaken = true
        return await recovery.value
    }

    /// Ends what is being done as soon as it can be: the next start says what is left of it.
    func interrupt() {
        for control in controls.values { control.interrupt() }
    }

    /// Performs an operation, from this call on: the program does not end before it is done.
    /// - Parameters:
    ///   - operation: Made when the acts before it are done; nil for none after all.
    ///   - done: Called with its result.
    @discardableResult
    func start(
        _ control: OperationControl = OperationControl(), _ operation: @escaping () async -> FileOperation?,
        done: @escaping (FileOperation, OperationOutcome) -> Void
    ) -> Task<Void, Never> {
        beginWaiting()
        let ticket = ActTicket()
        controls[ObjectIdentifier(control)] = control
        return start(.files) { [operations] in
            defer { self.controls[ObjectIdentifier(control)] = nil }
            guard let operation = await operation() else { return }
            let outcome = await operations.perform(operation, at: ticket, control: control)
            self.tell(outcome)
            done(operation, outcome)
        }
    }

    private func marking(in place: WritingPlace) -> PhotoMarking { place == .share ? shareMarking : marking }

    /// Gives a mark to photos, from this call on.
    /// - Parameter photos: Read when the marks before it are given.
    func mark(
        _ mark: PhotoMarks.Mark, in place: WritingPlace = .disk, _ photos: @escaping () async -> [PhotoToMark],
        done: @escaping ([PhotoMarking.Outcome], _ isUndoable: Bool) async -> Void
    ) {
        beginWaiting()
        let ticket = ActTicket()
        start(place.acts) { [marking = marking(in: place), history] in
            let (outcomes, isUndoable) = await marking.give(mark, to: await photos(), in: history, at: ticket)
            await done(outcomes, isUndoable)
        }
    }

    /// Edits words or dates of photos, from this call on.
    /// - Parameter photos: Read when the acts before it are done.
    func edit(
        _ edit: PhotoEdit, in place: WritingPlace = .disk, _ photos: @escaping () async -> [FilePath],
        done: @escaping ([PhotoEditOutcome], _ isUndoable: Bool) async -> Void
    ) {
        beginWaiting()
        let ticket = ActTicket()
        start(place.acts) { [marking = marking(in: place), history] in
            let (outcomes, isUndoable) = await marking.apply(edit, to: await photos(), in: history, at: ticket)
            await done(outcomes, isUndoable)
        }
    }

    /// Undoes the latest act, or does the one again that was undone last, once all that was asked for before is done.
    /// - Parameter done: Called with the result; nil where there is no such act.
    func reverse(_ reversal: Reversal, _ control: OperationControl, done: @escaping (OperationOutcome?) -> Void) {
        beginWaiting()
        start(.reversal) { [operations] in
            let outcome =
                await reversal == .undo ? operations.undo(control: control) : operations.redo(control: control)
            if let outcome { self.tell(outcome) }
            done(outcome)
        }
    }

    /// Turns a copy as the database says of the original; nil where it says nothing, or the copy cannot be turned.
    func turnCopy(of original: String, at path: String) async -> PhotoTurn? {
        let turn = await operations.turnCopy(of: original, at: path)
        if let turn { tell([turn]) }
        return turn
    }

    /// Returns the photos into whose files there may be something to write.
    func embeddable(_ photos: [PhotoFiles]) async -> [PhotoFiles] { await operations.embeddable(photos) }

    func clashes(of exports: [FileOperation.Export], in folder: String) async -> [NameClash] {
        await operations.clashes(of: exports, in: folder)
    }

    func clashes(of photos: [PhotoFiles], in folder: String) async -> [NameClash] {
        await operations.clashes(of: photos, in: folder)
    }

    /// Puts an act into the line. The program does not end before it is done.
    @discardableResult
    private func start(_ kind: ActLine.Kind, _ body: @escaping () async -> Void) -> Task<Void, Never> {
        hold()
        return line.add(kind) {
            await body()
            self.release()
        }
    }

    private func hold() {
        running += 1
        if let application = g_application_get_default() { g_application_hold(application) }
    }

    private func release() {
        if let application = g_application_get_default() { g_application_release(application) }
        running -= 1
    }

    // MARK: Telling

    private func tell(_ outcome: OperationOutcome) {
        tell(outcome.turns)
        for folder in outcome.movedFolders { for (_, observer) in moveObservers { observer(folder) } }
        if !outcome.embedded.isEmpty { for observer in embeddingObservers.values { observer(outcome.embedded) } }
        if !outcome.marks.isEmpty { for observer in markObservers.values { observer(outcome.marks) } }
        if !outcome.edits.isEmpty { for observer in editObservers.values { observer(outcome.edits) } }
    }

    private func tell(_ turns: [PhotoTurn]) {
        guard !turns.isEmpty else { return }
        for observer in turnObservers.values { observer(turns) }
    }

    /// Reads what undo and redo would take: after an act, and when another process may have done one.
    func noteHistory() {
        reads += 1
        Task { await readNext() }
        for observer in observers.values { observer() }
    }

    /// Ends one of the reads.
    private func readNext() async {
        let next = await history.readNext()
        reads -= 1
        self.next = next
        for observer in observers.values { observer() }
    }
}

/// Where sidecars of photos are written.
nonisolated enum WritingPlace {
    case disk, share

    init(of source: any PhotoSource) { self = source.root == nil ? .share : .disk }

    @MainActor fileprivate var acts: ActLine.Kind { self == .share ? .shareMarks : .marks }
}

extension FilePath {
    /// Whether the path is a folder or something below it.
    fileprivate func isInside(_ folder: FilePath) -> Bool {
        if self == folder || folder.text == "/" { return true }
        return text.utf8.starts(with: (folder.text + "/").utf8)
    }
}
