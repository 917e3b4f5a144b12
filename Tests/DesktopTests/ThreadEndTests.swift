// Threads end with the objects that started them.
import CGLib
import CThreads
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

    /// A loop thread, and two threads that post to it. These are a little nice, so that the loop, which they wake,
    /// takes their core before they return; much nicer ones would get none beside other programs.
    private final class PostedTo: Sendable {
        nonisolated(unsafe) private let loop = tessera_loop_thread_new("posted-to", 0)!
        private let left = Monitor(2)
        private let ran = Gate()
        private let returned: Monitor<Int>

        init(counting returned: Monitor<Int>) { self.returned = returned }

        /// Ends the loop when both jobs have run.
        func run() async {
            for _ in 0..<2 {
                let thread = tessera_thread_new(
                    "posting", 3, { Unmanaged<PostedTo>.fromOpaque($0!).takeRetainedValue().post() },
                    Unmanaged.passRetained(self).toOpaque())
                g_thread_unref(thread!)
            }
            await ran.opened()
            tessera_loop_thread_stop(loop)
        }

        private func post() {
            tessera_loop_thread_post(
                loop, { Unmanaged<PostedTo>.fromOpaque($0!).takeRetainedValue().ranOne() },
                Unmanaged.passRetained(self).toOpaque())
            returned.broadcast { $0 += 1 }
        }

        private func ranOne() {
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { ran.open() }
        }
    }

    /// What an executor's last job does whose end lets its caller release the executor.
    @Test func aLoopThreadMayEndBeforeThoseWhoPostToItHaveReturned() async {
        let returned = Monitor(0)
        for _ in 0..<1_000 { await PostedTo(counting: returned).run() }
        while returned.withLock({ $0 }) < 2_000 { await Task.yield() }
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
