// The life of a fetch: queued, started, ended, retried, failed, abandoned.
import Photos

extension ImageLoader {
    /// Starts all queued work that the limits allow. Has to be called after every change of a queue or a slot.
    func pump() {
        if !isSuspended {
            pumpPreviews()
            while let priority = decodeQueue.highestPriority, runningDecodes < decodeLimit(at: priority),
                let flight = decodeQueue.popFirst()
            {
                start(flight)
            }
            fetchQueue.isYielding = runningFetches.contains { $0.host != .files && $0.priority == .visible }
            while let priority = fetchQueue.nextPriority, isInBudget(fetchQueue.running + 1, at: priority),
                let fetch = fetchQueue.popFirst()
            {
                start(fetch)
            }
            makeRoom()
        }
        let (fetching, decoding) = (fetchQueue.running, runningDecodes)
        count { ($0.inFlightFetches, $0.inFlightDecodes) = (fetching, decoding) }
    }

    private func decodeLimit(at priority: LoadPriority) -> Int {
        priority == .visible ? decodeLimit : min(decodeLimit, configuration.aheadDecodeLimit)
    }

    /// Returns whether the encoded bytes of `running` fetches fit the budget, beside those already held. Each fetch
    /// counts as what it has received, and at least as the mean size of a body. With nothing under way one fetch is
    /// always allowed, or a small budget would stop everything.
    func isInBudget(_ running: Int, at priority: LoadPriority) -> Bool {
        let beyond = runningFetches.reduce(0) { sum, fetch in
            sum + max(0, (fetch.ticket?.progress.received ?? 0) - expectedBytes)
        }
        let expected = heldBytes + running * expectedBytes + beyond
        let budget = priority == .visible ? 2 * configuration.encodedBudget : configuration.encodedBudget
        return expected <= budget || (running <= 1 && heldBytes == 0)
    }

    func enqueue(_ fetch: FetchFlight) {
        fetch.state = .queued(fetchQueue.append(fetch, of: fetch.host, at: fetch.priority))
    }

    func start(_ fetch: FetchFlight) {
        let (key, host, title, token) = (fetch.key, fetch.host, fetch.title, nextID().number)
        let ticket = ticket(for: fetch)
        fetch.ticket = ticket
        (fetch.number, fetch.started, fetch.ended) = (token, now(), nil)
        let isDuplicate = ledger.begin(key, for: fetch.dependents.map(\.key), in: memory)
        count {
            $0.fetches += 1
            if isDuplicate { $0.duplicateFetches += 1 }
        }
        runningFetches.append(fetch)
        if host != .files, fetch.priority == .visible { fetchQueue.isYielding = true }
        fetch.attempts += 1
        (fetch.isSettled, fetch.isOutdated) = (false, false)
        fetch.token = token
        fetch.state = .running(
            Task(priority: .medium) { @concurrent [bytes] in
                let result: Result<FetchedBytes, LoadFailure>
                do {
                    result = .success(try await bytes.bytes(for: key, ticket: ticket))
                } catch {
                    result = .failure(.from(error, stage: .fetch, culprit: title))
                }
                await self.fetchEnded(key, token, result, host, ticket.progress)
            })
    }

    func fetchEnded(
        _ key: FetchKey, _ token: Int, _ result: Result<FetchedBytes, LoadFailure>, _ host: FetchHost,
        _ progress: FetchTicket.Progress
    ) {
        defer { pump() }
        if progress.received > 0 { fetchQueue.learn(host, isMultiplexed: progress.isMultiplexed) }
        if case .success(let fetched) = result { note(fetched) }
        guard let fetch = fetches[key], fetch.token == token else {
            return fetchQueue.end(host, wasLeaving: true)  // abandoned meanwhile
        }
        if case .setAside = fetch.state {
            fetchQueue.end(host, wasLeaving: true)
        } else {
            fetchQueue.end(host, wasLeaving: false)
            leaveSlot(fetch)
        }
        fetch.ended = now()
        switch (result, fetch.state) {
        case (.success(let fetched), _):
            heldBytes += fetched.bytes.count
            fetch.state = .arrived(fetched.bytes)
            (fetch.origin, fetch.isStale) = (fetched.origin, fetched.isStale && !fetch.isSettled)
            if fetch.isOutdated, fetched.isStale { outdate(fetch) }
            handOut(fetch, fetched.bytes)
        case (.failure(let failure), .setAside) where failure.isTransient:
            fetch.state = .queued(fetchQueue.prepend(fetch, of: host, at: fetch.priority))
        case (.failure(let failure), _):
            let policy = configuration.retry
            if let delay = policy.delay(after: failure, attempt: fetch.attempts, random: configuration.random()) {
                backOff(fetch, for: delay)
            } else {
                fetch.state = .failed
                fail(fetch, failure)
            }
        }
    }

    /// Counts the bytes that have arrived, whether or not they are still wanted.
    private func note(_ fetched: FetchedBytes) {
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

    /// Removes a fetch that has ended or was cancelled from the running ones.
    func leaveSlot(_ fetch: FetchFlight) {
        runningFetches.removeAll { $0 === fetch }
        ledger.end(fetch.key)
    }

    func backOff(_ fetch: FetchFlight, for delay: Duration) {
        let (key, token) = (fetch.key, nextID().number)
        fetch.token = token
        fetch.state = .waiting(
            Task(priority: .medium) { @concurrent [sleep = configuration.sleep] in
                // A sleep that throws has ended too; only the token says whether the fetch still waits for this
                // back-off.
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

    /// Ends a fetch that is no longer needed.
    func abandon(_ fetch: FetchFlight) {
        if fetches[fetch.key] === fetch { fetches[fetch.key] = nil }
        switch fetch.state {
        case .queued(let slot): fetchQueue.remove(slot)
        case .running(let task):
            task.cancel()
            fetchQueue.leave(fetch.host)
            leaveSlot(fetch)
        case .waiting(let task): task.cancel()
        case .arrived(let bytes): heldBytes -= bytes.count
        case .setAside, .failed, nil: break
        }
        fetch.state = nil
    }
}

extension LoadFailure {
    /// Returns the `LoadFailure` that a port threw, or one made of another error. A cancellation from outside the
    /// loader becomes a transient failure, so that the work is retried while it is wanted.
    static func from(_ error: any Error, stage: Stage, culprit: String) -> LoadFailure {
        if let failure = error as? LoadFailure { return failure }
        if error is CancellationError {
            return LoadFailure(stage: stage, culprit: culprit, reason: .unreachable("the work was cancelled"))
        }
        return LoadFailure(stage: stage, culprit: culprit, reason: .unreadable("\(error)"))
    }
}
