// The visibility of the window: while it is hidden, nothing new is loaded and little is kept in memory.
import CGTK
import Desktop
import ImagePipeline

/// Suspension of the loader, and release of memory, while a window is minimised or suspended by its compositor.
enum WindowVisibility {
    /// `GDK_TOPLEVEL_STATE_SUSPENDED`, set by GTK 4.12 and newer and missing in older headers.
    private static let suspended: UInt32 = 1 << 16

    /// Returns whether the window of a surface is hidden from the user.
    static func isHidden(_ surface: OpaquePointer) -> Bool {
        let state = gdk_toplevel_get_state(surface).rawValue
        return state & (GDK_TOPLEVEL_STATE_MINIMIZED.rawValue | suspended) != 0
    }

    /// Follows the visibility of a realized window for the life of its surface.
    static func follow(
        _ window: UnsafeMutablePointer<GtkWindow>, suspending loader: PhotoLoader, relieving relief: MemoryRelief
    ) {
        guard let surface = gtk_native_get_surface(OpaquePointer(window)) else { return }
        Signal.onChange(of: "state", surface) {
            let isHidden = isHidden(surface)
            if isHidden { loader.suspend() } else { loader.resume() }
            relief.setHidden(isHidden)
        }
    }
}
