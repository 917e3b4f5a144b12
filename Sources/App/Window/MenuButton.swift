// A header bar button that opens a menu, with accessible names for its items.
import CGTK
import CWidgets
import Desktop

enum MenuButton {
    /// Makes a button that opens `model`'s menu.
    /// - Parameter name: The accessible name of the button.
    /// - Returns: A floating reference.
    static func make(icon: String, name: String, tooltip: String, model: UnsafeMutablePointer<GMenuModel>?) -> Widget {
        let button = made(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, icon)
        DetailWidgets.name(button, name, tooltip: tooltip)
        gtk_menu_button_set_menu_model(button.opaque, model)
        if let popover: Widget = gtk_menu_button_get_popover(button.opaque)?.cast() { nameItems(of: popover) }
        return button
    }

    /// Gives the items of a menu their accessible names whenever it opens: GTK sets the relation again when it learns of
    /// an item's action. The signal ends with the popover.
    static func nameItems(of popover: Widget) {
        Signal.on(popover, "map") { nameItems(below: popover) }
    }

    /// Gives each menu item its text as its accessible name. GTK 4.18 instead relates the item to a label whose name is
    /// empty (docs/workarounds.md).
    private static func nameItems(below widget: Widget) {
        if g_strcmp0(g_type_name_from_instance(widget.cast()), "GtkModelButton") == 0, let text = text(ofItem: widget) {
            gtk_accessible_reset_relation(widget.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
            tessera_accessible_set_label(widget.object, text)
        }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            nameItems(below: current)
            child = gtk_widget_get_next_sibling(current)
        }
    }

    private static func text(ofItem item: Widget) -> String? {
        var value = GValue()
        defer { g_value_unset(&value) }
        g_object_get_property(item.cast(), "text", &value)
        return g_value_get_string(&value).map { String(cString: $0) }
    }
}
