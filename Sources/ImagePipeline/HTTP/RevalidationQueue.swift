// Background revalidation of stale photos while they are shown: few at once, and one for each photo.
import Synchronization

/// A queue of jobs, run in the order of their arrival, at most one for each key and at most `limit` concurrently.
/// Callable from any thread.
final class RevalidationQueue: Sendable {
    /// Its result, if any, is called with the key once a job for that may be added again, so that a caller who adds one
    /// does not miss the outcome.
    typealias Job = @Sendable () async -> (@Sendable (FetchKey) -> Void)?

    /// Maximum number of waiting jobs. Beyond it a photo is not checked until it is requested again.
    private static let longest = 1024

    private struct State {
        /// Keys of waiting and running jobs.
        var keys: Set<FetchKey> = []
        var waiting: [(key: FetchKey, job: Job)] = []
        var running = 0
    }
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// Adds a job, unless there is one for the key already or too many wait.
    func add(_ key: FetchKey, _ job: @escaping Job) {
        let startsWorker = state.withLock { state in
            guard !state.keys.contains(key), state.waiting.count < Self.longest else { return false }
            state.keys.insert(key)
            state.waiting.append((key, job))
            guard state.running < limit else { return false }
            state.running += 1
            return true
        }
        if startsWorker { Task(priority: .low) { await self.work() } }
    }

    private func work() async {
        while let (key, job) = next() {
            let tell = await job()
            state.withLock { state in _ = state.keys.remove(key) }
            tell?(key)
        }
    }

    private func next() -> (key: FetchKey, job: Job)? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
