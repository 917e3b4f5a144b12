// Bytes that were served stale have changed or have not: who shows a picture of them gets the new one in its place.
import Photos

extension ImageLoader {
    /// Makes the pictures of `key` that are wanted anew and forgets the others.
    func refresh(_ key: FetchKey) {
        defer { pump() }
        if let fetch = fetches[key] {
            if case .arrived = fetch.state { outdate(fetch) } else { fetch.isOutdated = true }
        }
        var wanted: Set<ImageKey> = []
        for flight in pictures.values where FetchKey(flight.request).isSamePhoto(as: key) {
            wanted.insert(flight.key)
            // What is being made of the old bytes is finished first.
            if flight.hasInput, FetchKey(flight.request) == key { flight.isOutdated = true }
        }
        for (id, book) in feeds {
            for entry in book.wanted.values where FetchKey(entry.request).isSamePhoto(as: key) {
                let picture = entry.request.key
                wanted.insert(picture)
                guard FetchKey(entry.request) == key, entry.isSettled, book.failures[picture] == nil,
                    refresh(entry.request, for: id, entry.priority, .feed(book.mailbox))
                else { continue }
                feeds[id]?.wanted[picture]?.isSettled = false
            }
        }
        for (id, task) in watchers where FetchKey(task.request).isSamePhoto(as: key) {
            wanted.insert(task.request.key)
            if FetchKey(task.request) == key { _ = refresh(task.request, for: id, task.priority, .task(task)) }
        }
        for picture in memory.variants(of: key) where !wanted.contains(picture) { memory.remove(picture) }
    }

    /// The bytes that have arrived are old: what is being made of them is made again afterwards, and nothing more of them.
    func outdate(_ fetch: FetchFlight) {
        for flight in fetch.dependents { flight.isOutdated = true }
        fetches[fetch.key] = nil
    }

    /// The stale bytes of `key` stay as they are: who waits for newer ones need not wait any longer.
    func settle(_ key: FetchKey) {
        if let fetch = fetches[key] { (fetch.isStale, fetch.isSettled) = (false, true) }
        for flight in pictures.values where FetchKey(flight.request) == key { flight.isStale = false }
        for (id, task) in watchers where FetchKey(task.request) == key {
            let flight = pictures[task.request.key]
            // An earlier check had found a change, and the new picture is on its way.
            if let flight, flight.isOutdated || flight.subscribers.contains(where: { $0.id == id }) { continue }
            watchers[id] = nil
            task.refresh(nil)
        }
    }

    /// - Returns: whether the picture is under way now; not when it is made of old bytes and will be refreshed then.
    private func refresh(
        _ request: ImageRequest, for id: Subscriber.ID, _ priority: LoadPriority, _ sink: Subscriber.Sink
    ) -> Bool {
        if let flight = pictures[request.key] {
            if flight.isOutdated || flight.subscribers.contains(where: { $0.id == id }) { return false }
        }
        count { $0.refreshed += 1 }
        let subscriber = Subscriber(id: id, priority: priority, sink: sink, asked: now(), isRefreshing: true)
        subscribe(subscriber, to: request, using: .bytes)
        return true
    }
}

extension FetchKey {
    fileprivate func isSamePhoto(as other: FetchKey) -> Bool {
        photo == other.photo && source == other.source && version == other.version
    }
}
