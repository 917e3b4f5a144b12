// Painting threads, so that the server's thread never paints.
import CGLib
import Codecs
import Desktop
import Synchronization

/// Pool of named threads with a niceness, which run jobs in order.
///
/// Ownership: `stop` ends the threads and waits for them; without it they end by themselves after the pool is released.
final class PaintPool: Sendable {
    /// Maximum number of waiting jobs; beyond it the server answers that it timed out.
    private static let longestQueue = 4_096
    /// Painting must yield to the window's thread when both run in one process. Not by more than this: OpenGL's
    /// software rendering threads would leave it no time, and half of the gallery blank.
    private static let niceness = 5

    private let threads: WorkerPool
    private let waiting = Atomic<Int>(0)

    /// Starts `threads` threads, at most one per core.
    init(threads: Int) {
        self.threads = WorkerPool(
            name: "sample-paint", width: min(threads, Int(g_get_num_processors())), niceness: Self.niceness)
    }

    /// Submits a job. Returns false when too many are waiting.
    func submit(_ run: @escaping @Sendable () -> Void) -> Bool {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.longestQueue else {
            waiting.subtract(1, ordering: .relaxed)
            return false
        }
        Task(executorPreference: threads) { [self] in
            waiting.subtract(1, ordering: .relaxed)
            run()
        }
        return true
    }

    /// Runs the waiting jobs, ends the threads and waits for them. Not from a job.
    func stop() { threads.finish() }
}
