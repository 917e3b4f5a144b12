// Pre-emption: when visible fetches find no slot, running ones that are less urgent make room, and go on later.
import Photos

extension ImageLoader {
    /// Sets aside as many running fetches as visible ones lack slots. Their slots are free when their calls have ended.
    ///
    /// Fetches that are expected soon (`.ahead`) are not set aside by default: they are what becomes visible next, and
    /// stopping them would only move the wait.
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

    /// The running fetch that is missed least: of the lowest priority, and of those the one that has received least.
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
    /// Nothing may be lost: it can go on from where it was, or has not received anything. A file cannot be read on, and
    /// is read in less time than it takes to begin again; what has four fifths of its bytes is nearly done.
    fileprivate var isWorthSettingAside: Bool {
        guard host != .files, let progress = ticket?.progress else { return false }
        if let total = progress.total, progress.received * 5 >= total * 4 { return false }
        return progress.isResumable || progress.received == 0
    }
}
