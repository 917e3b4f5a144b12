// The pool: own threads, most urgent first, nothing on Swift's cooperative threads.
import CDesktop
import CShim
import Glibc
import ImagePipeline
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(1)))
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
}
