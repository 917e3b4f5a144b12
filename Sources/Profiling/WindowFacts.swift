// Facts about window and display for the profile report.
import CGTK
import Desktop

/// Facts about toolkit, display and window.
enum WindowFacts {
    /// Version of GTK at run time, which may be newer than the one at build time.
    static var gtkVersion: String {
        "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
    }

    /// The display backend without its prefix: X11, Wayland.
    static var display: String? {
        guard let display = gdk_display_get_default() else { return nil }
        let name = typeName(display.object)
        return name.hasPrefix("Gdk") && name.hasSuffix("Display") ? String(name.dropFirst(3).dropLast(7)) : name
    }

    /// The class of the renderer that draws a realized window: GskCairoRenderer, GskGLRenderer.
    static func renderer(of window: UnsafeMutablePointer<GtkWindow>) -> String? {
        guard let native = gtk_widget_get_native(window.cast()), let renderer = gtk_native_get_renderer(native) else {
            return nil
        }
        return typeName(renderer.object)
    }

    /// Size of the window in logical pixels, as `--window-size` counts them. The widget's own size excludes the frame
    /// that GTK draws where the display has no compositor. GTK's default size includes it, and applies to a window that
    /// is neither maximised nor full-screen.
    static func size(of window: UnsafeMutablePointer<GtkWindow>) -> (width: Int, height: Int) {
        guard gtk_window_is_maximized(window) == 0, gtk_window_is_fullscreen(window) == 0 else {
            return (Int(gtk_widget_get_width(window.cast())), Int(gtk_widget_get_height(window.cast())))
        }
        var width: Int32 = 0, height: Int32 = 0
        gtk_window_get_default_size(window, &width, &height)
        return (Int(width), Int(height))
    }

    /// Milliseconds between two refreshes of the first monitor; nil when the display does not report it, as Xvfb does
    /// not.
    static var refreshInterval: Double? {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display),
            let monitor = g_list_model_get_item(monitors, 0)
        else { return nil }
        defer { g_object_unref(monitor) }
        let millihertz = gdk_monitor_get_refresh_rate(monitor.opaque)
        return millihertz > 0 ? 1_000_000 / Double(millihertz) : nil
    }

    private static func typeName(_ object: UnsafeMutableRawPointer) -> String {
        let instance = object.assumingMemoryBound(to: GTypeInstance.self)
        return g_type_name_from_instance(instance).map { String(cString: $0) } ?? "unknown"
    }
}
