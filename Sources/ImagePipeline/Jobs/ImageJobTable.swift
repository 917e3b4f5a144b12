// The image jobs by key, and the rules by which subscribers leave and priorities spread.
import Photos

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
