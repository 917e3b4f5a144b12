// Messages over the window's lower edge, which screen readers read out.
import CGTK
import Desktop

/// The window's toasts, shown one after another.
final class Toasts {
    /// The overlay around the window's content.
    let overlay: WidgetReference
    /// The text of the latest toast.
    private(set) var last: String?

    init(over child: Widget) {
        let overlay = made(adw_toast_overlay_new())
        self.overlay = WidgetReference(overlay)
        adw_toast_overlay_set_child(overlay.opaque, child)
    }

    func say(_ text: String) {
        last = text
        let toast = made(adw_toast_new(""))
        let words = Self.alert(text)
        gtk_widget_add_css_class(words, "heading")
        gtk_label_set_wrap(words.opaque, 1)
        adw_toast_set_custom_title(toast, words)
        adw_toast_overlay_add_toast(overlay.widget.opaque, toast)
    }

    /// Makes a label with the alert role, which is read out when it appears. libadwaita 1.2 gives its own label no
    /// role.
    private static func alert(_ text: String) -> Widget {
        var role = GValue()
        g_value_init(&role, gtk_accessible_role_get_type())
        g_value_set_enum(&role, Int32(GTK_ACCESSIBLE_ROLE_ALERT.rawValue))
        defer { g_value_unset(&role) }
        let label = "accessible-role".withCString { name in
            var name: UnsafePointer<CChar>? = name
            return g_object_new_with_properties(gtk_label_get_type(), 1, &name, &role)
        }
        let widget: Widget = made(label).cast()
        gtk_label_set_text(widget.opaque, text)
        return widget
    }
}
