// Termination signals, for a program without a window that cleans up before it ends.
import CGLib
import Desktop

/// Waiting for SIGINT and SIGTERM.
enum TerminationRequest {
    /// Returns at the first SIGINT or SIGTERM; a later one terminates the program as usual. Not cancellable.
    /// - Parameter isHeard: called on a thread of its own as soon as the signals are handled. A process that learns
    ///   from this call that the program runs may therefore stop it at once.
    static func wait(isHeard: @escaping @Sendable () -> Void = {}) async {
        let executor = LoopExecutor(name: "signals")
        await withCheckedContinuation { continuation in
            executor.post {
                Watch(executor) { continuation.resume() }.start()
                isHeard()
            }
        }
    }

    /// The sources of both signals on the executor's thread. Its context keeps it alive until the first signal.
    private final class Watch {
        private let executor: LoopExecutor
        private let arrived: () -> Void
        private var sources: [UnsafeMutablePointer<GSource>] = []

        init(_ executor: LoopExecutor, arrived: @escaping () -> Void) {
            self.executor = executor
            self.arrived = arrived
        }

        func start() {
            let context = Unmanaged.passRetained(self).toOpaque()
            sources = [SIGINT, SIGTERM].compactMap { g_unix_signal_source_new($0) }
            for source in sources {
                g_source_set_callback(
                    source,
                    { context in
                        if let context { Unmanaged<Watch>.fromOpaque(context).takeRetainedValue().end() }
                        return 0
                    }, context, nil)
                g_source_attach(source, g_main_context_get_thread_default())
            }
        }

        private func end() {
            // Removing the last source of a signal restores its default action.
            for source in sources {
                g_source_destroy(source)
                g_source_unref(source)
            }
            arrived()
        }
    }
}
