// A serial executor for actors: one thread with its own GLib main loop, where asynchronous calls of the actor also call
// back.
import CThreads
import Codecs
import Synchronization

/// An executor that runs an actor's jobs on one named thread, which iterates its own main context. The thread ends
/// after the executor's last reference is gone and everything posted before has run, or in `finish`.
///
/// `@unchecked Sendable`: the C loop may be used from any thread, and the pending jobs are behind a lock.
public final class LoopExecutor: SerialExecutor, @unchecked Sendable {
    private let thread: OpaquePointer
    private let pending = Mutex<[UnownedJob]>([])
    private let isFinished = Mutex(false)

    /// Starts the thread; `name` keeps 15 bytes. `niceness` is 0 to 19: long work during a scroll should leave the
    /// cores to the scroll.
    public init(name: String, niceness: Int = 0) {
        TypeRegistration.desktop
        guard let thread = tessera_loop_thread_new(name, Int32(niceness)) else {
            preconditionFailure("the system gives no thread for \(name)")
        }
        self.thread = thread
    }

    deinit { tessera_loop_thread_stop(thread) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = pending.withLock { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        guard isFirst else { return }
        // One wake-up for all jobs that gather until it runs. It retains the executor, because a job may release the
        // last other reference.
        tessera_loop_thread_post(
            thread,
            { context in
                guard let context else { return }
                Unmanaged<LoopExecutor>.fromOpaque(context).takeRetainedValue().runPending()
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func runPending() {
        let jobs = pending.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// Ends the thread once what was posted before has run, and waits for it; returns at once when it was called
    /// before. A job that is enqueued later never runs. Blocks; not to be called from the thread itself.
    public func finish() {
        let isFirst = isFinished.withLock { isFinished in
            defer { isFinished = true }
            return !isFinished
        }
        if isFirst { tessera_loop_thread_join(thread) }
    }

    /// Runs `body` on the thread after what was posted before; releases it unused after `finish`.
    public func post(_ body: @escaping @Sendable () -> Void) {
        isFinished.withLock { isFinished in
            if isFinished { return }
            tessera_loop_thread_post(
                thread,
                { context in
                    guard let context else { return }
                    Unmanaged<PostedBody>.fromOpaque(context).takeRetainedValue().body()
                }, Unmanaged.passRetained(PostedBody(body)).toOpaque())
        }
    }

    /// Whether the caller runs on the thread.
    public var isCurrent: Bool { tessera_loop_thread_is_current(thread) != 0 }

    public func checkIsolated() {
        precondition(isCurrent, "this must run on the loop's own thread")
    }
}
