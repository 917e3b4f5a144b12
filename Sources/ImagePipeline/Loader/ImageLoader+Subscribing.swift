// How work is joined and left: the priority of what is shared, and its end when the last one leaves.
import Photos

extension ImageLoader {
    /// Adds a subscriber to the flight of the picture, starting one if there is none. `pump()` has to follow.
    func subscribe(_ subscriber: Subscriber, to request: ImageRequest) {
        if let flight = decodes[request.key] {
            count { $0.joined += 1 }
            flight.subscribers.append(subscriber)
            updatePriority(of: flight)
            return
        }
        let fetchKey = FetchKey(request)
        let running = fetches[fetchKey]
        let fetch = running ?? FetchFlight(key: fetchKey, title: request.title)
        let flight = DecodeFlight(request: request, fetch: fetch, subscriber: subscriber)
        decodes[request.key] = flight
        fetch.dependents.append(flight)
        if running == nil {
            fetches[fetchKey] = fetch
            enqueue(fetch)
        } else {
            count { $0.joined += 1 }
            updatePriority(of: fetch)
            if case .arrived = fetch.state { enqueue(flight) }
        }
    }

    /// Takes a subscriber off; the last one out cancels the work. A caller is told; a feed knows.
    func leave(_ id: Subscriber.ID, _ key: ImageKey) {
        guard let flight = decodes[key], let index = flight.subscribers.firstIndex(where: { $0.id == id }) else { return }
        let subscriber = flight.subscribers.remove(at: index)
        if flight.subscribers.isEmpty { abandon(flight) } else { updatePriority(of: flight) }
        if case .caller(let continuation) = subscriber.sink { continuation.resume(throwing: CancellationError()) }
    }

    /// Changes what one subscriber's wish weighs.
    func setPriority(_ priority: LoadPriority, of id: Subscriber.ID, _ key: ImageKey) {
        guard let flight = decodes[key], let index = flight.subscribers.firstIndex(where: { $0.id == id }) else { return }
        flight.subscribers[index].priority = priority
        updatePriority(of: flight)
    }

    /// Puts the work for a picture, where it waits, behind the other work of its priority.
    func queueLast(_ key: ImageKey) {
        guard let flight = decodes[key] else { return }
        if case .queued(let slot) = flight.state { decodeQueue.moveToTail(slot) }
        if case .queued(let slot) = flight.fetch.state { fetchQueue.moveToTail(slot) }
    }

    func updatePriority(of flight: DecodeFlight) {
        flight.priority = flight.subscribers.lazy.map(\.priority).max() ?? .speculative
        if case .queued(let slot) = flight.state { decodeQueue.move(slot, to: flight.priority) }
        updatePriority(of: flight.fetch)
    }

    func updatePriority(of fetch: FetchFlight) {
        switch fetch.state {
        case .queued(let slot): fetchQueue.move(slot, to: fetch.priority)
        case .running: fetch.ticket?.setPriority(fetch.priority)
        case .waiting, .arrived, .failed, nil: break
        }
    }

    func abandon(_ flight: DecodeFlight) {
        count { $0.cancelled += 1 }
        switch flight.state {
        case .awaitingBytes: break
        case .queued(let slot): decodeQueue.remove(slot)
        case .running(let task): task.cancel()
        }
        remove(flight)
    }

    /// Ends a flight for whatever reason; a fetch that no picture needs any more ends with it.
    func remove(_ flight: DecodeFlight) {
        decodes[flight.key] = nil
        let fetch = flight.fetch
        fetch.dependents.removeAll { $0 === flight }
        guard fetch.dependents.isEmpty else { return updatePriority(of: fetch) }
        fetches[fetch.key] = nil
        switch fetch.state {
        case .queued(let slot): fetchQueue.remove(slot)
        case .running(let task):
            task.cancel()
            ledger.end(fetch.key)
        case .waiting(let task): task.cancel()
        case .arrived(let bytes): heldBytes -= bytes.count
        case .failed, nil: break
        }
        fetch.state = nil
    }
}
