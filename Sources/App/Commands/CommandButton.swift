// Buttons with a symbol that perform a command.
import CGTK
import Desktop

enum CommandButton {
    /// Makes a button (floating). It is insensitive while its action is disabled.
    /// - Parameters:
    ///   - icon: Nil for a button that gets another child.
    ///   - action: The detailed name where the command has a parameter; nil for the command's own.
    ///   - name: The accessible name.
    ///   - isToggle: Whether the button shows the action's state.
    static func make(
        _ command: WindowCommand, action: String? = nil, icon: String?, name: String, tooltip: String,
        isToggle: Bool = false
    ) -> Widget {
        let button = made(isToggle ? gtk_toggle_button_new() : gtk_button_new())
        if let icon { gtk_button_set_icon_name(button.cast(), icon) }
        IconButton.name(button, name, tooltip: tooltip)
        gtk_actionable_set_detailed_action_name(button.opaque, action ?? command.rawValue)
        return button
    }

    /// Hides a button while its action is disabled: GTK makes it insensitive then. A button that is taken out of its
    /// window loses its action, and stays as it is: GTK 4.8 crashes when it is hidden there below the pointer.
    static func hideWhereDisabled(_ button: Widget) {
        gtk_widget_set_visible(button, gtk_widget_get_sensitive(button))
        Signal.onChange(of: "sensitive", button) {
            let isEnabled = gtk_widget_get_sensitive(button) != 0
            if isEnabled || gtk_widget_get_native(button) != nil { gtk_widget_set_visible(button, isEnabled ? 1 : 0) }
        }
    }
}
