// Work on the thread that iterates GLib's default main context.
import CGLib

/// GLib's default main context, which the main thread of a program with windows iterates.
enum DefaultContext {
    /// Runs `body` in the context after what was posted before, once, and never in the call itself.
    /// - Parameter priority: GLib's, of which input and the windows' frames have `G_PRIORITY_DEFAULT` and less.
    static func post(at priority: Int32 = G_PRIORITY_DEFAULT, _ body: @escaping @Sendable () -> Void) {
        g_idle_add_full(
            priority,
            { context in
                if let context { Unmanaged<PostedBody>.fromOpaque(context).takeUnretainedValue().body() }
                return 0
            }, Unmanaged.passRetained(PostedBody(body)).toOpaque(),
            { context in if let context { Unmanaged<PostedBody>.fromOpaque(context).release() } })
    }
}
