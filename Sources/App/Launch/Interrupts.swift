// The end of the program by a signal: of a session that ends, or of a terminal.
import CGTK
import Desktop

/// Quits the application at SIGINT, SIGTERM and SIGHUP, as its own action does: what has been begun is written first,
/// but operations on files stop at once, and the next start offers to go on with them. A second signal does not wait
/// for that.
final class Interrupts {
    private let application: UnsafeMutablePointer<GApplication>
    private var sources: [guint] = []
    private var isEnding = false
    private let interrupt: () -> Void

    /// - Parameters:
    ///   - application: Borrowed; outlives this object.
    ///   - interrupt: Stops what would take long.
    init(quitting application: UnsafeMutablePointer<GApplication>, interrupt: @escaping () -> Void = {}) {
        self.application = application
        self.interrupt = interrupt
        sources = [SIGINT, SIGTERM, SIGHUP].map { signal in
            g_unix_signal_add(
                signal,
                { context in
                    nonisolated(unsafe) let context = context  // on the main thread
                    MainActor.assumeIsolated {
                        guard let context else { preconditionFailure("a signal came without its receiver") }
                        Unmanaged<Interrupts>.fromOpaque(context).takeUnretainedValue().quit()
                    }
                    return 1
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Leaves the signals to the system again.
    func stop() {
        for source in sources { g_source_remove(source) }
        sources = []
    }

    private func quit() {
        // Without its actions the application has not begun.
        let quit = "quit"
        if isEnding || g_action_map_lookup_action(application.opaque, quit) == nil {
            return g_application_quit(application)
        }
        isEnding = true
        interrupt()
        g_action_group_activate_action(application.opaque, quit, nil)
    }
}
