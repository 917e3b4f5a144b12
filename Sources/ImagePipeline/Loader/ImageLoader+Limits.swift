// How much may run: limits that change while work is under way, and a pause.
import Synchronization

extension ImageLoader {
    /// Changes how many fetches, all hosts together, and how many decodes may run at once. What a raised limit lets
    /// start is started at once; a lowered one lets what runs finish. Values below 1 count as 1.
    public func setLimits(fetches: Int, decodes: Int) {
        fetchQueue.limits.total = max(1, fetches)
        decodeLimit = max(1, decodes)
        pump()
    }

    /// Starts no fetch and no decode until `resume()`; what runs goes on. Wishes are taken all the same, and what memory
    /// has is answered. For a window that nobody can see. Any thread; calling it twice is the same as once.
    public nonisolated func suspend() { suspension.store(true, ordering: .relaxed) }

    /// Nothing is started meanwhile.
    nonisolated var isSuspended: Bool { suspension.load(ordering: .relaxed) }

    /// Starts what has waited. Any thread.
    public nonisolated func resume() {
        guard suspension.exchange(false, ordering: .relaxed) else { return }
        Task { await pump() }
    }
}
