// The frame around the window's content: the sidebar beside it, or over it where the window is narrow.
import CGTK
import CWidgets
import Desktop

/// An AdwFlap with the sidebar and its header, and the button that shows it.
final class SidebarFrame {
    let root: WidgetReference
    /// The button for the start of the content's header, which runs `win.sidebar`.
    let toggle: WidgetReference
    /// The content's header.
    private let contentHeader: OpaquePointer
    private let flap: OpaquePointer

    private let onChange: () -> Void
    private let onWidth: (Int) -> Void
    private let reveals: (_ isFolded: Bool) -> Bool

    /// Width of the window in logical pixels below which the sidebar lies over the content.
    private static let foldWidth = 720
    /// Width of the sidebar in logical pixels.
    private static let usualWidth = 240
    /// Widths to which it can be dragged.
    private static let widths = 180...480
    /// The part of the sidebar that has its width.
    private let column: WidgetReference
    private let content: WidgetReference
    /// The width that the user wants.
    private var wanted: Int
    /// The width that there is room for.
    private var width = 0
    /// The width of the window.
    private var room = Int.max

    /// - Parameters:
    ///   - sidebar: The list of places.
    ///   - content: The content with its header.
    ///   - header: The content's AdwHeaderBar.
    ///   - width: The width in logical pixels to which the user has dragged it; nil for the usual one.
    ///   - reveals: Called when the window becomes wide or narrow, to say whether the sidebar is shown from now on.
    ///   - onWidth: Called when the user has dragged the sidebar's edge.
    ///   - onChange: Called when the sidebar is shown or hidden, or is laid over the content or beside it.
    init(
        sidebar: Widget, content: Widget, header: OpaquePointer, width: Int?,
        reveals: @escaping (_ isFolded: Bool) -> Bool, onWidth: @escaping (Int) -> Void,
        onChange: @escaping () -> Void
    ) {
        contentHeader = header
        (self.reveals, self.onWidth, self.onChange) = (reveals, onWidth, onChange)
        toggle = WidgetReference(
            CommandButton.make(
                .sidebar, icon: "sidebar-show-symbolic", name: ButtonText.sidebar, tooltip: ButtonText.sidebarHelp,
                isToggle: true))

        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let bar = made(adw_header_bar_new())
        adw_header_bar_set_show_end_title_buttons(bar.opaque, 0)
        adw_header_bar_set_title_widget(bar.opaque, made(adw_window_title_new(AppIdentity.name, nil)).cast())
        let open = CommandButton.make(
            .openFolder, icon: "folder-open-symbolic", name: ButtonText.openFolder, tooltip: ButtonText.openFolderHelp)
        adw_header_bar_pack_start(bar.opaque, open)
        gtk_box_append(column.cast(), bar)
        gtk_box_append(column.cast(), sidebar)
        wanted = width ?? Self.usualWidth
        self.column = WidgetReference(column)
        self.content = WidgetReference(content)
        gtk_widget_add_css_class(column, "places")
        gtk_widget_add_css_class(column, "background")
        let edge = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_add_css_class(edge, "places-edge")
        gtk_widget_set_halign(edge, GTK_ALIGN_END)
        gtk_widget_set_size_request(edge, Self.edge, -1)
        gtk_widget_set_cursor_from_name(edge, "col-resize")
        let overlay = made(gtk_overlay_new())
        gtk_overlay_set_child(overlay.opaque, column)
        gtk_overlay_add_overlay(overlay.opaque, edge)

        let flap = made(adw_flap_new())
        root = WidgetReference(flap)
        self.flap = flap.opaque
        adw_flap_set_flap(self.flap, overlay)
        adw_flap_set_separator(self.flap, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_flap_set_content(self.flap, content)
        // A swipe over the photos is not for the sidebar.
        adw_flap_set_swipe_to_open(self.flap, 0)
        adw_flap_set_swipe_to_close(self.flap, 0)
        adw_flap_set_locked(self.flap, 1)
        adw_flap_set_fold_policy(self.flap, ADW_FLAP_FOLD_POLICY_AUTO)
        adw_flap_set_reveal_flap(self.flap, 0)
        Signal.onChange(of: "reveal-flap", flap) { [weak self] in self?.changed() }
        Signal.onChange(of: "folded", flap) { [weak self] in
            // In the next turn of the loop: the flap is being laid out. The content needs more room than before.
            Task { if let self, !self.isFolded, adw_flap_get_folded(self.flap) != 0 { self.fit(width: self.room) } }
        }
        followEdge(edge)
        setWidth()
        changed()
    }

    /// Width of the part of the sidebar that is its edge in logical pixels.
    private static let edge: Int32 = 6

    /// The least width of the content and of the line beside it in logical pixels.
    private var contentWidth: Int {
        var least: Int32 = 0
        gtk_widget_measure(content.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
        return Int(least) + 1
    }

    /// Gives the sidebar the wanted width, as far as there is room for it beside the content.
    private func setWidth() {
        let most = isFolded ? Self.widths.upperBound : min(Self.widths.upperBound, room - contentWidth)
        width = max(Self.widths.lowerBound, min(wanted, most))
        gtk_widget_set_size_request(column.widget, Int32(width), -1)
    }

    /// Has the sidebar follow its edge while that is dragged.
    private func followEdge(_ edge: Widget) {
        let drag = made(gtk_gesture_drag_new())
        Signal.onPoint(drag, "drag-begin") { _, _ in gtk_gesture_set_state(drag.opaque, GTK_EVENT_SEQUENCE_CLAIMED) }
        // The edge moves under the pointer, so that the point counts and not the way to it.
        Signal.onPoint(drag, "drag-update") { [weak self] dx, _ in
            guard let self else { return }
            var start = 0.0, x = 0.0, y = 0.0
            gtk_gesture_drag_get_start_point(drag.opaque, &start, nil)
            let column = self.column.widget
            guard gtk_widget_translate_coordinates(edge, column, start + dx, 0, &x, &y) != 0 else { return }
            let isRightToLeft = gtk_widget_get_direction(edge) == GTK_TEXT_DIR_RTL
            self.drag(to: Int(isRightToLeft ? Double(gtk_widget_get_width(column)) - x : x))
        }
        Signal.onPoint(drag, "drag-end") { [weak self] _, _ in self?.endDrag() }
        gtk_widget_add_controller(edge, drag.opaque)
    }

    /// Takes the width to which the edge is dragged, in logical pixels.
    func drag(to width: Int) {
        wanted = width
        setWidth()
    }

    /// Keeps the width that the sidebar has got.
    func endDrag() {
        wanted = width
        onWidth(wanted)
    }

    /// Whether the sidebar is shown.
    var isRevealed: Bool {
        get { adw_flap_get_reveal_flap(flap) != 0 }
        set { adw_flap_set_reveal_flap(flap, newValue ? 1 : 0) }
    }

    /// Whether the sidebar lies over the content.
    private(set) var isFolded = false

    /// Follows the width of a realized window until the connection is removed, which has to be before the window goes.
    func follow(_ window: UnsafeMutablePointer<GtkWindow>) -> Signal.Connection? {
        guard let surface = gtk_native_get_surface(OpaquePointer(window)) else { return nil }
        return Signal.onChange(of: "width", surface) { [weak self] in
            // The surface may have a shadow around the window.
            var x = 0.0, y = 0.0
            gtk_native_get_surface_transform(OpaquePointer(window), &x, &y)
            self?.fit(width: Int(gdk_surface_get_width(surface)) - 2 * Int(x))
        }
    }

    /// Lays the sidebar over the content or beside it, as a window of this width in logical pixels needs.
    func fit(width: Int) {
        room = width
        let folds = width < max(Self.foldWidth, Self.widths.lowerBound + contentWidth)
        defer { setWidth() }
        if folds != isFolded { fold(folds) }
    }

    /// - Parameter folds: Otherwise the flap itself decides, which lets a window become too narrow for both.
    private func fold(_ folds: Bool) {
        isFolded = folds
        let header: Widget = contentHeader.cast()
        if folds { gtk_widget_add_css_class(header, "narrow") } else { gtk_widget_remove_css_class(header, "narrow") }
        // In this order, so that a sidebar that is to be hidden does not appear over the content first.
        isRevealed = reveals(folds)
        adw_flap_set_fold_policy(flap, folds ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_AUTO)
        changed()
    }

    private func changed() {
        // The window's buttons at the start belong to the leftmost header.
        adw_header_bar_set_show_start_title_buttons(contentHeader, isRevealed && !isFolded ? 0 : 1)
        onChange()
    }
}
