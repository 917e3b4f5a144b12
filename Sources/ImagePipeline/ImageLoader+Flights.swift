// How a flight goes on: joined, queued, started, ended, retried, failed, abandoned. All of it is bookkeeping.
import Photos

extension ImageLoader {
    // MARK: Joining and leaving

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

    private func updatePriority(of flight: DecodeFlight) {
        flight.priority = flight.subscribers.lazy.map(\.priority).max() ?? .speculative
        if case .queued(let slot) = flight.state { decodeQueue.move(slot, to: flight.priority) }
        updatePriority(of: flight.fetch)
    }

    private func updatePriority(of fetch: FetchFlight) {
        if case .queued(let slot) = fetch.state { fetchQueue.move(slot, to: fetch.priority) }
    }

    private func abandon(_ flight: DecodeFlight) {
        count { $0.cancelled += 1 }
        switch flight.state {
        case .awaitingBytes: break
        case .queued(let slot): decodeQueue.remove(slot)
        case .running(let task): task.cancel()
        }
        remove(flight)
    }

    /// Ends a flight for whatever reason; a fetch that no picture needs any more ends with it.
    private func remove(_ flight: DecodeFlight) {
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

    // MARK: Starting

    /// Starts what may start. Follows every change of queues or slots.
    func pump() {
        while runningDecodes < configuration.decodeLimit, let flight = decodeQueue.popFirst() { start(flight) }
        while runningFetches < configuration.fetchLimit, mayFetch, let fetch = fetchQueue.popFirst() { start(fetch) }
        let (fetching, decoding) = (runningFetches, runningDecodes)
        count { ($0.inFlightFetches, $0.inFlightDecodes) = (fetching, decoding) }
    }

    /// Whether the bytes of one more fetch have room. With nothing under way there is always room, or a small budget
    /// would stop everything.
    private var mayFetch: Bool {
        guard let priority = fetchQueue.highestPriority else { return false }
        let expected = heldBytes + (runningFetches + 1) * expectedBytes
        let budget = priority == .visible ? 2 * configuration.encodedBudget : configuration.encodedBudget
        return expected <= budget || (runningFetches == 0 && heldBytes == 0)
    }

    private func enqueue(_ fetch: FetchFlight) { fetch.state = .queued(fetchQueue.append(fetch, at: fetch.priority)) }
    private func enqueue(_ flight: DecodeFlight) { flight.state = .queued(decodeQueue.append(flight, at: flight.priority)) }

    private func start(_ fetch: FetchFlight) {
        let (key, title, priority, token) = (fetch.key, fetch.title, fetch.priority, nextID().number)
        let isDuplicate = ledger.begin(key, for: fetch.dependents.map(\.key), in: memory)
        count {
            $0.fetches += 1
            if isDuplicate { $0.duplicateFetches += 1 }
        }
        runningFetches += 1
        fetch.attempts += 1
        fetch.token = token
        fetch.state = .running(
            Task(priority: .medium) { @concurrent [bytes] in
                let result: Result<EncodedBytes, LoadFailure>
                do {
                    result = .success(try await bytes.bytes(for: key, title: title, priority: priority))
                } catch {
                    result = .failure(.from(error, stage: .fetch, culprit: title))
                }
                await self.fetchEnded(key, token, result)
            })
    }

    private func start(_ flight: DecodeFlight) {
        guard case .arrived(let encoded) = flight.fetch.state else { return }
        let (request, priority, token) = (flight.request, flight.priority, nextID().number)
        runningDecodes += 1
        flight.token = token
        flight.state = .running(
            Task(priority: .medium) { @concurrent [bytes, decoder, memory] in
                let result: Result<any DecodedImage, LoadFailure>
                do {
                    let image = try await decoder.decode(encoded, for: request, priority: priority)
                    // Stored before the actor hears of it, so that eviction frees its pixels on this thread.
                    memory.insert(image, for: request.key)
                    result = .success(image)
                } catch {
                    let failure = LoadFailure.from(error, stage: .decode, culprit: request.title)
                    if !failure.isTransient { await bytes.discard(FetchKey(request)) }
                    result = .failure(failure)
                }
                await self.decodeEnded(request, token, result)
            })
    }

    // MARK: Ending

    private func fetchEnded(_ key: FetchKey, _ token: Int, _ result: Result<EncodedBytes, LoadFailure>) {
        defer { pump() }
        runningFetches -= 1
        if case .success(let bytes) = result {
            count { $0.bytesFetched += bytes.count }
            expectedBytes = (7 * expectedBytes + bytes.count) / 8
        }
        guard let fetch = fetches[key], fetch.token == token else { return }  // cancelled meanwhile
        ledger.end(key)
        switch result {
        case .success(let bytes):
            heldBytes += bytes.count
            fetch.state = .arrived(bytes)
            for flight in fetch.dependents { enqueue(flight) }
        case .failure(let failure):
            let policy = configuration.retry
            if let delay = policy.delay(after: failure, attempt: fetch.attempts, random: configuration.random()) {
                backOff(fetch, for: delay)
            } else {
                fetch.state = .failed
                for flight in fetch.dependents { finish(flight, .failure(failure)) }
            }
        }
    }

    private func backOff(_ fetch: FetchFlight, for delay: Duration) {
        let (key, token) = (fetch.key, nextID().number)
        fetch.token = token
        fetch.state = .waiting(
            Task(priority: .medium) { @concurrent [sleep = configuration.sleep] in
                // A sleep that fails has ended too: only the token says whether anyone still waits for this.
                try? await sleep(delay)
                await self.backOffEnded(key, token)
            })
    }

    private func backOffEnded(_ key: FetchKey, _ token: Int) {
        guard let fetch = fetches[key], fetch.token == token else { return }
        count { $0.retries += 1 }
        enqueue(fetch)
        pump()
    }

    private func decodeEnded(_ request: ImageRequest, _ token: Int, _ result: Result<any DecodedImage, LoadFailure>) {
        defer { pump() }
        runningDecodes -= 1
        if case .success = result {
            count { $0.decoded += 1 }
            ledger.note(request.key, decodedFrom: FetchKey(request))
        }
        guard let flight = decodes[request.key], flight.token == token else { return }  // cancelled meanwhile
        finish(flight, result)
    }

    private func finish(_ flight: DecodeFlight, _ result: Result<any DecodedImage, LoadFailure>) {
        if case .failure = result { count { $0.failures += 1 } }
        remove(flight)
        for subscriber in flight.subscribers {
            switch subscriber.sink {
            case .caller(let continuation): continuation.resume(with: result)
            case .feed(let mailbox): deliver(result, of: flight.request, at: subscriber.priority, to: mailbox)
            }
        }
    }
}

extension LoadFailure {
    /// What a port threw, as the failure it promised. A transfer that was cancelled by someone else is worth another
    /// try while it is still wanted, and says so.
    static func from(_ error: any Error, stage: Stage, culprit: String) -> LoadFailure {
        if let failure = error as? LoadFailure { return failure }
        if error is CancellationError {
            return LoadFailure(stage: stage, culprit: culprit, reason: .unreachable("the work was cancelled"))
        }
        return LoadFailure(stage: stage, culprit: culprit, reason: .unreadable("\(error)"))
    }
}
