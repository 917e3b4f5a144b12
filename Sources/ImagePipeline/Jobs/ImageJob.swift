// The shared images under way: one job with its subscribers, its source and its history, and the jobs by key.
import Photos

/// The work for one `ImageKey`, from the first request until the image, the failure, or the last subscriber's leaving.
/// A request with processors is a chain of jobs, each subscribed to the one before its last step. Belongs to
/// `ImageJobs`.
final class ImageJob {
    /// What the image is made of. The bytes and images themselves are with the work that is queued for them.
    enum Source {
        /// Not known yet, or not any more.
        case undecided
        /// A finished tile; not found while the store is asked.
        case tile(isFound: Bool)
        /// Decoded from fetched bytes.
        case fetch(FetchJob.ID)
        /// One processing step on the result of another job.
        case job(ImageJob)
        /// One processing step on an image that was in memory, or that another job has just made.
        case image
        /// A larger size of the same image, to be scaled down.
        case larger
    }

    /// Also its number as a subscriber of another job and as a user of a fetch.
    let id: Subscriber.ID
    let request: ImageRequest
    var subscriptions: Subscriptions
    var source: Source = .undecided
    var trace = Trace()
    /// Made of bytes that were past their time and are being checked.
    var isStale = false
    /// The bytes that it is being made of have changed: it is to be made again afterwards.
    var isOutdated = false

    init(id: Subscriber.ID, request: ImageRequest, subscriber: Subscriber) {
        self.id = id
        self.request = request
        subscriptions = Subscriptions(subscriber)
    }

    var key: ImageKey { request.key }
    var priority: LoadPriority { subscriptions.priority }
    /// Whether its place is on the screen and empty. A region lies over the whole image, which is its preview.
    var wantsPreview: Bool { priority == .visible && key.region == nil && subscriptions.wantsPreview }

    /// The fetch that it waits for, through any number of processing steps.
    var fetch: FetchJob.ID? {
        switch source {
        case .fetch(let fetch): fetch
        case .job(let parent): parent.fetch
        case .undecided, .tile, .image, .larger: nil
        }
    }

    /// Notes the start of a decode or a processing step.
    func begin(at time: ContinuousClock.Instant) {
        if trace.decodeStarted == nil { trace.decodeStarted = time }
        switch source {
        case .tile: trace.origin = .tile
        case .image, .larger: if trace.origin == nil { trace.origin = .memory }
        case .fetch, .undecided, .job: break
        }
    }

    /// Notes what is known of the fetch.
    func add(_ fetch: FetchTrace) {
        trace.add(fetch)
        if fetch.origin != nil { isStale = fetch.isStale }
    }

    /// Takes over the history of the job that made the image before the last step.
    func inherit(_ parent: ImageJob) {
        (trace, isStale) = (parent.trace, parent.isStale)
        isOutdated = isOutdated || parent.isOutdated
    }

    /// The history of one of its requests.
    func timeline(
        for subscriber: Subscriber, _ outcome: Timeline.Outcome, at time: ContinuousClock.Instant
    ) -> Timeline {
        let others = subscriptions.all.lazy.filter { $0.isForItself && $0.id != subscriber.id }.map(\.id.number)
        return Timeline(
            key: key, title: request.title, number: subscriber.id.number, sharedWith: Array(others), fetch: trace.fetch,
            origin: trace.origin, outcome: outcome, asked: subscriber.asked, fetchStarted: trace.fetchStarted,
            fetchEnded: trace.fetchEnded, decodeStarted: trace.decodeStarted, decodeEnded: trace.decodeEnded,
            ended: time)
    }
}

/// A request and its result, to be handed over by the loader.
struct Answer {
    let subscriber: Subscriber
    let request: ImageRequest
    let result: Result<any DecodedImage, LoadFailure>
    /// The image was made of bytes that are being checked or have changed.
    var mayChange = false
}

/// A consequence of a change that concerns other parts.
enum ImageJobEvent {
    case answered(Answer)
    /// An image was made of bytes that have changed meanwhile.
    case outdated(FetchKey)
    /// An image was decoded from its original bytes.
    case decoded(any DecodedImage, ImageRequest)
}

/// Owns the jobs and their subscribers. Knows nothing of how an image is made.
final class ImageJobTable {
    private let memory: MemoryCache
    private let stages: LoaderStages
    private let records: LoaderRecords
    private let now: @Sendable () -> ContinuousClock.Instant
    private var jobs: [ImageKey: ImageJob] = [:]

    init(
        memory: MemoryCache, stages: LoaderStages, records: LoaderRecords,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.memory = memory
        self.stages = stages
        self.records = records
        self.now = now
    }

    var isEmpty: Bool { jobs.isEmpty }
    subscript(key: ImageKey) -> ImageJob? { jobs[key] }

    /// The jobs among the users of a fetch.
    subscript(users: [FetchUser]) -> [ImageJob] { users.compactMap { user in user.image.flatMap { jobs[$0] } } }

    // MARK: Subscribers

    func add(_ job: ImageJob) { jobs[job.key] = job }

    /// Removes a subscriber; the last one cancels the work.
    func leave(_ id: Subscriber.ID, _ key: ImageKey) {
        guard let job = jobs[key], let subscriber = job.subscriptions.remove(id) else { return }
        record(job, subscriber, .cancelled)
        if job.subscriptions.isEmpty {
            records.count { $0.cancelled += 1 }
            abandon(job)
            if subscriber.isRefreshing { memory.remove(key) }
        } else {
            priorityChanged(of: job)
        }
        subscriber.cancel()
    }

    func setPriority(_ priority: LoadPriority, of id: Subscriber.ID, _ key: ImageKey) {
        guard let job = jobs[key], job.subscriptions.setPriority(priority, of: id) else { return }
        priorityChanged(of: job)
    }

    /// Puts a subscriber's work, where it waits, behind the other work of its priority.
    func moveToTail(_ id: Subscriber.ID, _ key: ImageKey) {
        if let job = jobs[key], job.subscriptions.contains(id) { stages.moveToTail(job) }
    }

    /// Removes all subscribers, which cancels all work.
    func cancelAll() {
        for (key, job) in jobs {
            for subscriber in job.subscriptions.all where subscriber.isForItself {
                if case .task(let task) = subscriber.sink { task.cancel() }
                leave(subscriber.id, key)
            }
        }
    }

    /// Passes the priority of a job on to where it waits and to what it waits for.
    func priorityChanged(of job: ImageJob) {
        stages.updatePriority(of: job)
        if case .job(let parent) = job.source { setPriority(job.priority, of: job.id, parent.key) }
        stages.previewFile(of: job)
    }

    /// Records the end of a request.
    func record(_ job: ImageJob, _ subscriber: Subscriber, _ outcome: Timeline.Outcome) {
        stages.updateTrace(of: job)
        let isOfSession = if case .session = subscriber.sink { true } else { false }
        records.record(
            job.timeline(for: subscriber, outcome, at: now()), countsAsArrival: isOfSession && outcome == .delivered)
    }

    /// Removes a job that has ended for whatever reason; what no other job needs ends with it.
    func remove(_ job: ImageJob) {
        jobs[job.key] = nil
        stages.previews.end(job.id)
        detach(job)
    }

    /// Parts a job from what its image is made of.
    func detach(_ job: ImageJob) {
        let source = job.source
        job.source = .undecided
        switch source {
        case .fetch(let fetch): stages.fetches.leave(job.id, fetch)
        case .job(let parent):
            _ = parent.subscriptions.remove(job.id)
            if parent.subscriptions.isEmpty { abandon(parent) } else { priorityChanged(of: parent) }
        case .undecided, .tile, .image, .larger: break
        }
    }

    private func abandon(_ job: ImageJob) {
        stages.stop(job)
        remove(job)
    }

    // MARK: Changed bytes

    /// Marks the jobs for which bytes are in use that have changed. What is being made is made again afterwards.
    /// - Returns: the images of the photo, in any size, that are being made.
    func outdate(_ key: FetchKey) -> Set<ImageKey> {
        outdate(stages.fetches.outdate(key))
        var wanted: Set<ImageKey> = []
        for job in jobs.values where FetchKey(job.request).isSamePhoto(as: key) {
            wanted.insert(job.key)
            if stages.hasInput(job), FetchKey(job.request) == key { job.isOutdated = true }
        }
        return wanted
    }

    func outdate(_ users: [FetchUser]) { for job in self[users] { job.isOutdated = true } }

    /// Notes that the stale bytes of a photo are as they were served.
    func confirm(_ key: FetchKey) {
        stages.fetches.confirm(key)
        for job in jobs.values where FetchKey(job.request) == key { job.isStale = false }
    }
}
