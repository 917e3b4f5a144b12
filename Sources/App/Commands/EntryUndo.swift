// Whose Ctrl+Z it is while an entry has the focus: the entry's, or the window's.
import CGTK
import Desktop

/// The keys of undo and redo in an entry. They are the entry's where the user has come to it and has changed its text;
/// in one that is untouched, or into which the user has come by typing in the grid, they undo and redo acts on photos.
final class EntryUndo {
    private let entry: OpaquePointer
    /// Whether the search was begun by a key in the grid.
    private var isTypedAhead = false
    /// Whether the user has changed the text since the entry was opened.
    private var isTouched = false

    private static let undo: UInt32 = 0x7A

    /// - Parameter entry: Borrowed; gets a controller, and outlives this object.
    init(on entry: OpaquePointer) {
        self.entry = entry
        let controller = made(gtk_event_controller_key_new())
        // Before the text inside of the entry, which takes the keys also where it has nothing to undo.
        gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
        Signal.onKey(controller, "key-pressed") { [weak self] key, held in self?.take(key, held) ?? false }
        gtk_widget_add_controller(entry.cast(), controller.opaque)
    }

    /// Takes in that the entry was opened, or closed.
    /// - Parameter byKey: Whether a key in the grid has begun the search.
    func begin(byKey: Bool = false) { (isTypedAhead, isTouched) = (byKey, false) }

    /// Takes in that the user has changed the text.
    func noteChange() { if !isTypedAhead { isTouched = true } }

    private func take(_ key: UInt32, _ held: GdkModifierType) -> Bool {
        let modifiers = held.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue | GDK_ALT_MASK.rawValue)
        guard !isTouched, gdk_keyval_to_lower(key) == Self.undo, modifiers & GDK_CONTROL_MASK.rawValue != 0,
            modifiers & GDK_ALT_MASK.rawValue == 0
        else { return false }
        let isRedo = modifiers & GDK_SHIFT_MASK.rawValue != 0
        gtk_widget_activate_action_variant(entry.cast(), (isRedo ? WindowCommand.redo : .undo).rawValue, nil)
        return true
    }
}
