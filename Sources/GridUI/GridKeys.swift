// The grid's keys that GTK does not have: Space and Shift+Space go on by a screen, F changes how photos lie in their tiles.
import CDesktop
import Desktop

/// Keys that act while the focus is in the grid. They stay off the application's accelerators, because Space presses
/// a button elsewhere, and F may be the beginning of a word.
enum GridKeys {
    private static let keys: [(key: Int32, modifiers: GdkModifierType, action: String)] = [
        (GDK_KEY_space, GdkModifierType(rawValue: 0), "win.screen-down"), (GDK_KEY_space, GDK_SHIFT_MASK, "win.screen-up"),
        (GDK_KEY_f, GdkModifierType(rawValue: 0), "win.fit-tiles"),
    ]

    /// An action's first key here, in GTK's words; nil if it has none.
    static func accelerator(of action: String) -> String? {
        keys.first { $0.action == action }.flatMap { takeText(gtk_accelerator_name(UInt32($0.key), $0.modifiers)) }
    }

    /// Puts the keys on `widget`, before those of the widgets in it.
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
