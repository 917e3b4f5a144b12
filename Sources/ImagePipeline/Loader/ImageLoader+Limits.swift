// Limits that change while work is under way, and suspension.
import Synchronization

extension ImageLoader {
    /// Changes how many fetches, all hosts together, and how many decodes may run at once. A raised limit starts
    /// waiting work at once; a lowered one lets running work finish. Values below 1 count as 1.
    public func setLimits(fetches: Int, decodes: Int) {
        fetchQueue.limits.total = max(1, fetches)
        decodeLimit = max(1, decodes)
        pump()
    }

    /// Stops starting fetches and decodes until `resume()`; running work continues. Requests are accepted all the same,
    /// and answered where the image is in memory. Meant for a window that is not visible. Callable from any thread;
    /// repeated calls have no effect.
    public nonisolated func suspend() { suspension.store(true, ordering: .relaxed) }

    /// Whether starting work is suspended.
    nonisolated var isSuspended: Bool { suspension.load(ordering: .relaxed) }

    /// Ends the suspension and starts what has waited. Callable from any thread.
    public nonisolated func resume() {
        guard suspension.exchange(false, ordering: .relaxed) else { return }
        Task { await pump() }
    }
}
