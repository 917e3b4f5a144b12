// The keys that begin a search while the photos have the focus.
import CGTK
import Desktop

/// Typing in the grid begins a search. The keys of the grid come first: Space, which acts before it comes here, and
/// plus and minus, which zoom with Ctrl and on an opened photo. No other key without a modifier acts on photos.
enum TypeToSearch {
    /// Modifiers with which a key is no text.
    private static let held: UInt32 = [
        GDK_CONTROL_MASK, GDK_ALT_MASK, GDK_SUPER_MASK, GDK_META_MASK, GDK_HYPER_MASK,
    ].reduce(0) { $0 | $1.rawValue }

    /// Returns whether a key begins a search.
    static func isBegun(by key: UInt32, held: GdkModifierType) -> Bool {
        guard held.rawValue & Self.held == 0 else { return false }
        let character = gdk_keyval_to_unicode(key)
        return g_unichar_isgraph(character) != 0 && character != 0x2B && character != 0x2D
    }

    /// Follows the keys that nothing in `widget` has handled.
    /// - Parameter begin: Begins a search with the key that the controller handles; returns whether it did.
    static func install(on widget: Widget, begin: @escaping (_ controller: OpaquePointer) -> Bool) {
        let controller = made(gtk_event_controller_key_new())
        Signal.onKey(controller, "key-pressed") { key, held in
            isBegun(by: key, held: held) && begin(controller.opaque)
        }
        gtk_widget_add_controller(widget, controller.opaque)
    }
}
