// The loader's side of tasks: their requests are collected under a lock and read together, so that a burst costs one
// hop.
import Photos
import Synchronization

/// The tasks that the loader has to read, each listed once.
struct TaskInbox {
    var tasks: [TaskState] = []
    /// Whether a hop to the loader is on its way; it will see whatever is listed before it arrives.
    var isHopOutstanding = false
}

extension ImageLoader {
    /// Requests an image and returns at once. A task for an image in memory is finished when this returns.
    /// - Parameter reload: whether to bypass the caches, for the image and for stored bytes. A fetch that is under way
    ///   is shared all the same, and the result is cached as usual.
    public nonisolated func task(
        for request: ImageRequest, priority: LoadPriority, reload: Bool = false
    ) -> ImageTask {
        count { $0.requests += 1 }
        let state = TaskState(
            id: nextID(), request: request, priority: priority, caches: reload ? .none : .all, asked: now(), loader: self)
        if let failure = shutDownFailure(request) {
            _ = state.finish(.failure(failure), mayChange: false)
        } else if !reload, let image = memory.image(for: request.key) {
            _ = state.finish(.success(image), mayChange: false)
        } else {
            state.start()
        }
        return ImageTask(state)
    }

    /// Lists a task for the loader. The caller lists it only once until it is read.
    nonisolated func list(_ task: TaskState) {
        let needsHop = inbox.withLock { inbox in
            inbox.tasks.append(task)
            defer { inbox.isHopOutstanding = true }
            return !inbox.isHopOutstanding
        }
        if needsHop { Task { await attendToTasks() } }
    }

    /// Reads the listed tasks and does what each requests.
    func attendToTasks() {
        let tasks = inbox.withLock { inbox in
            defer { inbox = TaskInbox() }
            return inbox.tasks
        }
        for task in tasks {
            switch task.read() {
            case .nothing: break
            case .begin(let priority): begin(task, priority)
            case .change(let priority): setPriority(priority, of: task.id, task.request.key)
            case .leave:
                watchers[task.id] = nil
                leave(task.id, task.request.key)
            }
        }
        pump()
    }

    private func begin(_ task: TaskState, _ priority: LoadPriority) {
        let key = task.request.key
        if let failure = shutDownFailure(task.request) {
            _ = task.finish(.failure(failure), mayChange: false)
        } else if task.caches == .all, memory.contains(key), let image = memory.image(for: key) {
            _ = task.finish(.success(image), mayChange: false)
        } else {
            if task.caches == .all, let image = memory.nearest(to: key) { task.show(preview: image) }
            subscribe(
                Subscriber(id: task.id, priority: priority, sink: .task(task), asked: task.asked), to: task.request,
                using: task.caches)
        }
    }

    /// Ends the job that a task waited for, either for its image or for a refreshed one.
    func finish(
        _ task: TaskState, _ subscriber: Subscriber, _ flight: PictureFlight,
        _ result: Result<any DecodedImage, LoadFailure>
    ) {
        if subscriber.isRefreshing {
            watchers[task.id] = nil
            task.refresh(try? result.get())
        } else if task.finish(result, mayChange: flight.isStale || flight.isOutdated) {
            watchers[task.id] = task
        }
    }
}
