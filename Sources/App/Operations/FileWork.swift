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

    init(_ operations: FileOperations) { self.operations = operations }

    /// Whether something is being done, or waits for it.
    var isBusy: Bool { running > 0 }

    /// Sets the closure that is called for `owner` when `undoable` is another number; nil for none.
    func observe(for owner: AnyObject, _ observer: (() -> Void)?) { observers[ObjectIdentifier(owner)] = observer }

    /// Settles what a crash has left.
    func recover() async { await operations.recover() }

    func perform(_ operation: FileOperation, _ control: OperationControl) async -> OperationOutcome {
        let outcome = await held { await self.operations.perform(operation, control: control) }
        if outcome.isUndoable { setUndoable(undoable + 1) }
        return outcome
    }

    /// Undoes the latest operation; nil where there is none.
    func undo(_ control: OperationControl) async -> OperationOutcome? {
        guard undoable > 0 else { return nil }
        setUndoable(undoable - 1)
        return await held { await self.operations.undo(control: control) }
    }

    func clashes(of photos: [PhotoFiles], in folder: String) async -> [PhotoFiles] {
        await operations.clashes(of: photos, in: folder)
    }

    private func held<Value: Sendable>(_ body: () async -> Value) async -> Value {
        running += 1
        let application = g_application_get_default()
        if let application { g_application_hold(application) }
        let value = await body()
        if let application { g_application_release(application) }
        running -= 1
        return value
    }

    private func setUndoable(_ count: Int) {
        undoable = count
        for observer in observers.values { observer() }
    }
}
