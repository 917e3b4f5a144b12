// Bytes that were served stale and have been checked since: images in use are made anew, others are forgotten.
import Photos

/// Owns the tasks that have their image and wait for a newer one.
final class Refresher {
    private let memory: MemoryCache
    private let jobs: ImageJobs
    private let sessions: PrefetchSessions
    private let now: @Sendable () -> ContinuousClock.Instant
    private var watchers: [Subscriber.ID: TaskState] = [:]

    init(
        memory: MemoryCache, jobs: ImageJobs, sessions: PrefetchSessions,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.memory = memory
        self.jobs = jobs
        self.sessions = sessions
        self.now = now
    }

    /// The numbers of the tasks that wait for a newer image.
    var waiting: Set<Subscriber.ID> { Set(watchers.keys) }

    /// Answers a task, and keeps it if its image may still change.
    func take(_ answer: Answer, for task: TaskState) {
        if answer.subscriber.isRefreshing {
            watchers[task.id] = nil
            task.refresh(try? answer.result.get())
        } else if task.finish(answer.result, mayChange: answer.mayChange) {
            watchers[task.id] = task
        }
    }

    /// Forgets a task that has left.
    func forget(_ id: Subscriber.ID) { watchers[id] = nil }

    func forgetAll() { watchers = [:] }

    /// Has the images of changed bytes made anew that are in use, and removes the others from memory.
    func bytesChanged(_ key: FetchKey) {
        var wanted = jobs.outdate(key).union(sessions.images(of: key))
        for (subscriber, request) in sessions.refreshable(key) where jobs.refresh(subscriber, request) {
            sessions.noteRefreshing(request.key, for: subscriber.id)
        }
        for (id, task) in watchers where FetchKey(task.request).isSamePhoto(as: key) {
            wanted.insert(task.request.key)
            guard FetchKey(task.request) == key else { continue }
            let subscriber = Subscriber(
                id: id, priority: task.priority, sink: .task(task), asked: now(), isRefreshing: true)
            _ = jobs.refresh(subscriber, task.request)
        }
        for image in memory.variants(of: key) where !wanted.contains(image) { memory.remove(image) }
    }

    /// Ends the waits for newer images of bytes that have not changed.
    func bytesConfirmed(_ key: FetchKey) {
        jobs.confirm(key)
        for (id, task) in watchers where FetchKey(task.request) == key {
            let image = task.request.key
            // An earlier check had found a change, and the new image is on its way.
            if jobs.isOutdated(image) || jobs.hasSubscriber(id, image) { continue }
            watchers[id] = nil
            task.refresh(nil)
        }
    }
}
