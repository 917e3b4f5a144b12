// The tasks that the loader has to look at, collected so that a burst of changes costs one hop.
import Photos
import Synchronization

/// Tasks with changes that the loader has not seen, each once. Callable from any thread.
final class TaskInbox: Sendable {
    private struct State {
        var tasks: [TaskState] = []
        var hop = CoalescedHop()
    }

    private let state = Mutex(State())

    /// Lists a task, which must not be listed already.
    /// - Returns: whether the caller has to start a hop to the loader.
    func add(_ task: TaskState) -> Bool {
        state.withLock { state in
            state.tasks.append(task)
            return state.hop.request()
        }
    }

    /// Returns the listed tasks in their order, and empties the list; from here on a task needs a new hop.
    func read() -> [TaskState] {
        state.withLock { state in
            state.hop.arrive()
            defer { state.tasks = [] }
            return state.tasks
        }
    }
}
