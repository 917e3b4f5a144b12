// Threads for blocking work: decoding and file reading never run on Swift's cooperative pool, which has no more threads
// than the machine has cores.
import CGLib
import CThreads
public import ImagePipeline
import Synchronization

/// A fixed number of named threads that run jobs by priority, first in first out within one priority. Jobs come from
/// tasks that prefer this executor, or through `run`. The threads end after the last reference to the pool is gone and
/// its queue is empty, or in `finish`.
///
/// Work that its caller abandons while it runs (`CancelledWork.abandons`) frees its slot at once: another thread is
/// started when a job waits, and one ends when the abandoned work does. At most as many threads are added in this way
/// as the pool is wide.
public final class WorkerPool: TaskExecutor {
    /// The behaviour of `run` when its caller's task is cancelled while the work runs.
    public enum CancelledWork: Sendable {
        /// The caller waits until the work has ended.
        case waits
        /// The caller continues at once; the work runs to its end, and its result is discarded.
        case abandons
    }

    /// Number of threads, without those that run abandoned work.
    public let width: Int
    private let name: String
    private let niceness: Int
    private let queue: Monitor<Queue>

    /// Starts `width` threads called `name-1`, `name-2` … at `niceness` 0…19.
    public init(name: String, width: Int, niceness: Int) {
        self.width = max(1, width)
        self.name = name
        self.niceness = niceness
        TypeRegistration.decoding
        queue = Monitor(Queue(width: self.width))
        queue.withLock { queue in
            for number in 0..<self.width where !start(in: &queue) {
                precondition(number > 0, "the system gives no thread for \(name)")
            }
        }
    }

    deinit { for thread in close() { g_thread_unref(thread) } }

    /// Runs the waiting jobs, ends the threads and waits for them; returns at once when it was called before. A job
    /// that is enqueued later never runs. Blocks; not to be called from one of the threads, an actor or the main
    /// thread.
    public func finish() { for thread in close() { g_thread_join(thread) } }

    /// Closes the queue, so that no thread waits any more, and returns the threads for the caller to release or join.
    private func close() -> [UnsafeMutablePointer<GThread>] {
        var addresses: [UInt] = []
        queue.broadcast { queue in
            queue.isClosed = true
            (addresses, queue.threads) = (queue.threads, [])
        }
        return addresses.compactMap { UnsafeMutablePointer(bitPattern: $0) }
    }

    /// Starts a thread, which waits for the lock that the caller holds.
    /// - Returns: Whether the system provided a thread.
    private func start(in queue: inout Queue) -> Bool {
        // A thread holds the queue, not the pool, so that the pool can end while its threads wait.
        let context = Unmanaged.passRetained(self.queue).toOpaque()
        let thread = tessera_thread_new(
            "\(name)-\(queue.threads.count + 1)", Int32(niceness),
            { context in
                guard let context else { return }
                WorkerPool.work(through: Unmanaged<Monitor<Queue>>.fromOpaque(context).takeRetainedValue())
            }, context)
        guard let thread else {
            Unmanaged<Monitor<Queue>>.fromOpaque(context).release()
            return false
        }
        queue.threads.append(UInt(bitPattern: thread))
        return true
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let level = Queue.level(of: job.priority)
        let entry = Queue.Entry(job: UnownedJob(job), pool: self)
        queue.signal { queue in
            queue.append(entry, at: level)
            // If the system provides none, the job waits for one of the existing threads.
            if queue.lacksThread { _ = start(in: &queue) }
        }
    }

    /// Runs `body` on one of the threads and returns its result. Cancelling the caller's task cancels the task in which
    /// `body` runs, and prevents `body` from starting.
    /// - Parameter cancelled: The behaviour when `body` is already running.
    public func run<Result: Sendable>(
        priority: LoadPriority, cancelled: CancelledWork = .waits, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        if cancelled == .abandons { return try await runUntilAbandoned(priority, body) }
        let link = CancellationLink()
        return try await withTaskCancellationHandler {
            let task = Task(executorPreference: self, priority: TaskPriority(priority)) { () async throws -> Result in
                guard !link.isCancelled else { throw CancellationError() }
                return try body()
            }
            link.attach { task.cancel() }
            return try await task.value
        } onCancel: {
            link.cancel()
        }
    }

    private func runUntilAbandoned<Result: Sendable>(
        _ priority: LoadPriority, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let work = AbandonableWork<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard work.await(with: continuation) else { return }
                let task = Task(executorPreference: self, priority: TaskPriority(priority)) {
                    guard work.begin() else { return }
                    let result = Swift.Result { try body() }
                    if !work.end(with: result) { self.queue.withLock { $0.endAbandonedWork() } }
                }
                work.attach { task.cancel() }
            }
        } onCancel: {
            if work.leave(lending: { self.lend() }) {
                self.queue.withLock { if $0.lacksThread { _ = self.start(in: &$0) } }
            }
        }
    }

    /// Counts the slot of abandoned work as free.
    private func lend() { queue.withLock { $0.left += 1 } }

    /// Numbers of threads and of abandoned pieces of work that still run; for tests.
    var census: (threads: Int, left: Int) { queue.withLock { ($0.threads.count, $0.left) } }

    private static func work(through queue: Monitor<Queue>) {
        while let entry = queue.wait(for: { $0.next() }) {
            entry.job.runSynchronously(on: entry.pool.asUnownedTaskExecutor())
        }
    }

    private struct Queue {
        struct Entry {
            let job: UnownedJob
            /// Keeps the executor alive while one of its jobs waits or runs.
            let pool: WorkerPool
        }

        let width: Int
        /// Addresses of the GThreads, owned by the pool until they are joined or released; a pointer is not Sendable.
        var threads: [UInt] = []
        /// Number of abandoned pieces of work that still run.
        var left = 0
        private var levels = [Level](repeating: Level(), count: LoadPriority.allCases.count)
        var isClosed = false

        init(width: Int) { self.width = width }

        /// Number of threads allowed now: at most twice the width.
        private var allowed: Int { width + min(left, width) }

        /// Whether a job waits and another thread may be started for it.
        var lacksThread: Bool {
            !isClosed && threads.count < allowed && levels.contains { !$0.isEmpty }
        }

        mutating func endAbandonedWork() { left -= 1 }

        mutating func append(_ entry: Entry, at level: Int) { levels[level].append(entry) }

        /// Returns the next job; `.some(nil)` if no job will follow, nil to wait.
        mutating func next() -> Entry?? {
            // One thread too many since abandoned work has ended: this one. After `close` all threads belong to its
            // caller.
            if !isClosed, threads.count > allowed, let own = threads.firstIndex(of: UInt(bitPattern: g_thread_self())) {
                threads.remove(at: own)
                g_thread_unref(g_thread_self())
                return .some(nil)
            }
            for level in levels.indices.reversed() {
                if let entry = levels[level].popFirst() { return entry }
            }
            return isClosed ? .some(nil) : nil
        }

        static func level(of priority: JobPriority) -> Int {
            LoadPriority.allCases.last { TaskPriority($0).rawValue <= priority.rawValue }?.rawValue ?? 0
        }
    }

    /// A queue that moves its head instead of its elements.
    private struct Level {
        private var entries: [Queue.Entry?] = []
        private var head = 0

        var isEmpty: Bool { head == entries.count }

        mutating func append(_ entry: Queue.Entry) { entries.append(entry) }

        mutating func popFirst() -> Queue.Entry? {
            guard head < entries.count else { return nil }
            let entry = entries[head]
            entries[head] = nil
            head += 1
            if head == entries.count {
                entries.removeAll(keepingCapacity: true)
                head = 0
            }
            return entry
        }
    }
}

/// A link that carries a cancellation from the waiting task to the working one, whichever of cancellation and start
/// comes first.
private final class CancellationLink: Sendable {
    private struct State {
        var isCancelled = false
        var cancel: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func attach(_ cancel: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.cancel = cancel
            return state.isCancelled
        }
        if isLate { cancel() }
    }

    func cancel() {
        let cancel = state.withLock { state in
            state.isCancelled = true
            return state.cancel
        }
        cancel?()
    }
}

extension TaskPriority {
    /// Maps the four priorities of the loader to Swift's, so that waiting for a task raises its priority.
    package init(_ priority: LoadPriority) {
        self =
            switch priority {
            case .visible: .userInitiated
            case .ahead: .medium
            case .behind: .utility
            case .speculative: .background
            }
    }
}
