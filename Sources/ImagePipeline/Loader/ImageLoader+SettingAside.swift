// Preemption: running fetches of lower priority give their slots to visible ones and resume later.
import Photos

extension ImageLoader {
    /// Preempts as many running fetches as visible ones lack slots. A slot becomes free when the preempted call has
    /// ended.
    ///
    /// Fetches at `.ahead` are not preempted by default: their images become visible next, and stopping them would only
    /// move the wait.
    func makeRoom() {
        guard let limit = configuration.setAsideLimit, isInBudget(fetchQueue.running, at: .visible) else { return }
        let shortage = fetchQueue.shortage(at: .visible)
        for (host, slots) in shortage.hosts {
            for _ in 0..<slots {
                guard let fetch = leastUrgent(upTo: limit, of: host) else { break }
                setAside(fetch)
            }
        }
        for _ in 0..<shortage.total {
            guard let fetch = leastUrgent(upTo: limit, of: nil) else { return }
            setAside(fetch)
        }
    }

    /// Returns the fetch to preempt: of those with the lowest priority the one that has received least.
    private func leastUrgent(upTo limit: LoadPriority, of host: FetchHost?) -> FetchFlight? {
        var least: (fetch: FetchFlight, priority: LoadPriority, received: Int)?
        for fetch in runningFetches where host == nil || fetch.host == host {
            let priority = fetch.priority
            guard priority <= limit, priority < .visible, fetch.isWorthSettingAside else { continue }
            let received = fetch.ticket?.progress.received ?? 0
            if let least, (least.priority, least.received) <= (priority, received) { continue }
            least = (fetch, priority, received)
        }
        return least?.fetch
    }

    private func setAside(_ fetch: FetchFlight) {
        guard case .running(let task) = fetch.state else { return }
        task.cancel()
        fetchQueue.leave(fetch.host)
        leaveSlot(fetch)
        fetch.state = .setAside
        fetch.attempts -= 1
        count { $0.preempted += 1 }
    }
}

extension FetchFlight {
    /// Whether preemption loses nothing: the fetch can be resumed, or has received nothing yet. Files are excluded,
    /// since a read cannot be resumed and takes less time than to start it again; so are fetches that have four fifths
    /// of their bytes.
    fileprivate var isWorthSettingAside: Bool {
        guard host != .files, let progress = ticket?.progress else { return false }
        if let total = progress.total, progress.received * 5 >= total * 4 { return false }
        return progress.isResumable || progress.received == 0
    }
}
