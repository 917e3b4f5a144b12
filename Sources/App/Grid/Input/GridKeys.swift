// The grid's keys beyond GTK's: Space and Shift+Space scroll by a screen, Ctrl+Shift+L changes the fit of the photos in
// their tiles, Ctrl+Page Down and Ctrl+Page Up go to the next section and back; the keys of the selection; and those of
// the photo that the photo's own page has, too. No plain letter is among them: those begin a search.
import CGTK
import Codecs
import Desktop

/// Keys that act while the focus is in the grid. They are not accelerators of the application, because Space presses a
/// button elsewhere, and an entry selects and copies its own text.
enum GridKeys {
    private static let keys: [(key: Int32, modifiers: GdkModifierType, action: String)] = [
        (GDK_KEY_space, GdkModifierType(rawValue: 0), "win.screen-down"),
        (GDK_KEY_space, GDK_SHIFT_MASK, "win.screen-up"),
        (GDK_KEY_l, controlShift, "win.fit-tiles"),
        (GDK_KEY_Page_Down, GDK_CONTROL_MASK, "win.next-section"),
        (GDK_KEY_Page_Up, GDK_CONTROL_MASK, "win.previous-section"),
        (GDK_KEY_KP_Page_Down, GDK_CONTROL_MASK, "win.next-section"),
        (GDK_KEY_KP_Page_Up, GDK_CONTROL_MASK, "win.previous-section"),
        (GDK_KEY_a, GDK_CONTROL_MASK, "win.select-all"), (GDK_KEY_a, controlShift, "win.select-none"),
        (GDK_KEY_i, controlShift, "win.invert-selection"), (GDK_KEY_c, GDK_CONTROL_MASK, "win.copy-photo"),
        (GDK_KEY_s, GDK_CONTROL_MASK, "win.save-as"), (GDK_KEY_c, controlShift, "win.copy-link"),
        (GDK_KEY_f, controlShift, "win.show-in-files"),
        (GDK_KEY_space, GDK_CONTROL_MASK, "win.select-focused"), (GDK_KEY_space, controlShift, "win.select-section"),
    ]

    private static let controlShift = GdkModifierType(rawValue: GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue)

    /// Returns the first key of an action in GTK's notation; nil if it has none here.
    static func accelerator(of action: String) -> String? {
        keys.first { $0.action == action }.flatMap { takeText(gtk_accelerator_name(UInt32($0.key), $0.modifiers)) }
    }

    /// Adds the keys to `widget`, in the capture phase: before those of the widgets in it.
    static func install(on widget: Widget) {
        let controller = made(gtk_shortcut_controller_new())
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        for (key, modifiers, action) in keys {
            let trigger = gtk_keyval_trigger_new(UInt32(key), modifiers)
            gtk_shortcut_controller_add_shortcut(
                controller, gtk_shortcut_new(trigger, gtk_named_action_new(action)))
        }
        gtk_widget_add_controller(widget, controller)
    }
}
