// What is done with photos on the disk, which outlives the windows.
import Desktop
import Library
import Photos

/// The acts of all windows on files: their line, their history, and what becomes of the files. One for the program.
final class FileWork {
    let operations: FileOperations
    private let marking: PhotoMarking, shareMarking: PhotoMarking
    private let history: History
    private(set) lazy var line = ActLine { [weak self] in self?.noteHistory() }
    let news = FileNews()
    private let reader: NextActsReader
    /// The acts that undo and redo would take, as far as they are read.
    var next: NextActs { reader.acts }
    /// Told when `next` or `canReverse` may be something else.
    let historyChanges = Observers<Void>()
    private var recovery: Task<RecoveryReport, Never>?
    private var isReportTaken = false
    private var folders: [ObjectIdentifier: () -> String?] = [:]

    /// - Parameter shareMarking: Marks photos on shares; nil for what marks those of this machine.
    init(
        _ operations: FileOperations, marking: PhotoMarking, shareMarking: PhotoMarking? = nil, history: History
    ) {
        (self.operations, self.marking, self.history) = (operations, marking, history)
        self.shareMarking = shareMarking ?? marking
        reader = NextActsReader { await history.readNext() }
    }

    // MARK: The program's life

    /// Whether something is being done, or waits for it.
    var isBusy: Bool { line.isBusy }

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

    /// Begins what was put off, because the program is to end.
    /// - Returns: Whether something is being done.
    func beginLast() -> Bool {
        line.postponed.tell(())
        return isBusy
    }

    /// Ends what is being done as soon as it can be: the next start says what is left of it.
    func interrupt() { line.interrupt() }

    // MARK: Shown folders

    /// Sets the closure that returns the folder that `owner` shows; nil for none.
    func observeFolder(for owner: AnyObject, _ folder: (() -> String?)?) { folders[ObjectIdentifier(owner)] = folder }

    /// Whether a window shows a folder, or one above it.
    func shows(_ folder: FilePath) -> Bool {
        folders.values.contains { shown in shown().map { folder.isInside(FilePath($0)) } ?? false }
    }

    // MARK: Acts in their turn

    /// Performs an operation, and tells all windows what has become of the files.
    func perform(
        _ operation: FileOperation, at ticket: ActTicket, _ control: OperationControl
    ) async -> OperationOutcome {
        let outcome = await operations.perform(operation, at: ticket, control: control)
        news.tell(outcome)
        return outcome
    }

    /// Undoes the latest act, or does the one again that was undone last, and tells all windows what has become of the
    /// files.
    /// - Returns: The result; nil where there is no such act.
    func reverse(_ reversal: Reversal, _ control: OperationControl) async -> OperationOutcome? {
        let outcome = await reversal == .undo ? operations.undo(control: control) : operations.redo(control: control)
        if let outcome { news.tell(outcome) }
        return outcome
    }

    private func marking(in place: WritingPlace) -> PhotoMarking { place.isShare ? shareMarking : marking }

    /// Gives a mark to photos, from this call on.
    /// - Parameter photos: Read when the marks before it are given.
    func mark(
        _ mark: PhotoMarks.Mark, in place: WritingPlace, _ photos: @escaping () async -> [PhotoToMark],
        done: @escaping ([PhotoMarking.Outcome], _ isUndoable: Bool) async -> Void
    ) {
        line.add(place.acts) { [marking = marking(in: place), history] ticket in
            let (outcomes, isUndoable) = await marking.give(mark, to: await photos(), in: history, at: ticket)
            await done(outcomes, isUndoable)
        }
    }

    /// Edits words or dates of photos, from this call on.
    /// - Parameter photos: Read when the acts before it are done.
    func edit(
        _ edit: PhotoEdit, in place: WritingPlace, _ photos: @escaping () async -> [FilePath],
        done: @escaping ([PhotoEditOutcome], _ isUndoable: Bool) async -> Void
    ) {
        line.add(place.acts) { [marking = marking(in: place), history] ticket in
            let (outcomes, isUndoable) = await marking.apply(edit, to: await photos(), in: history, at: ticket)
            await done(outcomes, isUndoable)
        }
    }

    /// Turns a copy as the database says of the original; nil where it says nothing, or the copy cannot be turned.
    func turnCopy(of original: String, at path: String) async -> PhotoTurn? {
        let turn = await operations.turnCopy(of: original, at: path)
        if let turn { news.turns.tell([turn]) }
        return turn
    }

    // MARK: What is next

    /// Whether undo or redo has something to do, or to wait for.
    func canReverse(_ reversal: Reversal) -> Bool { next[reversal] != nil || line.isBusy || reader.isReading }

    /// Tells that turns of an opened photo have begun to wait, or wait no longer: undo takes those back first.
    func noteWaiting() { historyChanges.tell(()) }

    /// Reads what undo and redo would take: after an act, and when another process may have done one.
    func noteHistory() {
        reader.update { [weak self] in self?.historyChanges.tell(()) }
        historyChanges.tell(())
    }
}

/// Where sidecars are written.
nonisolated enum WritingPlace {
    case disk
    /// With the photos beside which they are.
    case share(Set<PhotoRef>)

    init(of photos: ActionTarget.Photos) {
        self = photos.source.isOnShare ? .share(Set(photos.refs)) : .disk
    }

    fileprivate var isShare: Bool { if case .share = self { true } else { false } }

    @MainActor fileprivate var acts: ActLine.Kind {
        switch self {
        case .disk: .marks
        case .share(let photos): .shareMarks(photos)
        }
    }
}

extension PhotoSource {
    /// Whether files of the source are on a share, which is not watched.
    nonisolated var isOnShare: Bool { root == nil }
}

extension FilePath {
    /// Whether the path is a folder or something below it.
    fileprivate func isInside(_ folder: FilePath) -> Bool {
        if self == folder || folder.text == "/" { return true }
        return text.utf8.starts(with: (folder.text + "/").utf8)
    }
}
