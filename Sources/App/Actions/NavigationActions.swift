// Forward and back, by action, key and the pointer's side buttons, and the menu of what is in front.
import CGTK
import Desktop

/// The actions that lead between the pages of a window. Back itself is one of `WindowActions`.
enum NavigationActions {
    /// Accelerators by detailed action name.
    static let accelerators: [(action: String, keys: [String])] = [
        ("win.forward", ["<Alt>Right"]),
        ("win.open-menu", ["F10"]),
    ]

    /// Keys and titles for the shortcuts window.
    static let shortcuts: [(keys: String, title: String)] = [
        ("F10", ShortcutsText.menu), ("<Alt>Left <Alt>Right", ShortcutsText.backAndForward),
    ]

    /// The pointer's buttons that X and Wayland alike number so.
    private static let backButton: UInt32 = 8, forwardButton: UInt32 = 9

    /// Adds the actions to `window`, and the pointer's buttons to `content`, which fills it.
    static func install(on window: MainWindow, content: Widget) {
        let map = OpaquePointer(window.window)
        WindowActions.add("forward", to: map) { [weak window] in window?.forward() }
        WindowActions.add("open-menu", to: map) { [weak window] in window?.openMenu() }
        for (button, action) in [(backButton, "win.back"), (forwardButton, "win.forward")] {
            let click = made(gtk_gesture_click_new())
            gtk_gesture_single_set_button(click.opaque, button)
            // Before tiles and pictures, which take any button for a press.
            gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
            Signal.onPress(click, "pressed") { _, _, _ in
                gtk_gesture_set_state(click.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
                gtk_widget_activate_action_variant(content, action, nil)
            }
            gtk_widget_add_controller(content, click)
        }
    }
}
