// The question whether the work at hand is still wanted, wherever it runs.

/// Whether the work of the calling thread is still wanted: in tessera it is the work of a task, in a decode process
/// that of the request in hand.
package enum Cancellation {
    /// What a decode process asks beside the task.
    ///
    /// `nonisolated(unsafe)`: set once, by the only thread of a decode process before its first request; elsewhere
    /// never.
    nonisolated(unsafe) private static var inquiry: (() -> Bool)?

    /// Sets what is asked from now on. Only in a process with a single thread.
    static func ask(_ inquiry: @escaping () -> Bool) { self.inquiry = inquiry }

    static var isRequested: Bool { Task.isCancelled || inquiry?() == true }

    /// - Throws: `CancellationError` if the work is no longer wanted.
    static func check() throws { if isRequested { throw CancellationError() } }
}
