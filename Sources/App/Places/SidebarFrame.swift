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

    /// Called when the sidebar is shown or hidden, or is laid over the content or beside it.
    var onChange: () -> Void = {}

    /// Width of the window in logical pixels below which the sidebar lies over the content.
    private static let foldWidth = 720
    /// Width of the sidebar in logical pixels.
    private static let width: Int32 = 240

    /// - Parameters:
    ///   - sidebar: The list of places.
    ///   - content: The content with its header.
    ///   - header: The content's AdwHeaderBar.
    init(sidebar: Widget, content: Widget, header: OpaquePointer) {
        contentHeader = header
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
        gtk_widget_set_size_request(column, Self.width, -1)
        gtk_widget_add_css_class(column, "places")
        gtk_widget_add_css_class(column, "background")

        let flap = made(adw_flap_new())
        root = WidgetReference(flap)
        self.flap = flap.opaque
        adw_flap_set_flap(self.flap, column)
        adw_flap_set_separator(self.flap, gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_flap_set_content(self.flap, content)
        // A swipe over the photos is not for the sidebar.
        adw_flap_set_swipe_to_open(self.flap, 0)
        adw_flap_set_swipe_to_close(self.flap, 0)
        adw_flap_set_locked(self.flap, 1)
        adw_flap_set_fold_policy(self.flap, ADW_FLAP_FOLD_POLICY_NEVER)
        adw_flap_set_reveal_flap(self.flap, 0)
        Signal.onChange(of: "reveal-flap", flap) { [weak self] in self?.changed() }
        changed()
    }

    /// Whether the sidebar is shown.
    var isRevealed: Bool {
        get { adw_flap_get_reveal_flap(flap) != 0 }
        set { adw_flap_set_reveal_flap(flap, newValue ? 1 : 0) }
    }

    /// Whether the sidebar lies over the content.
    private(set) var isFolded = false

    /// Called when the window becomes wide or narrow, to say whether the sidebar is shown from now on.
    var reveals: (_ isFolded: Bool) -> Bool = { _ in false }

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
        let folds = width < Self.foldWidth
        guard folds != isFolded else { return }
        isFolded = folds
        let header: Widget = contentHeader.cast()
        if folds { gtk_widget_add_css_class(header, "narrow") } else { gtk_widget_remove_css_class(header, "narrow") }
        // In this order, so that a sidebar that is to be hidden does not appear over the content first.
        isRevealed = reveals(folds)
        adw_flap_set_fold_policy(flap, folds ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER)
        changed()
    }

    private func changed() {
        // The window's buttons at the start belong to the leftmost header.
        adw_header_bar_set_show_start_title_buttons(contentHeader, isRevealed && !isFolded ? 0 : 1)
        onChange()
    }
}
