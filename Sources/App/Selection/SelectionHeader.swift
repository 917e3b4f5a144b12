// The header of the window while photos are selected, in place of the usual one.
import Browse
import CGTK
import Desktop

/// Both headers of the grid's page, of which one is shown.
final class SelectionHeader {
    /// The stack that holds both.
    let root: WidgetReference
    private let stack: OpaquePointer
    private let title: OpaquePointer
    /// Whether the header of the selection is shown.
    private(set) var isShown = false

    private static let usual = "usual", selection = "selection"

    /// - Parameter header: The usual AdwHeaderBar, floating.
    init(inPlaceOf header: Widget) {
        let stack = made(gtk_stack_new()), bar = made(adw_header_bar_new())
        root = WidgetReference(stack)
        self.stack = stack.opaque
        let title = made(adw_window_title_new("", ""))
        self.title = title.opaque
        adw_header_bar_set_title_widget(bar.opaque, title.cast())
        let cancel = made(gtk_button_new_with_label("Cancel"))
        DetailWidgets.name(cancel, "Cancel Selection", tooltip: "Cancel Selection (Escape)")
        gtk_actionable_set_detailed_action_name(cancel.opaque, "win.select-mode")
        adw_header_bar_pack_start(bar.opaque, cancel)
        let all = made(gtk_button_new_from_icon_name("edit-select-all-symbolic"))
        DetailWidgets.name(all, "Select All", tooltip: "Select All (Ctrl+A)")
        gtk_actionable_set_detailed_action_name(all.opaque, "win.select-all")
        adw_header_bar_pack_end(bar.opaque, all)
        let copy = made(gtk_button_new_from_icon_name("edit-copy-symbolic"))
        DetailWidgets.name(copy, "Copy", tooltip: "Copy (Ctrl+C)")
        gtk_actionable_set_detailed_action_name(copy.opaque, "win.copy-selected")
        adw_header_bar_pack_end(bar.opaque, copy)
        // The window's buttons at the start are in the sidebar's header while that lies beside this one.
        g_object_bind_property(
            header.object, "show-start-title-buttons", bar.object, "show-start-title-buttons", G_BINDING_SYNC_CREATE)
        gtk_widget_add_css_class(bar, "selection")
        gtk_stack_set_transition_type(self.stack, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_add_named(self.stack, header, Self.usual)
        gtk_stack_add_named(self.stack, bar, Self.selection)
    }

    /// The text that is shown of the selection.
    var text: (title: String, subtitle: String) {
        (String(cString: adw_window_title_get_title(title)), String(cString: adw_window_title_get_subtitle(title)))
    }

    /// Shows what a selection comes to, or the usual header where there is none.
    func show(_ summary: SelectionSummary) {
        if summary.isActive {
            adw_window_title_set_title(title, SelectionText.title(summary))
            adw_window_title_set_subtitle(title, SelectionText.subtitle(summary))
        }
        guard summary.isActive != isShown else { return }
        isShown = summary.isActive
        gtk_stack_set_visible_child_name(stack, isShown ? Self.selection : Self.usual)
    }
}
