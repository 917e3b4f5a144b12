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
    /// The button of the selection's menu.
    let menuButton: MenuButton
    private let cancel: Widget
    private let copy: Widget
    private var summary = SelectionSummary()
    /// Whether the header of the selection is shown.
    private(set) var isShown = false

    private static let usual = "usual", selection = "selection"

    /// - Parameters:
    ///   - header: The usual AdwHeaderBar, floating.
    ///   - menu: The menu of the selected photos.
    ///   - actions: The window's.
    init(inPlaceOf header: Widget, menu: GObjectReference, actions: ActionMap) {
        let stack = made(gtk_stack_new()), bar = made(adw_header_bar_new())
        root = WidgetReference(stack)
        self.stack = stack.opaque
        let title = made(adw_window_title_new("", ""))
        self.title = title.opaque
        adw_header_bar_set_title_widget(bar.opaque, title.cast())
        let cancel = made(gtk_button_new())
        self.cancel = cancel
        DetailWidgets.name(cancel, ButtonText.cancelSelection, tooltip: ButtonText.cancelSelectionHelp)
        gtk_actionable_set_detailed_action_name(cancel.opaque, WindowCommand.selectMode.rawValue)
        adw_header_bar_pack_start(bar.opaque, cancel)
        let all = made(gtk_button_new_from_icon_name("edit-select-all-symbolic"))
        DetailWidgets.name(all, ButtonText.selectAll, tooltip: ButtonText.selectAllHelp)
        gtk_actionable_set_detailed_action_name(all.opaque, WindowCommand.selectAll.rawValue)
        adw_header_bar_pack_end(bar.opaque, all)
        let copy: Widget = made(gtk_button_new_from_icon_name("edit-copy-symbolic"))
        DetailWidgets.name(copy, PhotoActionText.copy, tooltip: ButtonText.copyHelp)
        gtk_actionable_set_detailed_action_name(copy.opaque, WindowCommand.copySelected.rawValue)
        adw_header_bar_pack_end(bar.opaque, copy)
        self.copy = copy
        menuButton = MenuButton(
            icon: "view-more-symbolic", name: MenuText.selection, tooltip: MenuText.selection, model: menu,
            actions: actions)
        adw_header_bar_pack_end(bar.opaque, menuButton.root.widget)
        // The window's buttons at the start are in the sidebar's header while that lies beside this one.
        g_object_bind_property(
            header.object, "show-start-title-buttons", bar.object, "show-start-title-buttons", G_BINDING_SYNC_CREATE)
        gtk_widget_add_css_class(bar, "selection")
        // A narrow window has room for the header that it shows, not for the wider of both.
        gtk_stack_set_hhomogeneous(self.stack, 0)
        gtk_stack_set_transition_type(self.stack, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_add_named(self.stack, header, Self.usual)
        gtk_stack_add_named(self.stack, bar, Self.selection)
        isNarrow = false
        fit()
    }

    /// Whether there is little room: then words become symbols, and Copy is left to its key.
    var isNarrow: Bool {
        didSet { if isNarrow != oldValue { fit() } }
    }

    private func fit() {
        if isNarrow {
            gtk_button_set_icon_name(cancel.cast(), "go-previous-symbolic")
        } else {
            gtk_button_set_label(cancel.cast(), OperationText.cancel)
        }
        gtk_widget_set_visible(copy, isNarrow ? 0 : 1)
        write()
    }

    private func write() {
        adw_window_title_set_title(title, SelectionText.title(summary, isNarrow: isNarrow))
        adw_window_title_set_subtitle(title, SelectionText.subtitle(summary))
    }

    /// The text that is shown of the selection.
    var text: (title: String, subtitle: String) {
        (String(cString: adw_window_title_get_title(title)), String(cString: adw_window_title_get_subtitle(title)))
    }

    /// Shows what a selection comes to, or the usual header where there is none.
    func show(_ summary: SelectionSummary) {
        if summary.isActive {
            self.summary = summary
            write()
        }
        guard summary.isActive != isShown else { return }
        isShown = summary.isActive
        gtk_stack_set_visible_child_name(stack, isShown ? Self.selection : Self.usual)
    }
}
