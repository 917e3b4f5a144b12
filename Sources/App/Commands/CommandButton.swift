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

    /// Hides a button while its action is disabled: GTK makes it insensitive then.
    static func hideWhereDisabled(_ button: Widget) {
        g_object_bind_property(button.object, "sensitive", button.object, "visible", G_BINDING_SYNC_CREATE)
    }
}
