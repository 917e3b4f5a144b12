// The main actor as one source of the GLib main loop. It uses libdispatch's main-queue handle, not the experimental
// custom main executor; to change that, change this file and CLoop's mainloop.c.
import CGLib
import CLoop
import Dispatch  // links libdispatch, which owns the queue that CLoop joins

/// The main thread's loop, which runs GTK and the main actor.
@MainActor
public enum MainLoop {
    private static var source: UInt32 = 0

    /// Attaches the main actor to GLib's default main context. Call once, from a synchronous `main`, before the
    /// application runs; later calls do nothing.
    public static func attach() {
        guard source == 0 else { return }
        source = tessera_mainloop_attach(nil)
        precondition(
            source != 0, "libdispatch gave no main-queue handle: the Swift runtime is not one that Tessera knows")
    }

    /// Runs `body` in the loop's next iteration, before any input: jobs of the main actor come after the input that
    /// waits. Any thread.
    public nonisolated static func runBeforeEvents(_ body: @escaping @MainActor @Sendable () -> Void) {
        DefaultContext.post(at: G_PRIORITY_HIGH) { MainActor.assumeIsolated(body) }
    }

    /// Number of times that the loop has run main-actor jobs; constant while the program is idle.
    public static var dispatchCount: UInt64 { UInt64(tessera_mainloop_dispatch_count()) }

    /// Microseconds that the loop has spent on main-actor jobs.
    public static var dispatchTime: Int64 { Int64(tessera_mainloop_dispatch_time()) }

    /// Starts measuring main-loop iterations: from the end of a wait for events to the beginning of the next.
    /// - Parameter stall: Microseconds above which an iteration is a stall.
    /// - Returns: The id for `stopCountingIterations`.
    public static func startCountingIterations(stall: Int64) -> UInt32 { tessera_iterations_start(gint64(stall)) }

    /// Stops measuring main-loop iterations.
    public static func stopCountingIterations(_ id: UInt32) { tessera_iterations_stop(id) }

    /// Returns the duration of the longest iteration that has ended since the last call, in microseconds, and how many
    /// iterations were stalls.
    public static func takeIterations() -> (longest: Int64, stalls: Int) {
        var stalls: UInt32 = 0
        let longest = tessera_iterations_take(&stalls)
        return (Int64(longest), Int(stalls))
    }
}
