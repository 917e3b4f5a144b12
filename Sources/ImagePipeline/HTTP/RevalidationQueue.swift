// The confirmations of stale pictures that run while the pictures are shown: few at once, one for each picture.
import Synchronization

/// Runs jobs, at most one a key and `limit` at the same time, in the order of their coming. Callable from any thread.
final class RevalidationQueue: Sendable {
    /// What it returns is run once a job for the key may be added again, so that nobody who adds one misses the outcome.
    typealias Job = @Sendable () async -> @Sendable () -> Void

    /// Jobs that wait at most. Beyond that a picture stays as it is until it is looked at again.
    private static let longest = 1024

    private struct State {
        /// Waiting or running.
        var keys: Set<FetchKey> = []
        var waiting: [(key: FetchKey, job: Job)] = []
        var running = 0
    }
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// Adds no second job for a key.
    /// - Returns: whether a job for the key waits or runs now; false when too many wait.
    func add(_ key: FetchKey, _ job: @escaping Job) -> Bool {
        let (isAdded, startsWorker) = state.withLock { state in
            if state.keys.contains(key) { return (true, false) }
            guard state.waiting.count < Self.longest else { return (false, false) }
            state.keys.insert(key)
            state.waiting.append((key, job))
            guard state.running < limit else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        if startsWorker { Task(priority: .low) { await self.work() } }
        return isAdded
    }

    private func work() async {
        while let (key, job) = next() {
            let tell = await job()
            state.withLock { state in _ = state.keys.remove(key) }
            tell()
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
