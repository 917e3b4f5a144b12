// Whether the loader starts new work, and the wait until it does again.
import Synchronization

/// A gate that is closed while the loader is suspended. Callable from any thread.
final class SuspensionGate: Sendable {
    private struct State: Sendable {
        var isClosed = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var numbers = 0
    }
    private let state = Mutex(State())

    var isClosed: Bool { state.withLock(\.isClosed) }

    func close() { state.withLock { $0.isClosed = true } }

    /// Opens the gate and lets all pass who wait.
    /// - Returns: whether it was closed.
    func open() -> Bool {
        let (wasClosed, waiting) = state.withLock { state in
            defer { (state.isClosed, state.waiting) = (false, [:]) }
            return (state.isClosed, state.waiting)
        }
        for continuation in waiting.values { continuation.resume() }
        return wasClosed
    }

    /// Waits until the gate is open, or the task is cancelled.
    func pass() async {
        let number = state.withLock { state in
            state.numbers += 1
            return state.numbers
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayPass = state.withLock { state in
                    // A cancellation that came first has found nothing to resume.
                    guard state.isClosed, !Task.isCancelled else { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if mayPass { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
