// A button that opens a menu or a popover.
import Browse
import CGTK
import CWidgets
import Desktop

/// A header's button with a menu or a popover. A GtkMenuButton keeps the focus when its menu has closed; this one gives
/// it back to the widget that had it, by whatever the menu was opened: pointer, key or assistive technology.
final class MenuButton {
    /// A box with the button, to be put into a header.
    let root: WidgetReference
    private let button: UnsafeMutablePointer<GtkToggleButton>
    private let content: MenuPopover.Content
    private let popover: MenuPopover
    /// Called before the menu opens, with true, and when it has closed and its action has run.
    var onToggled: (_ isOpen: Bool) -> Void = { _ in }

    /// - Parameters:
    ///   - name: The accessible name of the button.
    ///   - content: What it opens; a menu is read whenever it opens.
    ///   - actions: The window's, for the rows of buttons; nil for a menu without any.
    init(
        icon: String, name: String, tooltip: String, content: MenuPopover.Content, actions: ActionMap? = nil
    ) {
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)), button = made(gtk_toggle_button_new())
        root = WidgetReference(box)
        self.button = button.cast()
        self.content = content
        popover = MenuPopover(in: box, actions: actions)
        gtk_button_set_icon_name(button.cast(), icon)
        IconButton.name(button, name, tooltip: tooltip)
        tessera_accessible_set_has_menu(button.object)
        // A click leaves the focus where it is, for the menu to give it back.
        gtk_widget_set_focus_on_click(button, 0)
        gtk_box_append(box.cast(), button)
        Signal.on(button, "toggled") { [weak self] in self?.toggled() }
    }

    /// Whether the menu is open.
    var isOpen: Bool { popover.isOpen }

    /// Opens the menu. The button has to be visible.
    func open() {
        // It is still pressed while the action of a menu that has just closed runs.
        if !isOpen { gtk_toggle_button_set_active(button, 0) }
        gtk_toggle_button_set_active(button, 1)
    }

    /// Closes the menu.
    func close() { popover.close() }

    private func toggled() {
        guard gtk_toggle_button_get_active(button) != 0 else { return close() }
        guard !isOpen else { return }
        onToggled(true)
        popover.open(content) { [weak self] in
            guard let self, !self.isOpen else { return }
            gtk_toggle_button_set_active(self.button, 0)
            self.onToggled(false)
        }
    }
}
