// Tasks and the loader: wishes are collected under a lock and read together, so that a burst of them costs one hop.
import Photos
import Synchronization

/// Tasks that the loader has to look at, each once.
struct TaskInbox {
    var tasks: [TaskState] = []
    /// A hop to the loader is on its way and will see whatever is listed before it arrives.
    var isHopOutstanding = false
}

extension ImageLoader {
    /// Asks for a picture and returns at once. What is in memory has arrived when this returns.
    /// - Parameter reload: no cache may answer, neither a picture nor stored bytes, and a fetch that is under way is
    ///   shared. What arrives is cached as ever.
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

    /// Puts a task before the loader. A task is listed once until it is read.
    nonisolated func list(_ task: TaskState) {
        let needsHop = inbox.withLock { inbox in
            inbox.tasks.append(task)
            defer { inbox.isHopOutstanding = true }
            return !inbox.isHopOutstanding
        }
        if needsHop { Task { await attendToTasks() } }
    }

    /// Reads what the listed tasks wish and acts on it.
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

    /// The end of the flight that a task waited for, for its picture or for a newer one.
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
