// The pool: own threads, most urgent first, nothing on Swift's cooperative threads.
import CGLib
import CThreads
import Fixtures
import Glibc
import ImagePipeline
import Testing

@testable import Codecs

@Suite(.timeLimit(.minutes(5)))
struct WorkerPoolTests {
    private func threadName() -> String {
        var text: UnsafeMutablePointer<CChar>?
        g_file_get_contents("/proc/thread-self/comm", &text, nil, nil)
        defer { g_free(text) }
        return text.map { String(cString: g_strchomp($0)) } ?? ""
    }

    @Test func jobsRunOnThePoolsOwnNicedThreads() async throws {
        let pool = WorkerPool(name: "decode", width: 2, niceness: 10)
        let (name, niceness) = try await pool.run(priority: .visible) {
            (threadName(), getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(tessera_thread_id())))
        }
        #expect(["decode-1", "decode-2"].contains(name))
        #expect(niceness == 10)
        #expect(!threadName().hasPrefix("decode"))
    }

    @Test func urgentWorkOvertakesWhatWaitsAndEqualsKeepTheirOrder() async throws {
        let pool = WorkerPool(name: "one", width: 1, niceness: 0)
        let busy = Gate()
        let hold = Gate()
        let order = Monitor<[String]>([])
        async let first: Void = pool.run(priority: .visible) {
            busy.open()
            hold.block()
        }
        await busy.opened()
        // Enqueued straight on the executor, so that the order of arrival is the order of these lines.
        let done = Gate()
        func add(_ name: String, _ priority: LoadPriority) {
            Task(executorPreference: pool, priority: TaskPriority(priority)) {
                let count = order.withLock {
                    $0.append(name)
                    return $0.count
                }
                if count == 6 { done.open() }
            }
        }
        add("speculative", .speculative)
        add("behind", .behind)
        add("ahead 1", .ahead)
        add("ahead 2", .ahead)
        add("visible 1", .visible)
        add("visible 2", .visible)
        hold.open()
        try await first
        await done.opened()
        #expect(order.withLock { $0 } == ["visible 1", "visible 2", "ahead 1", "ahead 2", "behind", "speculative"])
    }

    @Test func cancelledWorkThatHasNotStartedNeverRuns() async throws {
        let pool = WorkerPool(name: "one", width: 1, niceness: 0)
        let busy = Gate()
        let hold = Gate()
        async let first: Void = pool.run(priority: .visible) {
            busy.open()
            hold.block()
        }
        await busy.opened()
        let second = Task { try await pool.run(priority: .visible) { Issue.record("ran although cancelled") } }
        second.cancel()
        hold.open()
        try await first
        await #expect(throws: CancellationError.self) { try await second.value }
    }

    // MARK: Work that is left

    @Test func leftWorkGivesItsSlotToTheNext() async throws {
        let pool = WorkerPool(name: "left", width: 1, niceness: 0)
        let work = StuckWork(in: pool)
        await work.started.opened()
        work.caller.cancel()
        // At once, although it still runs.
        await #expect(throws: CancellationError.self) { try await work.caller.value }
        #expect(pool.census.left == 1)
        let name = try await pool.run(priority: .visible) { threadName() }
        #expect(name == "left-2")
        #expect(!work.hasEnded)
        work.finish.open()
        await work.ended.opened()
        while pool.census != (1, 0) { _ = try await pool.run(priority: .visible) {} }
    }

    @Test func noMoreThreadsAreLentThanThePoolIsWide() async throws {
        let pool = WorkerPool(name: "lent", width: 1, niceness: 0)
        // One after the other: begun together they might take the thread in the other order.
        var left: [StuckWork] = []
        for _ in 0..<2 {
            let work = StuckWork(in: pool)
            await work.started.opened()
            work.caller.cancel()
            await #expect(throws: CancellationError.self) { try await work.caller.value }
            left.append(work)
        }
        let (first, second) = (left[0], left[1])
        #expect(pool.census == (2, 2))
        let third = StuckWork(in: pool)
        for _ in 0..<100 { await Task.yield() }
        #expect(pool.census.threads == 2)
        #expect(!third.hasStarted)
        first.finish.open()
        await third.started.opened()
        for work in [second, third] { work.finish.open() }
        try await third.caller.value
        while pool.census != (1, 0) { _ = try await pool.run(priority: .visible) {} }
    }

    @Test func leavingWorkThatHasNotStartedLendsNothing() async throws {
        let pool = WorkerPool(name: "one", width: 1, niceness: 0)
        let first = StuckWork(in: pool)
        await first.started.opened()
        let second = StuckWork(in: pool)
        second.caller.cancel()
        await #expect(throws: CancellationError.self) { try await second.caller.value }
        #expect(pool.census == (1, 0))
        first.finish.open()
        try await first.caller.value
        try await pool.run(priority: .visible) {}
        #expect(!second.hasStarted)
    }

    @Test func aPoolEndsAfterItsLeftWork() async throws {
        let ended: Gate
        do {
            let pool = WorkerPool(name: "leaving", width: 2, niceness: 0)
            let work = StuckWork(in: pool)
            ended = work.ended
            await work.started.opened()
            work.caller.cancel()
            _ = try await pool.run(priority: .visible) {}
            work.finish.open()
            _ = await work.caller.result
            pool.finish()
        }
        await ended.opened()
    }

    /// Work that takes no notice of a cancel and ends when it is told to; its caller leaves it.
    private final class StuckWork: Sendable {
        let started = Gate(), finish = Gate(), ended = Gate()
        let caller: Task<Void, any Error>
        private let isRunning: Monitor<(started: Bool, ended: Bool)>

        init(in pool: WorkerPool) {
            let (started, finish, ended) = (started, finish, ended)
            let isRunning = Monitor((started: false, ended: false))
            self.isRunning = isRunning
            caller = Task {
                try await pool.run(priority: .visible, cancelled: .abandons) {
                    isRunning.withLock { $0.started = true }
                    started.open()
                    finish.block()
                    isRunning.withLock { $0.ended = true }
                    ended.open()
                }
            }
        }

        var hasStarted: Bool { isRunning.withLock { $0.started } }
        var hasEnded: Bool { isRunning.withLock { $0.ended } }
    }
}
