// Subscription to shared work: joining and leaving a job, its priority, and its end with the last subscriber.
import Photos

extension ImageLoader {
    /// Adds a subscriber to the job for the image, starting one if there is none. The caller has to call `pump()`
    /// afterwards.
    func subscribe(_ subscriber: Subscriber, to request: ImageRequest, using caches: CacheUse = .all) {
        if join(subscriber, request, using: caches) { count { $0.joined += 1 } }
    }

    /// Adds a subscriber, without counting it as joined.
    /// - Returns: whether it shares work that was already under way.
    func join(_ subscriber: Subscriber, _ request: ImageRequest, using caches: CacheUse) -> Bool {
        if let flight = pictures[request.key] {
            flight.subscribers.append(subscriber)
            if caches < .all { renew(flight, using: caches) }
            updatePriority(of: flight)
            report(progressOf: flight, to: subscriber)
            return true
        }
        let flight = PictureFlight(id: nextID(), request: request, subscriber: subscriber)
        pictures[request.key] = flight
        let joined = decideSource(of: flight, using: caches)
        report(progressOf: flight, to: subscriber)
        return joined
    }

    /// Removes a subscriber; the last one to leave cancels the work. A caller of `image` gets a `CancellationError`;
    /// other subscribers are not told.
    func leave(_ id: Subscriber.ID, _ key: ImageKey) {
        guard let flight = pictures[key], let index = flight.subscribers.firstIndex(where: { $0.id == id }) else { return }
        let subscriber = flight.subscribers.remove(at: index)
        record(flight, for: subscriber, .cancelled)
        if flight.subscribers.isEmpty {
            count { $0.cancelled += 1 }
            abandon(flight)
            if subscriber.isRefreshing { memory.remove(key) }
        } else {
            updatePriority(of: flight)
        }
        if case .caller(let continuation) = subscriber.sink { continuation.resume(throwing: CancellationError()) }
    }

    /// Changes the priority of one subscriber.
    func setPriority(_ priority: LoadPriority, of id: Subscriber.ID, _ key: ImageKey) {
        guard let flight = pictures[key], let index = flight.subscribers.firstIndex(where: { $0.id == id }) else { return }
        flight.subscribers[index].priority = priority
        updatePriority(of: flight)
    }

    /// Moves the queued work for an image behind the other work of its priority.
    func queueLast(_ key: ImageKey) {
        guard let flight = pictures[key] else { return }
        if case .queued(let slot) = flight.state { decodeQueue.moveToTail(slot) }
        if let slot = flight.preview.slot { previewQueue.moveToTail(slot) }
        switch flight.source {
        case .picture(let parent): queueLast(parent.key)
        case .fetch(let fetch): if case .queued(let slot) = fetch.state { fetchQueue.moveToTail(slot) }
        case .undecided, .tile, .image, .larger: break
        }
    }

    func updatePriority(of flight: PictureFlight) {
        flight.priority = flight.subscribers.lazy.map(\.priority).max() ?? .speculative
        if case .queued(let slot) = flight.state { decodeQueue.move(slot, to: flight.priority) }
        if let slot = flight.preview.slot { previewQueue.move(slot, to: flight.priority) }
        switch flight.source {
        case .fetch(let fetch):
            updatePriority(of: fetch)
            previewFile(of: flight)
        case .picture(let parent):
            setPriority(flight.priority, of: flight.id, parent.key)
            previewFile(of: flight)
        case .undecided, .tile, .image, .larger: break
        }
    }

    func updatePriority(of fetch: FetchFlight) {
        switch fetch.state {
        case .queued(let slot): fetchQueue.move(slot, to: fetch.priority)
        case .running: fetch.ticket?.setPriority(fetch.priority)
        case .setAside, .waiting, .arrived, .failed, nil: break
        }
        fetch.progress.setVisible(fetch.priority == .visible)
    }

    func abandon(_ flight: PictureFlight) {
        stop(flight)
        remove(flight)
    }

    /// Cancels the current work for the image, whatever its state; its results are ignored from then on.
    func stop(_ flight: PictureFlight) {
        switch flight.state {
        case .waiting: break
        case .queued(let slot): decodeQueue.remove(slot)
        case .asking(let task), .running(let task): task.cancel()
        }
        flight.state = .waiting
        flight.token = nextID().number
    }

    /// Ends a job, for whatever reason, together with work that no other image needs.
    func remove(_ flight: PictureFlight) {
        pictures[flight.key] = nil
        endPreview(of: flight)
        detach(flight)
    }

    /// Detaches an image from what it is made of.
    func detach(_ flight: PictureFlight) {
        let source = flight.source
        flight.source = .undecided
        switch source {
        case .fetch(let fetch):
            fetch.dependents.removeAll { $0 === flight }
            endIfUnneeded(fetch)
        case .picture(let parent):
            parent.subscribers.removeAll { $0.id == flight.id }
            if parent.subscribers.isEmpty { abandon(parent) } else { updatePriority(of: parent) }
        case .undecided, .tile, .image, .larger: break
        }
    }

    /// Ends a fetch that has neither dependents nor readers, or updates its priority.
    func endIfUnneeded(_ fetch: FetchFlight) {
        guard fetch.dependents.isEmpty, fetch.readers.isEmpty else { return updatePriority(of: fetch) }
        guard fetch.state != nil else { return }
        abandon(fetch)
    }
}
