// The widgets of a window that hold those of its parts.
import CGTK
import Desktop

/// Overlay, header and column of a window, before they are packed.
struct WindowFrame {
    /// The GtkOverlay over which pages, transitions and the profile lie.
    let overlay: Widget
    /// The usual AdwHeaderBar, floating.
    let header: Widget
    /// Header, bars and pages below each other.
    let column: Widget
    /// The GtkStack of the pages.
    let pages: OpaquePointer
    /// The GtkSpinner that says that a list grows.
    let spinner: OpaquePointer

    init() {
        overlay = made(gtk_overlay_new())
        gtk_widget_add_css_class(overlay, "window-content")
        header = made(adw_header_bar_new())
        column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        pages = made(gtk_stack_new()).opaque
        spinner = made(gtk_spinner_new()).opaque
    }

    /// Puts the widgets together.
    /// - Parameters:
    ///   - start: The buttons at the start of the header.
    ///   - end: The buttons at the end of the header, the last one first.
    ///   - top: The header's own widget, and the bars below it.
    ///   - content: The pages with what lies over them.
    ///   - browse: The column with the sidebar.
    func pack(
        start: WidgetReference, end: [WidgetReference], top: [WidgetReference], content: Widget,
        browse: WidgetReference
    ) {
        adw_header_bar_pack_start(header.opaque, start.widget)
        adw_header_bar_pack_start(header.opaque, spinner.cast())
        for button in end { adw_header_bar_pack_end(header.opaque, button.widget) }
        for bar in top { gtk_box_append(column.cast(), bar.widget) }
        gtk_widget_set_vexpand(pages.cast(), 1)
        gtk_box_append(column.cast(), content)
        gtk_overlay_set_child(overlay.opaque, browse.widget)
    }
}
