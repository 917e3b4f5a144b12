// The accessible names of a menu's items.
import CGTK
import CWidgets
import Desktop

enum MenuItemNames {
    /// Gives the items of a GtkPopoverMenu their accessible names whenever it opens, or a menu in it: GTK sets the
    /// relation again when it learns of an item's action. The signals end with the popover.
    static func give(toItemsOf popover: Widget) {
        Signal.on(popover, "map") { name(itemsBelow: popover) }
        Signal.onChange(of: "visible-submenu", popover) { name(itemsBelow: popover) }
    }

    /// Gives each menu item its text as its accessible name. GTK 4.18 instead relates the item to a label whose name is
    /// empty (docs/workarounds.md).
    private static func name(itemsBelow widget: Widget) {
        if g_strcmp0(g_type_name_from_instance(widget.cast()), "GtkModelButton") == 0, let text = text(ofItem: widget) {
            gtk_accessible_reset_relation(widget.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
            tessera_accessible_set_label(widget.object, text)
        }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            name(itemsBelow: current)
            child = gtk_widget_get_next_sibling(current)
        }
    }

    private static func text(ofItem item: Widget) -> String? {
        var value = GValue()
        defer { g_value_unset(&value) }
        g_object_get_property(item.cast(), "text", &value)
        // An underscore marks a key, and two are one.
        return g_value_get_string(&value).map { String(cString: $0).replacing("__", with: "_") }
    }
}
