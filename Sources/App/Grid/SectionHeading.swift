// The title of the section in view, over the upper edge of the grid.
import CGTK
import Desktop
import Library

/// A label with title and number of photos of a section. Pointer input passes through it.
final class SectionHeading {
    /// The widget that was added to the overlay.
    let widget: Widget
    private let title: OpaquePointer
    private let count: OpaquePointer
    private var shown: ArrangedSection?

    /// - Parameter overlay: The GtkOverlay around the grid, which keeps the label.
    init(over overlay: OpaquePointer) {
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        widget = box
        title = Self.label(role: GTK_ACCESSIBLE_ROLE_HEADING).opaque
        let count = made(gtk_label_new(nil))
        self.count = count.opaque
        gtk_label_set_ellipsize(title, PANGO_ELLIPSIZE_MIDDLE)
        gtk_widget_add_css_class(title.cast(), "heading")
        gtk_widget_add_css_class(count, "count")
        gtk_widget_add_css_class(box, "section-heading")
        gtk_box_append(box.cast(), title.cast())
        gtk_box_append(box.cast(), count)
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(box, GTK_ALIGN_START)
        gtk_widget_set_can_target(box, 0)
        gtk_widget_set_visible(box, 0)
        gtk_overlay_add_overlay(overlay, box)
    }

    /// The title and the number that are shown; nil where the label is hidden.
    var text: (title: String, count: String)? {
        guard gtk_widget_get_visible(widget) != 0 else { return nil }
        return (String(cString: gtk_label_get_text(title)), String(cString: gtk_label_get_text(count)))
    }

    /// Shows a section; nil hides the label. Does nothing where the section is shown already.
    func show(_ section: ArrangedSection?, of source: String) {
        guard section != shown else { return }
        shown = section
        gtk_widget_set_visible(widget, section == nil ? 0 : 1)
        guard let section else { return }
        gtk_label_set_text(title, SectionTitle.text(section.key, of: source))
        gtk_label_set_text(count, GalleryTitle.grouped(section.count))
    }

    private static func label(role: GtkAccessibleRole) -> Widget {
        var value = GValue()
        g_value_init(&value, gtk_accessible_role_get_type())
        g_value_set_enum(&value, Int32(role.rawValue))
        defer { g_value_unset(&value) }
        let label = "accessible-role".withCString { name in
            var name: UnsafePointer<CChar>? = name
            return g_object_new_with_properties(gtk_label_get_type(), 1, &name, &value)
        }
        return made(label).cast()
    }
}
