// The fetches of the loader: shared by key, queued by priority, bounded in number and bytes, retried and preempted.
import Photos

/// Owns every fetch, from the first user to the last. Starts nothing by itself: each change is followed by a `start()`.
final class FetchScheduler {
    private let configuration: LoaderConfiguration
    private let bytes: any ByteLoader
    private let memory: MemoryCache
    private let records: LoaderRecords
    private let outbox: Outbox

    private var jobs: [FetchJob.ID: FetchJob] = [:]
    /// The job that new users of a key join; one with outdated bytes is not among these any more.
    private var current: [FetchKey: FetchJob] = [:]
    private var slots: FetchSlots
    private var audit = DuplicateFetchAudit()
    private var created = 0
    private var starts = 0

    init(
        configuration: LoaderConfiguration, bytes: any ByteLoader, memory: MemoryCache, records: LoaderRecords,
        outbox: Outbox
    ) {
        self.configuration = configuration
        self.bytes = bytes
        self.memory = memory
        self.records = records
        self.outbox = outbox
        slots = FetchSlots(configuration)
    }

    // MARK: State

    /// Fetches that hold a slot; a cancelled one holds it until its call has ended.
    var slotsInUse: Int { slots.count }
    /// The running fetches by priority, without those that were cancelled.
    var runningPriorities: [LoadPriority: Int] { slots.priorities }
    var heldBytes: Int { slots.budget.held }
    var jobCount: Int { jobs.count }
    /// Whether nothing waits, runs or is held.
    var isIdle: Bool { jobs.isEmpty && current.isEmpty && slots.isIdle }

    /// Whether a copy of a body that is coming in waits to be taken.
    var hasUnreadBodies: Bool { jobs.values.contains { $0.growingBody.isUnread } }

    /// The ticket of the last start for `key`.
    func ticket(for key: FetchKey) -> FetchTicket? { current[key]?.ticket }
    func trace(of id: FetchJob.ID) -> FetchTrace? { jobs[id]?.trace }
    func hasArrived(_ id: FetchJob.ID) -> Bool { if case .arrived = jobs[id]?.state { true } else { false } }

    // MARK: Users

    /// Adds a user to the fetch of `key`; creates and queues the fetch if there is none.
    /// - Returns: the fetch, whether it was under way, and its bytes if they have arrived.
    func join(
        _ user: FetchUser, _ key: FetchKey, title: String
    ) -> (id: FetchJob.ID, isShared: Bool, bytes: EncodedBytes?) {
        if let job = current[key] {
            job.users.append(user)
            updatePriority(of: job)
            if case .arrived(let bytes) = job.state { return (job.id, true, bytes) }
            return (job.id, true, nil)
        }
        created += 1
        let job = FetchJob(id: .init(number: created), key: key, title: title)
        job.users = [user]
        jobs[job.id] = job
        current[key] = job
        slots.enqueue(job)
        return (job.id, false, nil)
    }

    /// Removes a user; the last one cancels the fetch.
    func leave(_ user: Subscriber.ID, _ id: FetchJob.ID) {
        guard let job = jobs[id] else { return }
        job.users.removeAll { $0.id == user }
        if job.users.isEmpty { abandon(job) } else { updatePriority(of: job) }
    }

    func setPriority(_ priority: LoadPriority, of user: Subscriber.ID, _ id: FetchJob.ID) {
        guard let job = jobs[id], let index = job.users.firstIndex(where: { $0.id == user }) else { return }
        job.users[index].priority = priority
        updatePriority(of: job)
    }

    /// Puts a queued fetch behind the others of its priority.
    func moveToTail(_ id: FetchJob.ID) {
        if case .queued(let slot) = jobs[id]?.state { slots.moveToTail(slot) }
    }

    private func updatePriority(of job: FetchJob) {
        switch job.state {
        case .queued(let slot): slots.move(slot, to: job.priority)
        case .running: job.ticket?.setPriority(job.priority)
        case .preempted, .backingOff, .arrived, nil: break
        }
        job.growingBody.setVisible(job.priority == .visible)
    }

    private func abandon(_ job: FetchJob) {
        forget(job)
        switch job.state {
        case .queued(let slot): slots.remove(slot)
        case .running(let task):
            slots.leave(job)
            cancel(job, task)
        case .backingOff(let task): task.cancel()
        case .arrived(let bytes): slots.release(bytes, of: job)
        case .preempted, nil: break
        }
    }

    private func forget(_ job: FetchJob) {
        jobs[job.id] = nil
        if current[job.key] === job { current[job.key] = nil }
    }

    // MARK: Running

    /// Starts as many fetches as have a slot and room, and preempts running ones for visible ones that lack a slot.
    func start() {
        slots.update()
        while let job = slots.next() { start(job) }
        for job in slots.preempt() {
            guard case .running(let task) = job.state else { continue }
            cancel(job, task)
            job.state = .preempted
            job.attempts -= 1
            records.count { $0.preempted += 1 }
        }
    }

    private func cancel(_ job: FetchJob, _ task: Task<Void, Never>) {
        task.cancel()
        audit.end(job.key)
    }

    private func start(_ job: FetchJob) {
        starts += 1
        let (id, key, host, title, growing) = (job.id, job.key, job.host, job.title, job.growingBody)
        growing.setVisible(job.priority == .visible)
        let ticket = FetchTicket(title: title, priority: job.priority, isReload: job.isReload) { [outbox] now, body in
            if growing.advance(now, body) { outbox.post(.fetchAdvanced(id)) }
        }
        job.ticket = ticket
        job.trace.number = starts
        (job.trace.started, job.trace.ended) = (configuration.now(), nil)
        (job.isConfirmed, job.isOutdated) = (false, false)
        job.attempts += 1
        let isDuplicate = audit.begin(key, for: job.users.compactMap(\.image), in: memory)
        records.count {
            $0.fetches += 1
            if isDuplicate { $0.duplicateFetches += 1 }
        }
        job.state = .running(
            outbox.run { [bytes] in
                let result: Result<FetchedBytes, LoadFailure>
                do {
                    result = .success(try await bytes.bytes(for: key, ticket: ticket))
                } catch {
                    result = .failure(.from(error, stage: .fetch, culprit: title))
                }
                return .fetchEnded(FetchEnd(job: id, host: host, progress: ticket.progress, result: result))
            })
    }

    // MARK: Ends

    /// Takes the end of a try.
    /// - Returns: what it means for the users; nil when there are none left, or when the fetch is tried again.
    func ended(_ end: FetchEnd) -> FetchOutcome? {
        if end.progress.received > 0 { slots.learn(end.host, isMultiplexed: end.progress.isMultiplexed) }
        if case .success(let fetched) = end.result { count(fetched) }
        guard let job = jobs[end.job] else {
            slots.endCancelled(of: end.host)
            return nil
        }
        let wasPreempted = if case .preempted = job.state { true } else { false }
        if wasPreempted {
            slots.endCancelled(of: end.host)
        } else {
            slots.end(job)
            audit.end(job.key)
        }
        job.trace.ended = configuration.now()
        switch end.result {
        case .success(let fetched): return arrived(fetched, job)
        case .failure(let failure) where wasPreempted && failure.isTransient:
            slots.enqueueFirst(job)
            return nil
        case .failure(let failure): return failed(failure, job)
        }
    }

    private func count(_ fetched: FetchedBytes) {
        let length = fetched.bytes.count
        records.count { counters in
            if fetched.origin == .disk {
                counters.diskHits += 1
                counters.fetches -= 1
            } else {
                counters.bytesFetched += length
            }
        }
        slots.learn(length)
    }

    private func arrived(_ fetched: FetchedBytes, _ job: FetchJob) -> FetchOutcome {
        slots.hold(fetched.bytes, of: job)
        job.state = .arrived(fetched.bytes)
        (job.trace.origin, job.trace.isStale) = (fetched.origin, fetched.isStale && !job.isConfirmed)
        let isOutdated = job.isOutdated && fetched.isStale
        if isOutdated { current[job.key] = nil }
        return .arrived(fetched.bytes, users: job.users, isOutdated: isOutdated)
    }

    private func failed(_ failure: LoadFailure, _ job: FetchJob) -> FetchOutcome? {
        let policy = configuration.retry
        guard let delay = policy.delay(after: failure, attempt: job.attempts, random: configuration.random()) else {
            forget(job)
            return .failed(failure, users: job.users, job.trace)
        }
        job.state = .backingOff(
            outbox.run { [id = job.id, clock = configuration.clock] in
                // A sleep that throws has ended as well; the scheduler knows whether the fetch still waits for it.
                try? await clock.sleep(for: delay)
                return .backOffEnded(id)
            })
        return nil
    }

    /// Queues a fetch again whose wait is over.
    func backOffEnded(_ id: FetchJob.ID) {
        guard let job = jobs[id], case .backingOff = job.state else { return }
        records.count { $0.retries += 1 }
        slots.enqueue(job)
    }

    // MARK: Progress

    /// The newest copy of a running fetch's body, for a preview, and its users; nil once it has ended or when there is
    /// no new one.
    func growingBody(of id: FetchJob.ID) -> (body: EncodedBytes, users: [FetchUser])? {
        guard let job = jobs[id], let body = job.growingBody.read(), current[job.key] === job else { return nil }
        return (body, job.users)
    }

    // MARK: Stored and stale bytes

    /// Fetches bytes again that came from a store and were damaged.
    func refetch(_ id: FetchJob.ID) -> FetchJob.Refetch {
        guard let job = jobs[id], job.trace.origin == .disk, !job.isReload else { return .refused }
        guard current[job.key] === job, case .arrived(let bytes) = job.state else { return .superseded }
        slots.release(bytes, of: job)
        job.isReload = true
        slots.enqueue(job)
        return .queued(job.users)
    }

    /// Notes that the bytes of `key` have changed. Bytes that have arrived are given to no new user.
    /// - Returns: the users of the outdated bytes.
    func outdate(_ key: FetchKey) -> [FetchUser] {
        guard let job = current[key] else { return [] }
        guard case .arrived = job.state else {
            job.isOutdated = true
            return []
        }
        current[key] = nil
        return job.users
    }

    /// Notes that the bytes of `key` are as they were served.
    func confirm(_ key: FetchKey) { if let job = current[key] { (job.trace.isStale, job.isConfirmed) = (false, true) } }

    /// Notes that an image was decoded from the bytes of `key`.
    func noteDecoded(_ image: ImageKey, from key: FetchKey) { audit.note(image, decodedFrom: key) }
}
