// The visibility of the windows: while all are hidden, nothing new is loaded and little is kept in memory.
import CGTK
import Desktop
import ImagePipeline

/// Suspension of the loader, and release of memory, while every window is minimised or suspended by its compositor.
final class WindowVisibility {
    private let loader: PhotoLoader
    private let relief: MemoryRelief
    /// Whether the window of each surface is hidden.
    private var windows: [OpaquePointer: Bool] = [:]
    private var silences: [OpaquePointer: FrameSilence] = [:]
    /// Whether there are windows, and none is seen.
    private(set) var areAllHidden = false

    init(suspending loader: PhotoLoader, relieving relief: MemoryRelief) {
        (self.loader, self.relief) = (loader, relief)
    }

    /// `GDK_TOPLEVEL_STATE_SUSPENDED`, set by GTK 4.12 and newer and missing in older headers.
    private static let suspended: UInt32 = 1 << 16

    /// Returns whether the window of a surface is hidden from the user.
    static func isHidden(_ surface: OpaquePointer) -> Bool {
        let state = gdk_toplevel_get_state(surface).rawValue
        return state & (GDK_TOPLEVEL_STATE_MINIMIZED.rawValue | suspended) != 0
    }

    /// A window that is followed.
    struct Following {
        fileprivate let surface: OpaquePointer
        fileprivate let connection: Signal.Connection
    }

    /// Follows the visibility of a realized window until it is forgotten. A surface may outlive its window: GDK keeps
    /// one from which a menu was opened until the next event of the pointer.
    /// - Parameter part: A small widget of the window, always shown.
    func follow(_ window: UnsafeMutablePointer<GtkWindow>, part: Widget) -> Following? {
        guard let surface = gtk_native_get_surface(OpaquePointer(window)) else { return nil }
        note(surface, Self.isHidden(surface))
        if FrameSilence.isNeeded(for: window) {
            silences[surface] = FrameSilence(of: window, part: part) { [weak self] in self?.update(surface) }
        }
        let connection = Signal.onChange(of: "state", surface) { [weak self] in self?.update(surface) }
        return Following(surface: surface, connection: connection)
    }

    /// Ends the following of a window, whose surface exists.
    func forget(_ following: Following) {
        following.connection.disconnect()
        silences.removeValue(forKey: following.surface)?.stop()
        note(following.surface, nil)
    }

    private func update(_ surface: OpaquePointer) {
        note(surface, Self.isHidden(surface) || silences[surface]?.isSilent == true)
    }

    /// - Parameter isHidden: Nil for a window that goes.
    func note(_ surface: OpaquePointer, _ isHidden: Bool?) {
        windows[surface] = isHidden
        let areAllHidden = !windows.isEmpty && windows.values.allSatisfy(\.self)
        guard areAllHidden != self.areAllHidden else { return }
        self.areAllHidden = areAllHidden
        if areAllHidden { loader.suspend() } else { loader.resume() }
        relief.setHidden(areAllHidden)
    }
}
