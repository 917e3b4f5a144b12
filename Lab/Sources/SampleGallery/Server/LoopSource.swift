// Timers and descriptor watches of the server's thread, with Swift closures.
import CGLib

/// One source of the main context that is the calling thread's default when it is created. Releasing it removes the
/// source and releases its closure; both may happen inside the closure.
///
/// Isolation: created, used and released on one thread.
final class LoopSource {
    private let source: UnsafeMutablePointer<GSource>?

    /// Takes over `source`, which has not been attached.
    /// - Parameter body: returns whether the source stays.
    private init(adopting source: UnsafeMutablePointer<GSource>?, _ callback: GSourceFunc, body: @escaping () -> Bool) {
        self.source = source
        g_source_set_callback(
            source, callback, Unmanaged.passRetained(Body(body)).toOpaque(),
            { context in if let context { Unmanaged<Body>.fromOpaque(context).release() } })
        g_source_attach(source, g_main_context_get_thread_default())
    }

    /// Runs the body once.
    convenience init(afterMilliseconds delay: Int, body: @escaping () -> Void) {
        self.init(adopting: g_timeout_source_new(guint(clamping: delay)), { Body.run($0) }) {
            body()
            return false
        }
    }

    /// Runs the body while the descriptor, which has to stay open, has one of the conditions.
    convenience init(watching descriptor: Int32, for conditions: GIOCondition, body: @escaping () -> Bool) {
        let callback: GUnixFDSourceFunc = { _, _, context in Body.run(context) }
        self.init(
            adopting: g_unix_fd_source_new(descriptor, conditions), unsafeBitCast(callback, to: GSourceFunc.self),
            body: body)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }

    private final class Body {
        private let body: () -> Bool

        init(_ body: @escaping () -> Bool) { self.body = body }

        /// GLib holds the box while it runs.
        static func run(_ context: UnsafeMutableRawPointer?) -> gboolean {
            guard let context else { return 0 }
            return Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().body() ? 1 : 0
        }
    }
}
