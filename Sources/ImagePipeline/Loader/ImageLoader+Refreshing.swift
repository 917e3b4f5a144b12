// The outcome of a check of stale bytes: where they have changed, subscribers get the image again, made of the new
// bytes.
import Photos

extension ImageLoader {
    /// Makes the wanted images of `key` again and removes the other ones from memory.
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

    /// Marks the images being made of arrived bytes as outdated, to be made again afterwards, and keeps later requests
    /// from sharing these bytes.
    func outdate(_ fetch: FetchFlight) {
        for flight in fetch.dependents { flight.isOutdated = true }
        fetches[fetch.key] = nil
    }

    /// Records that the stale bytes of `key` have not changed, and ends the tasks that wait for newer ones.
    func settle(_ key: FetchKey) {
        if let fetch = fetches[key] { (fetch.isStale, fetch.isSettled) = (false, true) }
        for flight in pictures.values where FetchKey(flight.request) == key { flight.isStale = false }
        for (id, task) in watchers where FetchKey(task.request) == key {
            let flight = pictures[task.request.key]
            // An earlier check found a change, and the new image is on its way.
            if let flight, flight.isOutdated || flight.subscribers.contains(where: { $0.id == id }) { continue }
            watchers[id] = nil
            task.refresh(nil)
        }
    }

    /// Subscribes to an image made of the new bytes.
    /// - Returns: whether the image is under way now; false when a job that uses the old bytes refreshes it at its end.
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
