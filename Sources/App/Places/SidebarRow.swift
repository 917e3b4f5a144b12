// One row of the sidebar: a place, a folder in the tree below it, or the title of a section.
import Browse
import CGTK
import CWidgets
import Desktop

/// A GtkListBoxRow, borrowed from the list to which it is added.
final class SidebarRow {
    /// What tells a row from all others of the list.
    enum ID: Hashable {
        case title(PlaceSection.Kind)
        case entry(PlaceEntry.ID)
    }

    let id: ID
    let widget: Widget
    /// The place; nil for the title of a section.
    private(set) var entry: PlaceEntry?
    private let name: OpaquePointer
    private let count: OpaquePointer
    /// The arrow that shows the rows below; nil in a row that never has any.
    private var arrow: Widget?

    /// Indentation of a subfolder for each step in logical pixels.
    private static let step = 16

    /// Creates the title of a section.
    init(title kind: PlaceSection.Kind) {
        id = .title(kind)
        widget = made(gtk_list_box_row_new())
        entry = nil
        let title = PlaceText.title(of: kind)
        let label = made(gtk_label_new(title))
        (name, count) = (label.opaque, label.opaque)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_add_css_class(widget, "places-title")
        gtk_list_box_row_set_child(widget.cast(), label)
        gtk_list_box_row_set_selectable(widget.cast(), 0)
        gtk_list_box_row_set_activatable(widget.cast(), 0)
        gtk_widget_set_focusable(widget, 0)
        tessera_accessible_set_label(widget.object, title)
    }

    /// Creates the row of a place.
    /// - Parameters:
    ///   - eject: Gets the mount that the row's button ejects.
    ///   - toggle: Called for a click on the arrow.
    init(_ entry: PlaceEntry, eject: @escaping (String) -> Void, toggle: @escaping (PlaceEntry.ID) -> Void) {
        id = .entry(entry.id)
        widget = made(gtk_list_box_row_new())
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        gtk_widget_set_margin_start(box, Int32(entry.depth * Self.step))
        let label = made(gtk_label_new(nil))
        name = label.opaque
        gtk_label_set_xalign(name, 0)
        gtk_label_set_ellipsize(name, PANGO_ELLIPSIZE_MIDDLE)
        gtk_widget_set_hexpand(label, 1)
        let count = made(gtk_label_new(nil))
        self.count = count.opaque
        gtk_widget_add_css_class(count, "dim-label")
        gtk_widget_add_css_class(count, "numeric")
        let arrow = made(gtk_button_new_from_icon_name("pan-end-symbolic"))
        gtk_widget_add_css_class(arrow, "flat")
        gtk_widget_add_css_class(arrow, "places-arrow")
        // The arrow keys do what the arrow does.
        gtk_widget_set_focusable(arrow, 0)
        gtk_widget_set_valign(arrow, GTK_ALIGN_CENTER)
        tessera_accessible_set_hidden(arrow.object, 1)
        self.arrow = arrow
        Signal.on(arrow, "clicked") { toggle(entry.id) }
        let icon = made(gtk_image_new_from_icon_name(PlaceText.icon(of: entry.kind)))
        for part in [arrow, icon, label, count] { gtk_box_append(box.cast(), part) }
        if let mount = entry.ejects {
            let button = made(gtk_button_new_from_icon_name("media-eject-symbolic"))
            gtk_widget_add_css_class(button, "flat")
            IconButton.name(button, ButtonText.eject(entry.name), tooltip: ButtonText.eject)
            Signal.on(button, "clicked") { eject(mount) }
            gtk_box_append(box.cast(), button)
        }
        gtk_list_box_row_set_child(widget.cast(), box)
        if entry.place == nil, entry.search == nil {
            gtk_widget_add_css_class(label, "dim-label")
            let isMountable = entry.mounts != nil
            if isMountable { gtk_widget_set_tooltip_text(widget, PlaceNotice.mountable) }
            gtk_list_box_row_set_selectable(widget.cast(), isMountable ? 1 : 0)
            gtk_list_box_row_set_activatable(widget.cast(), isMountable ? 1 : 0)
        }
        if let path = (entry.search?.place ?? entry.place)?.path {
            gtk_widget_set_tooltip_text(widget, PlaceText.shown(path: path))
        }
        tessera_accessible_set_level(widget.object, Int32(entry.depth + 1))
        show(entry)
    }

    /// Shows what is known of the row's place now: its name, how many photos there are, whether rows are below it.
    func show(_ entry: PlaceEntry) {
        guard let arrow, self.entry != entry else { return }
        self.entry = entry
        gtk_label_set_text(name, PlaceText.name(of: entry))
        gtk_label_set_text(count, entry.count.map(PlaceText.short) ?? "")
        let photos =
            entry.count.map { ", " + PlaceText.photos($0) } ?? (entry.mounts == nil ? "" : ", " + PlaceNotice.mountable)
        tessera_accessible_set_label(widget.object, PlaceText.name(of: entry) + photos)
        tessera_accessible_set_expanded(widget.object, entry.isExpanded.map { $0 ? 1 : 0 } ?? -1)
        gtk_button_set_icon_name(arrow.cast(), entry.isExpanded == true ? "pan-down-symbolic" : "pan-end-symbolic")
        // It keeps its room, so that names stand below each other.
        gtk_widget_set_opacity(arrow, entry.isExpanded == nil ? 0 : 1)
        gtk_widget_set_sensitive(arrow, entry.isExpanded == nil ? 0 : 1)
        gtk_widget_set_can_target(arrow, entry.isExpanded == nil ? 0 : 1)
    }
}
