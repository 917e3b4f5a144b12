// Whether anybody can see the window: what nobody sees starts no loading, and keeps few pictures.
import CDesktop
import Desktop
import ImagePipeline

/// Suspends the loader while a window is minimised, or suspended by its compositor, and has memory given back.
enum WindowVisibility {
    /// `GDK_TOPLEVEL_STATE_SUSPENDED`, which newer versions of GTK (4.12) set and older ones' headers do not name.
    private static let suspended: UInt32 = 1 << 16

    /// Whether nobody can see a window whose surface is this.
    static func isHidden(_ surface: OpaquePointer) -> Bool {
        let state = gdk_toplevel_get_state(surface).rawValue
        return state & (GDK_TOPLEVEL_STATE_MINIMIZED.rawValue | suspended) != 0
    }

    /// Follows the state of a realized window for the life of its surface.
    static func follow(
        _ window: UnsafeMutablePointer<GtkWindow>, suspending loader: ImageLoader, relieving relief: MemoryRelief
    ) {
        guard let surface = gtk_native_get_surface(OpaquePointer(window)) else { return }
        Signal.onChange(of: "state", surface) {
            let isHidden = isHidden(surface)
            if isHidden { loader.suspend() } else { loader.resume() }
            relief.setHidden(isHidden)
        }
    }
}
