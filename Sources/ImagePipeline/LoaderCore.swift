// The loader without the type of its images: the jobs by key, the queues, and what the jobs share.
import Photos
import Synchronization

/// The bookkeeping of an `ImageLoader`.
///
/// Isolation: the pipeline's actor. What a window needs in the same iteration (`counters`, a memory hit of `image`)
/// needs no hop. The images' type is of no use here, and generic code is slower where it is not specialised:
/// `ImageLoader` adds it.
final class LoaderCore: Sendable {
    let worker: ImageWorker
    let memory: MemoryCache
    let configuration: LoaderConfiguration
    let records = LoaderRecords()
    let numbers = SubscriberNumbers()
    let lifetime = LoaderLifetime()
    let gate = SuspensionGate()
    let fetchSlots: SlotQueue
    let decodeSlots: SlotQueue
    let previewSlots: SlotQueue
    let tinySlots: SlotQueue
    /// The jobs that new subscribers join.
    @PipelineActor private var images: [ImageKey: ImageJob] = [:]
    /// The fetches that new users join; one with outdated bytes is not among these.
    @PipelineActor private var fetches: [FetchKey: FetchJob] = [:]
    /// The open sessions that have wanted something.
    @PipelineActor private var sessions: [SubscriberID: SessionState] = [:]
    @PipelineActor private var audit = DuplicateFetchAudit()
    @PipelineActor private var starts = 0

    init(worker: ImageWorker, configuration: LoaderConfiguration) {
        (self.worker, self.configuration) = (worker, configuration)
        memory = worker.memory
        let files = configuration.decodeLimit.addingSaturating(configuration.readAhead)
        fetchSlots = SlotQueue(
            SlotLimits(
                total: configuration.fetchLimit,
                hosts: HostLimits(
                    host: configuration.hostLimit, multiplexedHost: configuration.multiplexedHostLimit, files: files),
                preemption: configuration.preemptionLimit),
            budget: EncodedByteBudget(limit: configuration.encodedBudget), gate: gate)
        decodeSlots = SlotQueue(
            SlotLimits(total: configuration.decodeLimit, unseen: configuration.aheadDecodeLimit), gate: gate)
        let previews = configuration.previewLimit
        previewSlots = SlotQueue(
            SlotLimits(
                total: previews + configuration.sharePreviewLimit,
                hosts: HostLimits(host: previews, multiplexedHost: previews, files: previews)),
            gate: gate)
        tinySlots = SlotQueue(SlotLimits(total: Self.tinySlots(of: configuration)), gate: gate)
        worker.bytes.onRefresh { [weak self] key in Task { @PipelineActor in self?.bytesChanged(key) } }
    }

    func now() -> ContinuousClock.Instant { configuration.now() }

    /// Tiny pictures that are made at once: twice as many as are decoded, because each waits for its file first.
    static func tinySlots(of configuration: LoaderConfiguration) -> Int {
        configuration.decodeLimit.addingSaturating(configuration.decodeLimit)
    }

    // MARK: Requests

    /// Answers from memory without a hop, or joins the work.
    func image(for request: ImageRequest, priority: LoadPriority) async throws -> any DecodedImage {
        try Task.checkCancellation()
        records.count { $0.requests += 1 }
        try lifetime.check(request)
        if let image = memory.find(request.key) { return image }
        return try await join(request, priority)
    }

    func join(_ request: ImageRequest, _ priority: LoadPriority) async throws -> any DecodedImage {
        let call = ImageCall(numbers.next(), asked: now())
        return try await withTaskCancellationHandler {
            try await call.image(for: request, at: priority, of: self)
        } onCancel: {
            Task { @PipelineActor in call.cancel(self) }
        }
    }

    func data(for request: ImageRequest, priority: LoadPriority) async throws -> EncodedBytes {
        try Task.checkCancellation()
        records.count { $0.requests += 1 }
        let call = DataCall(at: priority)
        return try await withTaskCancellationHandler {
            try await call.data(for: request, of: self)
        } onCancel: {
            Task { @PipelineActor in call.leave(self) }
        }
    }

    // MARK: Control

    func suspend() { gate.close() }
    func resume() { if gate.open() { Task { @PipelineActor in fillSlots() } } }

    func invalidate() {
        lifetime.end()
        Task { @PipelineActor in cancelAll() }
    }

    @PipelineActor
    private func cancelAll() {
        for job in images.values { job.cancelAll() }
        for fetch in fetches.values { fetch.leaveReaders() }
        fillSlots()
    }

    // MARK: Records

    var counters: LoaderCounters {
        var counters = records.counters
        counters.memoryHits = memory.hits
        counters.evicted = memory.evictions
        counters.bytesOfBeginnings = worker.extras.bytesOfBeginnings.load(ordering: .relaxed)
        counters.tinyMade = worker.extras.tinyMade.load(ordering: .relaxed)
        counters.inFlightFetches = fetchSlots.heldCount
        counters.inFlightDecodes = decodeSlots.heldCount
        return counters
    }

    @PipelineActor var activity: LoaderActivity {
        var activity = LoaderActivity()
        activity.fetches = fetchSlots.priorities
        activity.endingFetches = fetchSlots.heldCount - activity.fetches.values.reduce(0, +)
        activity.decodes = decodeSlots.heldCount
        return activity
    }

    /// What the parts hold now: nothing, once all work has ended and all sessions are closed.
    @PipelineActor var inventory: LoaderInventory {
        LoaderInventory(
            hasJobs: !images.isEmpty || !fetches.isEmpty, fetches: fetchSlots.heldCount, decodes: decodeSlots.heldCount,
            previews: previewSlots.heldCount, heldBytes: fetchSlots.budget.held,
            hasUnreadBodies: fetches.values.contains { $0.hasUnreadBody },
            areStagesIdle: fetchSlots.isIdle && decodeSlots.isIdle && previewSlots.isIdle && tinySlots.isIdle,
            sessions: sessions.count)
    }

    /// Notes the start of a try to fetch.
    /// - Returns: its number.
    @PipelineActor func noteStart(of fetch: FetchJob) -> Int {
        starts += 1
        let isDuplicate = audit.begin(fetch.key, for: fetch.images, in: memory)
        records.count {
            $0.fetches += 1
            if isDuplicate { $0.duplicateFetches += 1 }
        }
        return starts
    }

    /// Notes that a try has ended or was cancelled: once for each start.
    @PipelineActor func noteEnd(of fetch: FetchJob) { audit.end(fetch.key) }

    /// Counts what a fetch has brought, whether or not it is still wanted.
    @PipelineActor func note(_ fetched: FetchedBytes) {
        let length = fetched.bytes.count
        records.count { counters in
            if fetched.origin == .disk {
                counters.diskHits += 1
                counters.fetches -= 1
            } else {
                counters.bytesFetched += length
            }
        }
        fetchSlots.learn(length)
    }

    /// Counts what a decode or a processing step has made, whether or not it is still wanted.
    @PipelineActor func note(
        _ result: Result<any DecodedImage, LoadFailure>, of step: DecodeStep, _ request: ImageRequest
    ) {
        guard case .success = result else { return }
        if case .decode = step { audit.note(request.key, decodedFrom: FetchKey(request)) }
        records.count { counters in
            switch step {
            case .decodeTile: (counters.decoded, counters.tileHits) = (counters.decoded + 1, counters.tileHits + 1)
            case .decode: counters.decoded += 1
            case .process: counters.processed += 1
            }
        }
    }

    // MARK: Jobs

    /// An image from memory. A look first, because only an answer counts as a use.
    func find(_ key: ImageKey) -> (any DecodedImage)? { memory.contains(key) ? memory.find(key) : nil }

    /// The job of an image that new subscribers join.
    @PipelineActor func job(of key: ImageKey) -> ImageJob? { images[key] }
    /// The fetch that new users join.
    @PipelineActor func fetch(of key: FetchKey) -> FetchJob? { fetches[key] }

    @PipelineActor func add(_ job: ImageJob) { images[job.key] = job }
    @PipelineActor func add(_ fetch: FetchJob) { fetches[fetch.key] = fetch }

    @PipelineActor func isCurrent(_ fetch: FetchJob) -> Bool { fetches[fetch.key] === fetch }

    /// Forgets a job, so that nobody joins it any more.
    @PipelineActor func forget(_ job: ImageJob) { if images[job.key] === job { images[job.key] = nil } }
    @PipelineActor func forget(_ fetch: FetchJob) { if isCurrent(fetch) { fetches[fetch.key] = nil } }

    /// Grants what slots are free, after all changes of a turn.
    @PipelineActor
    func fillSlots() {
        previewSlots.fill()
        decodeSlots.fill()
        fetchSlots.fill()
        tinySlots.fill()
    }

    /// Offers an image that was decoded from its file to the store of tiles. A finished tile does not say that its file
    /// is an animation, so that of one is not kept.
    func keepTile(_ image: any DecodedImage, for request: ImageRequest) {
        guard let tiles = worker.tiles, request.isTile, !image.isAnimated else { return }
        Task(priority: .low) { @concurrent in await tiles.keep(image, for: request) }
    }

    // MARK: Changed bytes

    /// Has a session hear of changed bytes from now on.
    @PipelineActor func attend(to session: SessionState) { sessions[session.id] = session }
    @PipelineActor func forget(_ session: SessionState) { sessions[session.id] = nil }

    /// Has the images of changed bytes made anew that are in use, and removes the others of the photo from memory.
    @PipelineActor
    func bytesChanged(_ key: FetchKey) {
        fetches[key]?.bytesChanged()
        var wanted: Set<ImageKey> = []
        for job in images.values where FetchKey(job.request).isSamePhoto(as: key) {
            wanted.insert(job.key)
            if job.hasInput, FetchKey(job.request) == key { job.outdate() }
        }
        for session in sessions.values {
            wanted.formUnion(session.images(of: key))
            session.refresh(key)
        }
        for image in memory.variants(of: key) where !wanted.contains(image) { memory.remove(image) }
        fillSlots()
    }

    /// Has an image made anew for a session that has the old one; nil if that follows anyway, because it is being
    /// made of old bytes and will be refreshed afterwards.
    @PipelineActor
    func refresh(_ session: SessionState, _ request: ImageRequest, at priority: LoadPriority) -> Subscription? {
        if let job = images[request.key], job.isOutdated || job.subscribers.contains(session.id) { return nil }
        records.count { $0.refreshed += 1 }
        return ImageJob.subscribe(
            session, to: request, of: self, id: session.id, kind: .session, at: priority, isRefreshing: true,
            using: .bytes
        ).subscription
    }
}

/// The caches that may answer. What is fetched is stored in any case.
enum CacheUse {
    /// Stored bytes, but no image: those were decoded from older bytes.
    case bytes
    case all
}
