// The image jobs of the loader: joined and left by subscribers, led from stage to stage, ended.
import Photos

/// Leads image jobs through their stages. Calls go down to the table and the stages only; what concerns others is left
/// as events, so that no call comes back while a job changes.
final class ImageJobs: SubscriptionTarget {
    private let memory: MemoryCache
    private let stages: LoaderStages
    private let canProcess: Bool
    private let records: LoaderRecords
    private let numbers: SubscriberNumbers
    private let lifetime: LoaderLifetime
    private let now: @Sendable () -> ContinuousClock.Instant
    private let table: ImageJobTable
    private let readers: ByteReaders
    private var events: [ImageJobEvent] = []

    /// - Parameter canProcess: whether there is a processor; without one no image is scaled down from a larger one.
    init(
        memory: MemoryCache, stages: LoaderStages, canProcess: Bool, records: LoaderRecords, numbers: SubscriberNumbers,
        lifetime: LoaderLifetime, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.memory = memory
        self.stages = stages
        self.canProcess = canProcess
        self.records = records
        self.numbers = numbers
        self.lifetime = lifetime
        self.now = now
        table = ImageJobTable(memory: memory, stages: stages, records: records, now: now)
        readers = ByteReaders(fetches: stages.fetches)
    }

    /// Whether nothing is asked for.
    var isEmpty: Bool { table.isEmpty && readers.isEmpty }
    func subscribers(of key: ImageKey) -> Int { table[key]?.subscriptions.all.count ?? 0 }
    func isOutdated(_ key: ImageKey) -> Bool { table[key]?.isOutdated == true }
    func hasSubscriber(_ id: Subscriber.ID, _ key: ImageKey) -> Bool { table[key]?.subscriptions.contains(id) == true }

    /// Removes and returns what has followed from the calls so far.
    func takeEvents() -> [ImageJobEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Subscribers

    /// The one way of all requests: answered by the end of the loader or by memory, or put to work.
    func admit(_ subscriber: Subscriber, _ request: ImageRequest) {
        if let failure = lifetime.failure(for: request) { return answer(subscriber, request, .failure(failure)) }
        if subscriber.wantsImage {
            // It may have arrived during the hop. A look first, because only an answer counts as a use.
            if memory.contains(request.key), let image = memory.find(request.key) {
                return answer(subscriber, request, .success(image))
            }
            if case .task(let task) = subscriber.sink, let image = memory.findNearest(to: request.key) {
                task.show(preview: image)
            }
        }
        join(subscriber, request)
    }

    private func answer(
        _ subscriber: Subscriber, _ request: ImageRequest, _ result: Result<any DecodedImage, LoadFailure>
    ) {
        events.append(.answered(Answer(subscriber: subscriber, request: request, result: result)))
    }

    /// Adds a subscriber to the job of the image, or to the fetch if it wants the bytes alone.
    func join(_ subscriber: Subscriber, _ request: ImageRequest, using caches: CacheUse = .all) {
        let isShared =
            if case .bytes = subscriber.sink {
                readers.join(subscriber, request)
            } else {
                attach(subscriber, request, caches)
            }
        if isShared { records.count { $0.joined += 1 } }
    }

    /// Removes a subscriber; the last one cancels the work.
    func leave(_ id: Subscriber.ID, _ key: ImageKey) { if !readers.leave(id) { table.leave(id, key) } }

    func setPriority(_ priority: LoadPriority, of id: Subscriber.ID, _ key: ImageKey) {
        table.setPriority(priority, of: id, key)
    }

    func moveToTail(_ id: Subscriber.ID, _ key: ImageKey) { table.moveToTail(id, key) }

    /// Removes all subscribers, which cancels all work.
    func cancelAll() {
        table.cancelAll()
        readers.cancelAll()
    }

    /// - Returns: whether work that was under way is shared.
    private func attach(_ subscriber: Subscriber, _ request: ImageRequest, _ caches: CacheUse) -> Bool {
        if let job = table[request.key] {
            job.subscriptions.add(subscriber)
            if caches == .bytes { renew(job) }
            table.priorityChanged(of: job)
            return true
        }
        let job = ImageJob(id: numbers.next(), request: request, subscriber: subscriber)
        table.add(job)
        return chooseSource(of: job, using: caches)
    }

    // MARK: Sources

    /// Finds what the image is to be made of, the least work first, and starts it.
    /// - Returns: whether work that was under way is shared.
    private func chooseSource(of job: ImageJob, using caches: CacheUse) -> Bool {
        if let step = job.key.processors.last { return awaitStep(step, of: job, using: caches) }
        if caches == .all {
            if canProcess, let image = memory.larger(than: job.key) {
                job.source = .larger
                stages.enqueue(.process(image, .resize(job.key.size, job.key.fit)), for: job)
                return false
            }
            if stages.tiles.ask(for: job.request, job.id) {
                job.source = .tile(isFound: false)
                return false
            }
        }
        return awaitBytes(of: job)
    }

    /// Has the image before the last step made, unless it is in memory.
    private func awaitStep(_ step: Processor, of job: ImageJob, using caches: CacheUse) -> Bool {
        let before = job.request.beforeLastStep
        if caches == .all, memory.contains(before.key), let image = memory.find(before.key) {
            job.source = .image
            stages.enqueue(.process(image, step), for: job)
            return false
        }
        let wish = Subscriber(id: job.id, priority: job.priority, sink: .step(job.key), asked: now())
        let isShared = attach(wish, before, caches)
        // A job never ends in the call that starts it, so the parent is there.
        if let parent = table[before.key] { job.source = .job(parent) }
        stages.previewFile(of: job)
        return isShared
    }

    /// Lets a job wait for its bytes.
    @discardableResult
    private func awaitBytes(of job: ImageJob) -> Bool {
        let user = FetchUser(id: job.id, priority: job.priority, image: job.key)
        let fetch = stages.fetches.join(user, FetchKey(job.request), title: job.request.title)
        job.source = .fetch(fetch.id)
        if let bytes = fetch.bytes { stages.enqueue(.decode(bytes), for: job) }
        stages.previewFile(of: job)
        return fetch.isShared
    }

    /// Redoes the part of a job that used an image of older bytes, for all its subscribers. A fetch is shared as it is.
    private func renew(_ job: ImageJob) {
        switch job.source {
        case .fetch: break
        case .job(let parent): renew(parent)
        case .undecided, .tile, .image, .larger:
            stages.stop(job)
            job.source = .undecided
            _ = chooseSource(of: job, using: .bytes)
        }
    }

    // MARK: Ends of stages

    func fetchEnded(_ end: FetchEnd) {
        switch stages.fetches.ended(end) {
        case .arrived(let bytes, let users, let isOutdated):
            if isOutdated { table.outdate(users) }
            readers.end(users, .success(bytes))
            for job in table[users] { stages.enqueue(.decode(bytes), for: job) }
        case .failed(let failure, let users, let trace):
            readers.end(users, .failure(failure))
            for job in table[users] {
                job.add(trace)
                job.source = .undecided
                finish(job, .failure(failure))
            }
        case nil: break
        }
    }

    func fetchAdvanced(_ id: FetchJob.ID) {
        guard let (body, users) = stages.fetches.growingBody(of: id) else { return }
        for job in table[users] { preview(body, of: job) }
    }

    func tileAnswered(_ key: ImageKey, _ id: Subscriber.ID, _ tile: EncodedBytes?) {
        guard stages.tiles.answered(id), let job = table[key] else { return }
        guard let tile else {
            awaitBytes(of: job)
            return
        }
        job.source = .tile(isFound: true)
        stages.enqueue(.decodeTile(tile), for: job)
    }

    /// Starts as many decodes as have a slot.
    func startDecodes() {
        stages.decodes.start { [self] _, key in
            guard let job = table[key] else { return false }
            job.begin(at: now())
            stages.updateTrace(of: job)
            return job.subscriptions.isAskedFor
        }
    }

    func decodeEnded(_ end: DecodeEnd) {
        let key = end.request.key
        if case .success = end.result, case .decode = end.step {
            stages.fetches.noteDecoded(key, from: FetchKey(end.request))
        }
        guard stages.decodes.ended(end), let job = table[key] else { return }
        job.trace.decodeEnded = now()
        switch end.result {
        case .success(let image):
            // Needed for a further step alone when the work started, and asked for since.
            if !end.isStored, job.subscriptions.isAskedFor { stages.decodes.store(image, for: key) }
            finish(job, end.result)
            if case .decode = end.step { events.append(.decoded(image, end.request)) }
        case .failure(let failure):
            if !makesOtherwise(job, after: failure) { finish(job, end.result) }
        }
    }

    func previewEnded(_ end: PreviewEnd) {
        guard let preview = stages.previews.ended(end), let job = table[end.key] else { return }
        for subscriber in job.subscriptions.all { subscriber.show(preview: preview.image, of: job.request) }
    }

    /// Has previews made of a body that is still coming in: for a job, and for all that are made of its image by
    /// further steps.
    private func preview(_ body: EncodedBytes, of job: ImageJob) {
        stages.preview(body, of: job)
        for subscriber in job.subscriptions.all {
            if case .step(let next) = subscriber.sink, let next = table[next] { preview(body, of: next) }
        }
    }

    /// Makes an image from its origin when what a store or a cache had is damaged.
    private func makesOtherwise(_ job: ImageJob, after failure: LoadFailure) -> Bool {
        switch job.source {
        case .tile, .larger: awaitBytes(of: job)
        case .fetch(let fetch):
            guard !failure.isTransient else { return false }
            switch stages.fetches.refetch(fetch) {
            case .refused: return false
            case .queued(let users): for job in table[users] { stages.stop(job) }
            case .superseded:
                table.detach(job)
                job.isOutdated = false
                awaitBytes(of: job)
            }
        case .undecided, .job, .image: return false
        }
        return true
    }

    /// Ends a job: its subscribers are answered, and the jobs for further steps go on.
    private func finish(_ job: ImageJob, _ result: Result<any DecodedImage, LoadFailure>) {
        stages.updateTrace(of: job)
        table.remove(job)
        if case .failure = result {
            if job.subscriptions.isAskedFor { records.count { $0.failures += 1 } }
            if job.subscriptions.isRefreshing { memory.remove(job.key) }
        }
        for subscriber in job.subscriptions.all {
            if case .step(let next) = subscriber.sink {
                if let next = table[next] { goOn(next, from: job, with: result) }
            } else {
                table.record(job, subscriber, result.outcome)
                events.append(
                    .answered(
                        Answer(
                            subscriber: subscriber, request: job.request, result: result,
                            mayChange: job.isStale || job.isOutdated)))
            }
        }
        if job.isOutdated { events.append(.outdated(FetchKey(job.request))) }
    }

    /// Leads a job on when the one before its last step has ended.
    private func goOn(_ job: ImageJob, from parent: ImageJob, with result: Result<any DecodedImage, LoadFailure>) {
        job.inherit(parent)
        switch result {
        case .success(let image):
            guard let step = job.key.processors.last else { return }
            job.source = .image
            stages.enqueue(.process(image, step), for: job)
        case .failure(let failure):
            job.source = .undecided
            finish(job, .failure(failure))
        }
    }

    // MARK: Changed bytes

    /// Notes that the bytes of a photo have changed. What is being made of them is made again afterwards.
    /// - Returns: the images of the photo, in any size, that are being made.
    func outdate(_ key: FetchKey) -> Set<ImageKey> { table.outdate(key) }

    /// Notes that the stale bytes of a photo are as they were served.
    func confirm(_ key: FetchKey) { table.confirm(key) }

    /// Has an image made anew for a subscriber that has the old one.
    /// - Returns: whether it is under way now; not when it is being made of old bytes and will be refreshed afterwards.
    func refresh(_ subscriber: Subscriber, _ request: ImageRequest) -> Bool {
        if let job = table[request.key], job.isOutdated || job.subscriptions.contains(subscriber.id) { return false }
        records.count { $0.refreshed += 1 }
        join(subscriber, request, using: .bytes)
        return true
    }
}
