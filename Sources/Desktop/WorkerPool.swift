// Threads of our own for work that blocks: decoding and file reading never run on Swift's cooperative pool, which has
// no more threads than the machine has cores.
import CDesktop
import CShim
public import ImagePipeline
import Synchronization

/// A fixed number of named threads that take jobs by priority, first in first out within one priority. Jobs enter as
/// those of tasks that prefer this executor, or through `run`. The threads end after the pool's last reference is gone
/// and its queue is empty, or in `finish`.
public final class WorkerPool: TaskExecutor {
    /// Number of threads.
    public let width: Int
    private let queue = Monitor(Queue())
    /// Addresses of the GThreads, which belong to the pool until they are joined or let go; a pointer is not Sendable.
    private let threads = Mutex<[UInt]>([])

    /// Starts `width` threads called `name-1`, `name-2` … at `niceness` 0…19.
    public init(name: String, width: Int, niceness: Int) {
        self.width = max(1, width)
        for number in 1...self.width {
            // A thread holds the queue, not the pool, so that the pool can end while its threads wait.
            let context = Unmanaged.passRetained(queue).toOpaque()
            let thread = tessera_thread_new(
                "\(name)-\(number)", Int32(niceness),
                { context in
                    guard let context else { return }
                    WorkerPool.work(through: Unmanaged<Monitor<Queue>>.fromOpaque(context).takeRetainedValue())
                }, context)
            guard let thread else {
                Unmanaged<Monitor<Queue>>.fromOpaque(context).release()
                precondition(number > 1, "the system gives no thread for \(name)")
                break
            }
            let address = UInt(bitPattern: thread)
            threads.withLock { $0.append(address) }
        }
    }

    deinit { for thread in close() { g_thread_unref(thread) } }

    /// Lets the jobs that wait run, ends the threads and waits for them; at once when it was called before. A job that
    /// enters later never runs. Blocks; not from one of the threads, an actor or the main thread.
    public func finish() { for thread in close() { g_thread_join(thread) } }

    /// Lets no thread wait any more, and gives up the threads.
    private func close() -> [UnsafeMutablePointer<GThread>] {
        queue.broadcast { $0.isClosed = true }
        let addresses = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        return addresses.compactMap { UnsafeMutablePointer(bitPattern: $0) }
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let level = Queue.level(of: job.priority)
        let entry = Queue.Entry(job: UnownedJob(job), pool: self)
        queue.signal { $0.append(entry, at: level) }
    }

    /// Runs `body` on one of the threads and gives its result. Cancelling the caller's task cancels the task in which
    /// `body` runs, and keeps it from starting.
    public func run<Result: Sendable>(
        priority: LoadPriority, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
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

        private var levels = [Level](repeating: Level(), count: LoadPriority.allCases.count)
        var isClosed = false

        mutating func append(_ entry: Entry, at level: Int) { levels[level].append(entry) }

        /// The next job, `.some(nil)` when there will be none any more, nil to wait.
        mutating func next() -> Entry?? {
            for level in levels.indices.reversed() {
                if let entry = levels[level].popFirst() { return entry }
            }
            return isClosed ? .some(nil) : nil
        }

        static func level(of priority: JobPriority) -> Int {
            LoadPriority.allCases.last { TaskPriority($0).rawValue <= priority.rawValue }?.rawValue ?? 0
        }
    }

    /// A queue whose head moves instead of its elements.
    private struct Level {
        private var entries: [Queue.Entry?] = []
        private var head = 0

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

/// Carries a cancel from the waiting task to the working one, whichever of cancel and start comes first.
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
    /// The four levels of the loader in Swift's own terms, so that waiting for a task raises it as it should.
    init(_ priority: LoadPriority) {
        self =
            switch priority {
            case .visible: .userInitiated
            case .ahead: .medium
            case .behind: .utility
            case .speculative: .background
            }
    }
}
