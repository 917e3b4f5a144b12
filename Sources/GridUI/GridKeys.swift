// The grid's keys that GTK does not have: Space and Shift+Space go on by a screen.
import CDesktop
import Desktop

/// Keys that act while the focus is in the grid. They stay off the application's accelerators, because Space presses
/// a button elsewhere.
enum GridKeys {
    private static let keys: [(modifiers: GdkModifierType, action: String)] = [
        (GdkModifierType(rawValue: 0), "win.screen-down"), (GDK_SHIFT_MASK, "win.screen-up"),
    ]

    /// Puts the keys on `widget`, before those of the widgets in it.
    static func install(on widget: Widget) {
        let controller = made(gtk_shortcut_controller_new())
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        for (modifiers, action) in keys {
            let trigger = gtk_keyval_trigger_new(UInt32(GDK_KEY_space), modifiers)
            gtk_shortcut_controller_add_shortcut(
                controller, gtk_shortcut_new(trigger, gtk_named_action_new(action)))
        }
        gtk_widget_add_controller(widget, controller)
    }
}
