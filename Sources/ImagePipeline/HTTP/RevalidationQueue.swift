// The confirmations of stale pictures that run while the pictures are shown: few at once, one for each picture.
import Synchronization

/// Runs jobs, at most one a key and `limit` at the same time, in the order of their coming. Callable from any thread.
final class RevalidationQueue: Sendable {
    typealias Job = @Sendable () async -> Void

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

    /// Nothing happens when a job for the key waits or runs already.
    func add(_ key: FetchKey, _ job: @escaping Job) {
        let startsWorker = state.withLock { state in
            guard state.waiting.count < Self.longest, state.keys.insert(key).inserted else { return false }
            state.waiting.append((key, job))
            guard state.running < limit else { return false }
            state.running += 1
            return true
        }
        guard startsWorker else { return }
        Task(priority: .low) { await self.work() }
    }

    private func work() async {
        while let (key, job) = next() {
            await job()
            state.withLock { state in _ = state.keys.remove(key) }
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
