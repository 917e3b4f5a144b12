// The window with the keyboard shortcuts.
import CGTK
import Desktop

/// The window with the keyboard shortcuts.
///
/// Not a window's help overlay, which waits unseen until it is asked for: a window that has never been shown ends the
/// program under a screen reader (docs/workarounds.md).
enum ShortcutsDialog {
    /// Opens the window over another one. GTK owns it until it is closed.
    static func present(over window: UnsafeMutablePointer<GtkWindow>) {
        let builder = made(gtk_builder_new_from_string(ShortcutsText.interface, -1))
        defer { g_object_unref(builder.object) }
        guard let object = gtk_builder_get_object(builder, "help") else { return }
        let dialog = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(dialog, window)
        gtk_window_present(dialog)
    }
}
