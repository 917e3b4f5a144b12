// The threads that paint, so that the server's thread never does.
import CGLib
import Codecs
import Desktop
import Synchronization

/// A few named, niced threads that take jobs in turn.
///
/// Ownership: `stop` ends the threads and waits for them; those of a pool that is dropped without it end by themselves.
final class PaintPool: Sendable {
    /// Jobs that may wait; a server that is this far behind says so instead.
    private static let longestQueue = 4_096
    /// Painting must lose against the window's thread when both live in one process. Not by more: the threads of OpenGL in
    /// software would leave it nothing, and half of the gallery blank.
    private static let niceness = 5

    private let threads: WorkerPool
    private let waiting = Atomic<Int>(0)

    /// Starts `threads` threads, at most one a core.
    init(threads: Int) {
        self.threads = WorkerPool(
            name: "sample-paint", width: min(threads, Int(g_get_num_processors())), niceness: Self.niceness)
    }

    /// Whether the job was taken; false when too many wait.
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

    /// Lets the jobs that wait run, ends the threads and waits for them. Not from a job.
    func stop() { threads.finish() }
}
