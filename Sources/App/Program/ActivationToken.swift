// The token by which another program's window may come to the front, because the user has asked for it here.
import CGTK
import Desktop

/// A token of the display's compositor or window manager, for one start or request. Empty where the display gives none.
struct ActivationToken {
    /// The token, for the other program.
    let text: String
    private let display: OpaquePointer?

    /// Asks the display for a token. On the main thread; on Wayland the answer takes a round trip to the compositor.
    /// - Parameters:
    ///   - type: A type of content whose default program is named to the desktop. Without one there is no token.
    ///   - widget: A widget of the window in which the user has asked.
    init(for type: String, over widget: Widget) {
        display = gtk_widget_get_display(widget)
        // GLib before 2.82 refuses to make a token for no program.
        guard let program = g_app_info_get_default_for_type(type, 0),
            let context = gdk_display_get_app_launch_context(display)
        else {
            text = ""
            return
        }
        defer {
            g_object_unref(program.object)
            g_object_unref(context.object)
        }
        let token = g_app_launch_context_get_startup_notify_id(context.cast(), program, nil)
        text = token.map { String(cString: $0) } ?? ""
        g_free(token)
    }

    /// Tells the display that nothing comes.
    func discard() {
        guard !text.isEmpty, let context = gdk_display_get_app_launch_context(display) else { return }
        g_app_launch_context_launch_failed(context.cast(), text)
        g_object_unref(context.object)
    }
}
