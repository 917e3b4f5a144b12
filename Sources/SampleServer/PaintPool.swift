// The threads that paint, so that the server's thread never does.
import CDesktop
import CShim
import Synchronization

/// A few named, niced threads that take jobs in turn.
///
/// Ownership: `stop` ends the threads and waits for them; a pool that is dropped without it leaves them blocked.
final class PaintPool: Sendable {
    /// One picture to paint, or nil for the end of a thread.
    private final class Job: Sendable {
        let run: (@Sendable () -> Void)?
        init(_ run: (@Sendable () -> Void)?) { self.run = run }
    }

    private struct Handles {
        var threads: [UInt] = []
        var waiting = 0
    }

    /// Jobs that may wait; a server that is this far behind says so instead.
    private static let longestQueue = 4_096

    // GAsyncQueue locks itself; the pointer is set once.
    private nonisolated(unsafe) let queue: OpaquePointer
    private let handles = Mutex(Handles())

    /// Starts `threads` threads, at most one a core.
    init(threads: Int) throws(SampleServerFailure) {
        guard let queue = g_async_queue_new() else { throw SampleServerFailure(description: "no memory for a queue") }
        self.queue = queue
        for index in 1...max(1, min(threads, Int(g_get_num_processors()))) {
            let context = Unmanaged.passRetained(self).toOpaque()
            let entry: GThreadFunc = { context in
                if let context { Unmanaged<PaintPool>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }
            guard let thread = g_thread_try_new("sample-paint-\(index)", entry, context, nil) else {
                Unmanaged<PaintPool>.fromOpaque(context).release()
                stop()
                throw SampleServerFailure(description: "no thread can be started")
            }
            let address = UInt(bitPattern: thread)
            handles.withLock { $0.threads.append(address) }
        }
    }

    deinit { g_async_queue_unref(queue) }

    /// Whether the job was taken; false when too many wait.
    func submit(_ run: @escaping @Sendable () -> Void) -> Bool {
        let taken = handles.withLock { handles in
            if handles.waiting < Self.longestQueue { handles.waiting += 1 } else { return false }
            return true
        }
        if taken { push(Job(run)) }
        return taken
    }

    /// Lets the jobs that wait run, ends the threads and waits for them. Not from a job.
    func stop() {
        let threads = handles.withLock { handles in
            defer { handles.threads = [] }
            return handles.threads
        }
        for _ in threads { push(Job(nil)) }
        for thread in threads { _ = g_thread_join(UnsafeMutablePointer(bitPattern: thread)) }
    }

    private func push(_ job: Job) { g_async_queue_push(queue, Unmanaged.passRetained(job).toOpaque()) }

    private func work() {
        // Painting must lose against the window's thread when both live in one process.
        tessera_thread_be_nice(5)
        while let pointer = g_async_queue_pop(queue) {
            guard let run = Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().run else { return }
            handles.withLock { $0.waiting -= 1 }
            run()
        }
    }
}
