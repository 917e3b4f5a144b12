// One row of the sidebar: a place, or the title of a section.
import Browse
import CGTK
import CWidgets
import Desktop

/// A GtkListBoxRow, borrowed from the list to which it is added.
final class SidebarRow {
    let widget: Widget
    /// The place; nil for the title of a section.
    let entry: PlaceEntry?
    private let count: OpaquePointer

    /// Indentation of a subfolder for each step in logical pixels.
    private static let step = 18

    /// Creates the title of a section.
    init(title: String) {
        widget = made(gtk_list_box_row_new())
        entry = nil
        let label = made(gtk_label_new(title))
        count = label.opaque
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_add_css_class(widget, "places-title")
        gtk_list_box_row_set_child(widget.cast(), label)
        gtk_list_box_row_set_selectable(widget.cast(), 0)
        gtk_list_box_row_set_activatable(widget.cast(), 0)
        gtk_widget_set_focusable(widget, 0)
        tessera_accessible_set_label(widget.object, title)
    }

    /// Creates the row of a place. `eject` gets the mount that its button ejects.
    init(_ entry: PlaceEntry, eject: @escaping (String) -> Void) {
        widget = made(gtk_list_box_row_new())
        self.entry = entry
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        gtk_widget_set_margin_start(box, Int32(entry.depth * Self.step))
        let icon = made(gtk_image_new_from_icon_name(PlaceText.icon(of: entry.kind)))
        let label = made(gtk_label_new(PlaceText.name(of: entry)))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_widget_set_hexpand(label, 1)
        let count = made(gtk_label_new(nil))
        self.count = count.opaque
        gtk_widget_add_css_class(count, "dim-label")
        gtk_widget_add_css_class(count, "numeric")
        for part in [icon, label, count] { gtk_box_append(box.cast(), part) }
        if let mount = entry.ejects {
            let button = made(gtk_button_new_from_icon_name("media-eject-symbolic"))
            gtk_widget_add_css_class(button, "flat")
            DetailWidgets.name(button, ButtonText.eject(entry.name), tooltip: ButtonText.eject)
            Signal.on(button, "clicked") { eject(mount) }
            gtk_box_append(box.cast(), button)
        }
        gtk_list_box_row_set_child(widget.cast(), box)
        if entry.place == nil {
            gtk_widget_add_css_class(label, "dim-label")
            let isMountable = entry.mounts != nil
            if isMountable { gtk_widget_set_tooltip_text(widget, PlaceNotice.mountable) }
            gtk_list_box_row_set_selectable(widget.cast(), isMountable ? 1 : 0)
            gtk_list_box_row_set_activatable(widget.cast(), isMountable ? 1 : 0)
        }
        if let path = entry.place?.path { gtk_widget_set_tooltip_text(widget, PlaceText.shown(path: path)) }
        show(entry.count)
    }

    /// Shows the number of photos; nothing where it is not known yet.
    func show(_ count: FolderCount?) {
        guard let entry else { return }
        gtk_label_set_text(self.count, count.map(PlaceText.short) ?? "")
        let photos = count.map { ", " + PlaceText.photos($0) } ?? (entry.mounts == nil ? "" : ", not mounted")
        tessera_accessible_set_label(widget.object, PlaceText.name(of: entry) + photos)
    }
}
