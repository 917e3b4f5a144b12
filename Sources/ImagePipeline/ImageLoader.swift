// The façade of the pipeline: every request comes in here, and every answer goes out.
import Photos
import Synchronization

/// Loads images. Fetches, decodes and processing steps are shared, each runs under its own limit in order of priority,
/// and what is not wanted any more is cancelled.
///
/// Isolation: an actor that does bookkeeping only; bytes are fetched and decoded in tasks off the actor, which come
/// back as messages. What a window needs in the same turn (`memory`, `counters`, `makePrefetchSession`, a memory hit of
/// `image`) needs no hop.
///
/// The work is done by parts that know nothing of the loader: `PrefetchSessions` (what sessions want), `ImageJobs`
/// (images under way), the schedulers of `LoaderStages` (fetches, decodes, previews, tiles) and `Refresher` (changed
/// bytes). Calls go in that one direction; what has to go back is an answer or an event that the loader hands on.
public actor ImageLoader {
    /// The decoded images, looked up without a hop. For the caller to bound, lease and trim.
    public nonisolated let memory: MemoryCache
    /// The average colours of the photos decoded so far, looked up without a hop.
    public nonisolated let colours: ColourTable?

    private nonisolated let now: @Sendable () -> ContinuousClock.Instant
    private nonisolated let records = LoaderRecords()
    private nonisolated let numbers = SubscriberNumbers()
    private nonisolated let lifetime = LoaderLifetime()
    private nonisolated let inbox = TaskInbox()
    private nonisolated let isSuspended = Atomic<Bool>(false)
    private let stages: LoaderStages
    private let jobs: ImageJobs
    private let sessions: PrefetchSessions
    private let refresher: Refresher

    /// Starts no work yet. Keeps the ports for its own life; the memory cache may be shared.
    ///
    /// Without a processor, requests with processors fail, and every size is decoded from the photo's bytes. Without a
    /// store of tiles, local files are decoded each time. Without a table, no photo's colour is remembered.
    public init(
        bytes: any ByteLoader, decoder: any PixelDecoder, processor: (any PixelProcessor)? = nil,
        tiles: (any TileStore)? = nil, memory: MemoryCache, colours: ColourTable? = nil,
        configuration: Configuration = .init()
    ) {
        self.memory = memory
        self.colours = colours
        now = configuration.now
        let outbox = Outbox()
        let worker = ImageWorker(
            bytes: bytes, decoder: decoder, processor: processor, tiles: tiles, memory: memory, colours: colours,
            storedLimit: configuration.storedLimit)
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
            memory: memory, stages: stages, canProcess: processor != nil, records: records, numbers: numbers,
            now: configuration.now)
        sessions = PrefetchSessions(
            configuration: configuration, memory: memory, records: records, lifetime: lifetime, outbox: outbox)
        refresher = Refresher(memory: memory, jobs: jobs, sessions: sessions, now: configuration.now)
        outbox.connect { [weak self] message in await self?.receive(message) }
        bytes.onRefresh { outbox.post(.bytesChanged($0)) }
        bytes.onNoChange { outbox.post(.bytesConfirmed($0)) }
    }

    // MARK: Requests

    /// The image, from memory or by work that is shared with all who ask for it. What is in memory comes back without a
    /// hop. Cancelling the calling task leaves; the last one who leaves cancels the work.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public nonisolated func image(
        for request: ImageRequest, priority: LoadPriority
    ) async throws -> any DecodedImage {
        try Task.checkCancellation()
        records.count { $0.requests += 1 }
        try lifetime.check(request)
        if let image = memory.image(for: request.key) { return image }
        return try await join(request, priority) { .image($0) }
    }

    /// The encoded bytes of the photo of `request`, by a fetch that is shared with all who want an image of it at this
    /// location; its size and processors play no part. Nothing is decoded. Cancelling the calling task leaves.
    /// - Throws: `LoadFailure`, after the retries that it allows; `CancellationError`.
    public nonisolated func data(for request: ImageRequest, priority: LoadPriority) async throws -> EncodedBytes {
        try Task.checkCancellation()
        records.count { $0.requests += 1 }
        return try await join(request, priority) { .bytes($0) }
    }

    /// Asks for an image and returns at once. What is in memory has arrived when this returns.
    public nonisolated func task(for request: ImageRequest, priority: LoadPriority) -> ImageTask {
        records.count { $0.requests += 1 }
        let state = TaskState(id: numbers.next(), request: request, priority: priority, asked: now(), loader: self)
        if let failure = lifetime.failure(for: request) {
            _ = state.finish(.failure(failure), mayChange: false)
        } else if let image = memory.image(for: request.key) {
            _ = state.finish(.success(image), mayChange: false)
        } else {
            state.start()
        }
        return ImageTask(state)
    }

    /// A session with an empty wanted set. `onArrival` is called on any thread when something can be taken and nothing
    /// could before: once until `takeDeliveries` has emptied the queue. It is released when the session closes.
    public nonisolated func makePrefetchSession(onArrival: @escaping @Sendable () -> Void) -> PrefetchSession {
        PrefetchSession(loader: self, mailbox: PrefetchMailbox(id: numbers.next(), onArrival: onArrival))
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
                receive(.subscription(.join(subscriber, request)))
            }
        } onCancel: {
            // Runs on the thread that cancels; the message is queued behind the one that joins.
            Task { await self.receive(.subscription(.leave(id, request.key))) }
        }
    }

    // MARK: Control

    /// Starts no fetch and no decode until `resume()`; what runs goes on. Requests are taken all the same, and memory
    /// answers them. For a window that is not visible. Any thread; calling it twice is the same as once.
    public nonisolated func suspend() { isSuspended.store(true, ordering: .relaxed) }

    /// Starts what has waited since `suspend()`. Any thread.
    public nonisolated func resume() {
        if isSuspended.exchange(false, ordering: .relaxed) { Task { await receive(.resumed) } }
    }

    /// Ends the loader for good. Requests under way end as cancelled; later ones fail with
    /// `LoadFailure.Reason.shutDown` from the moment that this returns, those for images in memory included. Sessions
    /// deliver that failure for what they want anew.
    public nonisolated func invalidate() {
        lifetime.end()
        Task { await receive(.shutDown) }
    }

    // MARK: Records

    /// Totals so far and what runs now.
    public nonisolated var counters: LoaderCounters {
        var counters = records.counters
        counters.memoryHits = memory.hits
        counters.evicted = memory.evictions
        return counters
    }

    /// The requests that ended last, in the order of their ends; at most 256. Without a hop.
    public nonisolated var recentTimelines: [Timeline] { records.timelines }

    /// Seconds that the next image of a session will probably take to be fetched and decoded, without its waits for
    /// others. Without a hop.
    public nonisolated var arrivalTime: Double { records.arrivalTime }

    /// What is under way now. Takes time in proportion to the running fetches only, of which there are few.
    public var activity: LoaderActivity {
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
        case .subscription(let change): apply(change)
        case .tasksListed: for change in inbox.read() { apply(change) }
        case .sessionChanged(let mailbox): for change in sessions.read(mailbox) { apply(change) }
        case .recoveryDue(let id): for change in sessions.recover(id) { apply(change) }
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

    private func apply(_ change: SubscriptionChange) {
        switch change {
        case .join(let subscriber, let request): admit(subscriber, request)
        case .setPriority(let priority, let id, let key): jobs.setPriority(priority, of: id, key)
        case .moveToTail(let id, let key): jobs.moveToTail(id, key)
        case .leave(let id, let key):
            refresher.forget(id)
            jobs.leave(id, key)
        }
    }

    /// The one way of all requests: answered by the end of the loader or by memory, or put to work.
    private func admit(_ subscriber: Subscriber, _ request: ImageRequest) {
        if let failure = lifetime.failure(for: request) {
            return hand(over: Answer(subscriber: subscriber, request: request, result: .failure(failure)))
        }
        if subscriber.wantsImage {
            // It may have arrived during the hop. A look first, because only an answer counts as a use.
            if memory.contains(request.key), let image = memory.image(for: request.key) {
                return hand(over: Answer(subscriber: subscriber, request: request, result: .success(image)))
            }
            if case .task(let task) = subscriber.sink, let image = memory.nearest(to: request.key) {
                task.show(preview: image)
            }
        }
        jobs.join(subscriber, request)
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
        if !isSuspended.load(ordering: .relaxed) {
            stages.previews.start()
            jobs.startDecodes()
            stages.fetches.start()
        }
        let (fetching, decoding) = (stages.fetches.slotsInUse, stages.decodes.slotsInUse)
        records.count { ($0.inFlightFetches, $0.inFlightDecodes) = (fetching, decoding) }
    }
}
