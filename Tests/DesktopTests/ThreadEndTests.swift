// Threads end with the objects that started them.
import CGLib
import Codecs
import Fixtures
import ImagePipeline
import Testing

@testable import Desktop

@Suite(.timeLimit(.minutes(5)))
struct ThreadEndTests {
    /// Whether a thread of this process bears the name. The kernel's own list.
    private func exists(_ name: String) -> Bool {
        guard let folder = g_dir_open("/proc/self/task", 0, nil) else { return false }
        defer { g_dir_close(folder) }
        while let task = g_dir_read_name(folder) {
            var text: UnsafeMutablePointer<CChar>?
            g_file_get_contents("/proc/self/task/\(String(cString: task))/comm", &text, nil, nil)
            defer { g_free(text) }
            if let text, String(cString: g_strchomp(text)) == name { return true }
        }
        return false
    }

    /// Gives way until the thread is gone; the suite's time limit is the only clock.
    private func end(of name: String) async { while exists(name) { await Task.yield() } }

    @Test func aLoopThreadEndsWithItsExecutor() async {
        let ran = Gate()
        do {
            let executor = LoopExecutor(name: "ending-loop")
            executor.post { ran.open() }
            await ran.opened()
            #expect(exists("ending-loop"))
        }
        await end(of: "ending-loop")
    }

    @Test func finishingALoopThreadRunsWhatWasPostedAndEndsIt() async {
        let executor = LoopExecutor(name: "finishing-loop")
        let ran = Monitor(0)
        for _ in 0..<50 { executor.post { ran.signal { $0 += 1 } } }
        executor.finish()
        executor.finish()
        executor.post { ran.signal { $0 += 1 } }
        #expect(ran.withLock { $0 } == 50)
        await end(of: "finishing-loop")
    }

    @Test func aPoolsThreadsEndWithIt() async throws {
        do {
            let pool = WorkerPool(name: "ending", width: 2, niceness: 0)
            try await pool.run(priority: .visible) {}
            // A thread takes its name when it first runs.
            while !exists("ending-1") || !exists("ending-2") { await Task.yield() }
        }
        await end(of: "ending-1")
        await end(of: "ending-2")
    }

    /// The kernel wakes whoever joins a thread a moment before it takes the thread off its list.
    @Test func finishingRunsWhatWaitsAndEndsTheThreads() async {
        let pool = WorkerPool(name: "finishing", width: 2, niceness: 0)
        let ran = Monitor(0)
        for _ in 0..<50 {
            Task(executorPreference: pool) { ran.signal { $0 += 1 } }
        }
        pool.finish()
        pool.finish()
        #expect(ran.withLock { $0 } == 50)
        await end(of: "finishing-1")
        await end(of: "finishing-2")
    }
}
