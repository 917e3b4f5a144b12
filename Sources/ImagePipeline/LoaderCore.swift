// The actor of the loader, which knows nothing of its images' type: every request comes in here, and every answer goes
// out.
import Photos
import Synchronization

/// The bookkeeping of an `ImageLoader`.
///
/// Isolation: an actor; bytes are fetched and decoded in tasks off the actor, which come back as messages. What a
/// window needs in the same iteration (`counters`, a memory hit of `image`) needs no hop.
///
/// The work is done by parts that know nothing of the actor: `PrefetchSessions` (what sessions want), `ImageJobs`
/// (images under way), the schedulers of `LoaderStages` (fetches, decodes, previews, tiles) and `Refresher` (changed
/// bytes). Calls go in that one direction; what has to go back is an answer or an event that the actor hands on.
///
/// The images' type is of no use here, and generic code is slower where it is not specialised: `ImageLoader` adds it.
actor LoaderCore {
    private nonisolated let memory: MemoryCache
    private nonisolated let extras: WorkerExtras
    private nonisolated let now: @Sendable () -> ContinuousClock.Instant
    private nonisolated let records = LoaderRecords()
    private nonisolated let numbers = SubscriberNumbers()
    private nonisolated let lifetime = LoaderLifetime()
    private nonisolated let inbox = TaskInbox()
    nonisolated let gate = SuspensionGate()
    private let stages: LoaderStages
    private let jobs: ImageJobs
    private let sessions: PrefetchSessions
    private let refresher: Refresher

    init(worker: ImageWorker, configuration: LoaderConfiguration) {
        let (bytes, tiles, memory) = (worker.bytes, worker.tiles, worker.memory)
        self.memory = memory
        extras = worker.extras
        now = configuration.now
        let outbox = Outbox()
        stages = LoaderStages(
            fetches: FetchScheduler(
                configuration: configuration, bytes: bytes, memory: memory, records: records, outbox: outbox),
            decodes: DecodeScheduler(
                worker: worker, limit: configuration.decodeLimit, aheadLimit: configuration.aheadDecodeLimit,
                records: records, outbox: outbox),
            previews: PreviewScheduler(
                worker: worker, limit: configuration.previewLimit, records: records, outbox: outbox),
            tiles: TileLookups(store: tiles, outbox: outbox))
        jobs = ImageJobs(
            memory: memory, stages: stages, canProcess: worker.maker.canProcess, records: records, numbers: numbers,
            lifetime: lifetime, now: configuration.now)
        sessions = PrefetchSessions(
            configuration: configuration, jobs: jobs, memory: memory, records: records, lifetime: lifetime,
            outbox: outbox)
        refresher = Refresher(memory: memory, jobs: jobs, sessions: sessions, now: configuration.now)
        outbox.connect { [weak self] message in await self?.receive(message) }
        bytes.onRefresh { outbox.post(.bytesChanged($0)) }
        bytes.onNoChange { outbox.post(.bytesConfirmed($0)) }
    }

    // MARK: Requests

    /// Answers from memory without a hop, or joins the work.
    nonisolated func image(for request: ImageRequest, priority: LoadPriority) async throws -> any DecodedImage {
        try Task.checkCancellation()
        records.count { $0.requests += 1 }
        try lifetime.check(request)
        if let image = memory.find(request.key) { return image }
        return try await join(request, priority) { .image($0) }
    }

    nonisolated func data(for request: ImageRequest, priority: LoadPriority) async throws -> EncodedBytes {
        try Task.checkCancellation()
        records.count { $0.requests += 1 }
        return try await join(request, priority) { .bytes($0) }
    }

    /// Creates a task; what is in memory has arrived when this returns.
    nonisolated func task(for request: ImageRequest, priority: LoadPriority) -> TaskState {
        records.count { $0.requests += 1 }
        let state = TaskState(id: numbers.next(), request: request, priority: priority, asked: now(), loader: self)
        if let failure = lifetime.failure(for: request) {
            _ = state.finish(.failure(failure), mayChange: false)
        } else if let image = memory.find(request.key) {
            _ = state.finish(.success(image), mayChange: false)
        } else {
            state.start()
        }
        return state
    }

    nonisolated func makeMailbox(onArrival: @escaping @Sendable () -> Void) -> PrefetchMailbox {
        PrefetchMailbox(id: numbers.next(), onArrival: onArrival)
    }

    /// Lists a task whose changes the loader has to read.
    nonisolated func list(_ task: TaskState) { if inbox.add(task) { Task { await receive(.tasksListed) } } }

    /// Joins as a call that waits for its answer.
    func join<Value>(
        _ request: ImageRequest, _ priority: LoadPriority,
        _ sink: (CheckedContinuation<Value, any Error>) -> Subscriber.Sink
    ) async throws -> Value {
        let (id, asked) = (numbers.next(), now())
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try await withCheckedThrowingContinuation { continuation in
                let subscriber = Subscriber(id: id, priority: priority, sink: sink(continuation), asked: asked)
                receive(.joined(subscriber, request))
            }
        } onCancel: {
            // Runs on the thread that cancels; the message is queued behind the one that joins.
            Task { await self.receive(.left(id, request.key)) }
        }
    }

    // MARK: Control

    nonisolated func suspend() { gate.close() }

    nonisolated func resume() {
        if gate.open() { Task { await receive(.resumed) } }
    }

    nonisolated func invalidate() {
        lifetime.end()
        Task { await receive(.shutDown) }
    }

    // MARK: Records

    nonisolated var counters: LoaderCounters {
        var counters = records.counters
        counters.memoryHits = memory.hits
        counters.evicted = memory.evictions
        counters.bytesOfBeginnings = extras.bytesOfBeginnings.load(ordering: .relaxed)
        counters.tinyMade = extras.tinyMade.load(ordering: .relaxed)
        return counters
    }

    nonisolated var recentTimelines: [Timeline] { records.timelines }
    nonisolated var arrivalTime: Double { records.arrivalTime }

    var activity: LoaderActivity {
        var activity = LoaderActivity()
        activity.fetches = stages.fetches.runningPriorities
        activity.endingFetches = stages.fetches.slotsInUse - activity.fetches.values.reduce(0, +)
        activity.decodes = stages.decodes.slotsInUse
        return activity
    }

    /// What the parts hold now: nothing, once all work has ended and all sessions are closed.
    var inventory: LoaderInventory {
        LoaderInventory(
            hasJobs: !jobs.isEmpty || stages.fetches.jobCount > 0, fetches: stages.fetches.slotsInUse,
            decodes: stages.decodes.slotsInUse, previews: stages.previews.slotsInUse,
            heldBytes: stages.fetches.heldBytes, hasUnreadBodies: stages.fetches.hasUnreadBodies,
            areStagesIdle: stages.isIdle, sessions: sessions.count, watchers: refresher.waiting)
    }

    /// A look at the job of an image: its subscribers, and whether its bytes have changed since it began.
    func job(_ key: ImageKey) -> (subscribers: Int, isOutdated: Bool) {
        (jobs.subscribers(of: key), jobs.isOutdated(key))
    }

    /// The ticket of a fetch, once it has started.
    func ticket(of key: FetchKey) -> FetchTicket? { stages.fetches.ticket(for: key) }

    // MARK: Messages

    /// Takes everything that reaches the actor: acts on it, hands on what follows, and starts what may start now.
    func receive(_ message: LoaderMessage) {
        act(on: message)
        while case let events = jobs.takeEvents(), !events.isEmpty { for event in events { act(on: event) } }
        pump()
    }

    private func act(on message: LoaderMessage) {
        switch message {
        case .joined(let subscriber, let request): jobs.admit(subscriber, request)
        case .left(let id, let key): jobs.leave(id, key)
        case .tasksListed: for task in inbox.read() { read(task) }
        case .sessionChanged(let mailbox): sessions.read(mailbox)
        case .recoveryDue(let id): sessions.recover(id)
        case .fetchAdvanced(let id): jobs.fetchAdvanced(id)
        case .fetchEnded(let end): jobs.fetchEnded(end)
        case .backOffEnded(let id): stages.fetches.backOffEnded(id)
        case .tileAnswered(let key, let id, let tile): jobs.tileAnswered(key, id, tile)
        case .decodeEnded(let end): jobs.decodeEnded(end)
        case .previewEnded(let end): jobs.previewEnded(end)
        case .bytesChanged(let key): refresher.bytesChanged(key)
        case .bytesConfirmed(let key): refresher.bytesConfirmed(key)
        case .resumed: break
        case .shutDown:
            jobs.cancelAll()
            refresher.forgetAll()
        }
    }

    /// Reads what a task wants since the last look.
    private func read(_ task: TaskState) {
        let (id, key) = (task.id, task.request.key)
        switch task.read() {
        case .nothing: break
        case .begin(let priority):
            jobs.admit(Subscriber(id: id, priority: priority, sink: .task(task), asked: task.asked), task.request)
        case .change(let priority): jobs.setPriority(priority, of: id, key)
        case .leave:
            refresher.forget(id)
            jobs.leave(id, key)
        }
    }

    private func act(on event: ImageJobEvent) {
        switch event {
        case .answered(let answer): hand(over: answer)
        case .outdated(let key): refresher.bytesChanged(key)
        case .decoded(let image, let request): stages.tiles.keep(image, for: request)
        }
    }

    private func hand(over answer: Answer) {
        switch answer.subscriber.sink {
        case .image(let continuation): continuation.resume(with: answer.result)
        case .bytes(let continuation):
            // Bytes go from the fetch to their readers; an answer that comes this way says that there are none.
            if case .failure(let failure) = answer.result { continuation.resume(throwing: failure) }
        case .task(let task): refresher.take(answer, for: task)
        case .session(let mailbox): sessions.take(answer, for: mailbox)
        case .step: break
        }
    }

    /// Starts what may start. Called at the end of each message and nowhere else.
    private func pump() {
        if !gate.isClosed {
            stages.previews.start()
            jobs.startDecodes()
            stages.fetches.start()
        }
        let (fetching, decoding) = (stages.fetches.slotsInUse, stages.decodes.slotsInUse)
        records.count { ($0.inFlightFetches, $0.inFlightDecodes) = (fetching, decoding) }
    }
}
