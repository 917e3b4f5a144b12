// How a fetch goes on: queued, started, ended, retried, failed.
import Photos

extension ImageLoader {
    /// Starts what may start. Follows every change of queues or slots.
    func pump() {
        pumpPreviews()
        while runningDecodes < configuration.decodeLimit, let flight = decodeQueue.popFirst() { start(flight) }
        while runningFetches < configuration.fetchLimit, mayFetch, let fetch = fetchQueue.popFirst() { start(fetch) }
        let (fetching, decoding) = (runningFetches, runningDecodes)
        count { ($0.inFlightFetches, $0.inFlightDecodes) = (fetching, decoding) }
    }

    /// Whether the bytes of one more fetch have room. With nothing under way there is always room, or a small budget
    /// would stop everything.
    var mayFetch: Bool {
        guard let priority = fetchQueue.highestPriority else { return false }
        let expected = heldBytes + (runningFetches + 1) * expectedBytes
        let budget = priority == .visible ? 2 * configuration.encodedBudget : configuration.encodedBudget
        return expected <= budget || (runningFetches == 0 && heldBytes == 0)
    }

    func enqueue(_ fetch: FetchFlight) { fetch.state = .queued(fetchQueue.append(fetch, at: fetch.priority)) }

    func start(_ fetch: FetchFlight) {
        let (key, title, token) = (fetch.key, fetch.title, nextID().number)
        let ticket = ticket(for: fetch)
        fetch.ticket = ticket
        (fetch.number, fetch.started, fetch.ended) = (token, now(), nil)
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
                let result: Result<FetchedBytes, LoadFailure>
                do {
                    result = .success(try await bytes.bytes(for: key, ticket: ticket))
                } catch {
                    result = .failure(.from(error, stage: .fetch, culprit: title))
                }
                await self.fetchEnded(key, token, result)
            })
    }

    func fetchEnded(_ key: FetchKey, _ token: Int, _ result: Result<FetchedBytes, LoadFailure>) {
        defer { pump() }
        runningFetches -= 1
        if case .success(let fetched) = result {
            let length = fetched.bytes.count
            count { counters in
                if fetched.origin == .disk {
                    counters.diskHits += 1
                    counters.fetches -= 1
                } else {
                    counters.bytesFetched += length
                }
            }
            expectedBytes = (7 * expectedBytes + length) / 8
        }
        guard let fetch = fetches[key], fetch.token == token else { return }  // cancelled meanwhile
        ledger.end(key)
        fetch.ended = now()
        switch result {
        case .success(let fetched):
            heldBytes += fetched.bytes.count
            fetch.state = .arrived(fetched.bytes)
            (fetch.origin, fetch.isStale) = (fetched.origin, fetched.isStale)
            handOut(fetch, fetched.bytes)
        case .failure(let failure):
            let policy = configuration.retry
            if let delay = policy.delay(after: failure, attempt: fetch.attempts, random: configuration.random()) {
                backOff(fetch, for: delay)
            } else {
                fetch.state = .failed
                fail(fetch, failure)
            }
        }
    }

    func backOff(_ fetch: FetchFlight, for delay: Duration) {
        let (key, token) = (fetch.key, nextID().number)
        fetch.token = token
        fetch.state = .waiting(
            Task(priority: .medium) { @concurrent [sleep = configuration.sleep] in
                // A sleep that fails has ended too: only the token says whether anyone still waits for this.
                try? await sleep(delay)
                await self.backOffEnded(key, token)
            })
    }

    func backOffEnded(_ key: FetchKey, _ token: Int) {
        guard let fetch = fetches[key], fetch.token == token else { return }
        count { $0.retries += 1 }
        enqueue(fetch)
        pump()
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
