// Turning GLib's main loop from a test, which XCTest runs on the process's main thread.
import CGLib
import Desktop
import XCTest

/// Microseconds since some fixed point.
func monotonicTime() -> Int64 { Int64(g_get_monotonic_time()) }

/// Turns the loop until `done`, at most `limit` seconds; a test that runs into the limit has failed.
@MainActor
func runLoop(limit: Double = 20, until done: () -> Bool, file: StaticString = #filePath, line: UInt = #line) {
    MainLoop.attach()
    let end = monotonicTime() + Int64(limit * 1e6)
    // A timer wakes the loop, so that the limit is noticed even when nothing else does.
    let timer = g_timeout_add(50, { _ in 1 }, nil)
    defer { g_source_remove(timer) }
    while !done() {
        g_main_context_iteration(nil, 1)
        if monotonicTime() > end {
            XCTFail("the loop turned for \(limit) s and it did not happen", file: file, line: line)
            return
        }
    }
}
