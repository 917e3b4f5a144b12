// Work that its caller may abandon while it runs.
import Synchronization

/// One piece of work and the caller that waits for it, until the work has ended or the caller has left.
final class AbandonableWork<Value: Sendable>: Sendable {
    private enum Phase { case waiting, running, ended, left }
    private struct State {
        var phase = Phase.waiting
        var caller: CheckedContinuation<Value, any Error>?
        var cancel: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())

    /// Registers the waiting caller. Returns false when the caller was cancelled before; it is resumed then.
    func await(with caller: CheckedContinuation<Value, any Error>) -> Bool {
        let isAbandoned = state.withLock { state in
            if state.phase != .left { state.caller = caller }
            return state.phase == .left
        }
        if isAbandoned { caller.resume(throwing: CancellationError()) }
        return !isAbandoned
    }

    /// Sets how the task of the work is cancelled.
    func attach(_ cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.cancel = cancel
            return state.phase == .left
        }
        if isLate { cancel() }
    }

    /// Marks the work as running. Returns false when it was abandoned before.
    func begin() -> Bool {
        state.withLock { state in
            guard state.phase == .waiting else { return false }
            state.phase = .running
            return true
        }
    }

    /// Marks the work as ended and resumes its caller. Returns false when the caller has left meanwhile.
    func end(with result: Result<Value, any Error>) -> Bool {
        let caller = state.withLock { state in
            guard state.phase == .running else { return nil as CheckedContinuation<Value, any Error>? }
            state.phase = .ended
            return state.caller
        }
        caller?.resume(with: result)
        return caller != nil
    }

    /// Resumes the caller, which leaves. Returns true when the work was running; `lending` was called then, before the
    /// work can have ended.
    func leave(lending: () -> Void) -> Bool {
        let (wasRunning, caller, cancel) = state.withLock { state in
            guard state.phase == .waiting || state.phase == .running else {
                return (false, nil as CheckedContinuation<Value, any Error>?, nil as (@Sendable () -> Void)?)
            }
            let wasRunning = state.phase == .running
            if wasRunning { lending() }
            state.phase = .left
            defer { state.caller = nil }
            return (wasRunning, state.caller, state.cancel)
        }
        cancel?()
        caller?.resume(throwing: CancellationError())
        return wasRunning
    }
}
