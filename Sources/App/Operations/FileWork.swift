// The file operations of the program, which outlive its windows.
import CGTK
import Desktop
import Library

/// Runs operations, one after another, and keeps the program alive until they are done. One for all windows.
final class FileWork {
    private let operations: FileOperations
    private var running = 0
    /// Operations that can be undone.
    private(set) var undoable = 0
    private var observers: [ObjectIdentifier: () -> Void] = [:]
    private var turnObservers: [ObjectIdentifier: ([PhotoTurn]) -> Void] = [:]
    private var endObservers: [ObjectIdentifier: () -> Void] = [:]

    init(_ operations: FileOperations) { self.operations = operations }

    /// Whether something is being done, or waits for it.
    var isBusy: Bool { running > 0 }

    /// Sets the closure that is called for `owner` when `undoable` is another number; nil for none.
    func observe(for owner: AnyObject, _ observer: (() -> Void)?) { observers[ObjectIdentifier(owner)] = observer }

    /// Sets the closure that is called for `owner` with the photos that were turned; nil for none.
    func observeTurns(for owner: AnyObject, _ observer: (([PhotoTurn]) -> Void)?) {
        turnObservers[ObjectIdentifier(owner)] = observer
    }

    /// Sets the closure that is called for `owner` before the program ends, to begin what waits; nil for none.
    func observeEnd(for owner: AnyObject, _ observer: (() -> Void)?) { endObservers[ObjectIdentifier(owner)] = observer }

    /// Begins what waits, because the program is to end.
    /// - Returns: Whether something is being done.
    func beginLast() -> Bool {
        for observer in endObservers.values { observer() }
        return isBusy
    }

    /// Settles what a crash has left.
    func recover() async { await operations.recover() }

    func perform(_ operation: FileOperation, _ control: OperationControl) async -> OperationOutcome {
        hold()
        defer { release() }
        let outcome = await operations.perform(operation, control: control)
        if outcome.isUndoable { setUndoable(undoable + 1) }
        tell(outcome.turns)
        return outcome
    }

    /// Performs an operation from this call on: the program does not end before it is done.
    /// - Parameter done: Called with what came of it.
    @discardableResult
    func start(
        _ operation: FileOperation, done: @escaping (OperationOutcome) -> Void
    ) -> Task<Void, Never> {
        start { done(await self.perform(operation, OperationControl())) }
    }

    /// Runs what changes files in another way. The program does not end before it is done.
    @discardableResult
    func start(_ body: @escaping () async -> Void) -> Task<Void, Never> {
        hold()
        return Task {
            defer { self.release() }
            await body()
        }
    }

    /// Turns a copy as the database says of the original; nil where it says nothing, or the copy cannot be turned.
    func turnCopy(of original: String, at path: String) async -> PhotoTurn? {
        let turn = await operations.turnCopy(of: original, at: path)
        if let turn { tell([turn]) }
        return turn
    }

    /// Undoes the latest operation; nil where there is none.
    func undo(_ control: OperationControl) async -> OperationOutcome? {
        guard undoable > 0 else { return nil }
        setUndoable(undoable - 1)
        hold()
        defer { release() }
        let outcome = await operations.undo(control: control)
        tell(outcome?.turns ?? [])
        return outcome
    }

    func clashes(of photos: [PhotoFiles], in folder: String) async -> [NameClash] {
        await operations.clashes(of: photos, in: folder)
    }

    private func hold() {
        running += 1
        if let application = g_application_get_default() { g_application_hold(application) }
    }

    private func release() {
        if let application = g_application_get_default() { g_application_release(application) }
        running -= 1
    }

    private func tell(_ turns: [PhotoTurn]) {
        guard !turns.isEmpty else { return }
        for observer in turnObservers.values { observer(turns) }
    }

    private func setUndoable(_ count: Int) {
        undoable = count
        for observer in observers.values { observer() }
    }
}
