// Termination signals, for a server that runs as its own process.
import CGLib

/// Waiting for SIGINT and SIGTERM.
public enum TerminationRequest {
    /// Returns at the first SIGINT or SIGTERM; a later one terminates the program as usual.
    /// - Parameter isHeard: called on a thread of its own as soon as the signals are handled. A process that learns of
    ///   the server from this call may therefore stop it at once.
    /// - Throws: `SampleServerFailure` when no thread can be started.
    public static func wait(isHeard: @escaping @Sendable () -> Void = {}) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                _ = try LoopThread(name: "signals") { thread in
                    let sources = [SIGINT, SIGTERM].compactMap { g_unix_signal_source_new($0) }
                    for source in sources {
                        let callback: GSourceFunc = { thread in
                            if let thread { Unmanaged<LoopThread>.fromOpaque(thread).takeUnretainedValue().quit() }
                            return 0
                        }
                        // Borrowed: the thread outlives its own loop.
                        g_source_set_callback(source, callback, Unmanaged.passUnretained(thread).toOpaque(), nil)
                        g_source_attach(source, g_main_context_get_thread_default())
                    }
                    isHeard()
                    thread.run()
                    // Removing the last source of a signal restores its default action.
                    for source in sources {
                        g_source_destroy(source)
                        g_source_unref(source)
                    }
                    continuation.resume()
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
