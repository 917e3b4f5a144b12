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
    /// The button of the stars and colours.
    let marks: MenuButton
    /// The button of the folders to which the photos can be copied.
    let copyTo: MenuButton
    /// The buttons for which a narrow window has no room; the menu has what they do as well.
    private let wide: [Widget]
    private var summary = SelectionSummary()
    /// Whether the header of the selection is shown.
    private(set) var isShown = false

    private static let usual = "usual", selection = "selection"

    /// - Parameters:
    ///   - header: The usual AdwHeaderBar, floating.
    ///   - menu: The menu of the selected photos.
    ///   - targets: The folders to which photos are copied.
    ///   - actions: The window's.
    init(inPlaceOf header: Widget, menu: GObjectReference, targets: TargetMenus, actions: ActionMap) {
        let stack = made(gtk_stack_new()), bar = made(adw_header_bar_new())
        root = WidgetReference(stack)
        self.stack = stack.opaque
        let title = made(adw_window_title_new("", ""))
        self.title = title.opaque
        adw_header_bar_set_title_widget(bar.opaque, title.cast())
        let cancel = made(gtk_button_new())
        self.cancel = cancel
        IconButton.name(cancel, ButtonText.cancelSelection, tooltip: ButtonText.cancelSelectionHelp)
        gtk_actionable_set_detailed_action_name(cancel.opaque, WindowCommand.selectMode.rawValue)
        adw_header_bar_pack_start(bar.opaque, cancel)
        let all = CommandButton.make(
            .selectAll, icon: "edit-select-all-symbolic", name: ButtonText.selectAll, tooltip: ButtonText.selectAllHelp)
        adw_header_bar_pack_end(bar.opaque, all)
        let copy = CommandButton.make(
            .copySelected, icon: "edit-copy-symbolic", name: PhotoActionText.copy, tooltip: ButtonText.copyHelp)
        let heart = CommandButton.make(
            .favourite, icon: "emblem-favorite-symbolic", name: MarkText.favourite, tooltip: ButtonText.favouriteHelp)
        marks = MenuButton(
            icon: "starred-symbolic", name: MarkText.marks, tooltip: MarkText.marksHelp,
            content: .menu(MenuModel.make([MenuEntry(.marks), MenuEntry(.labels)])), actions: actions)
        let deletion = Self.deletion()
        copyTo = MenuButton(
            icon: "folder-symbolic", name: OperationText.copyTo, tooltip: OperationText.copyTo,
            content: .menu(targets.copy))
        wide = [deletion, heart, marks.root.widget, copyTo.root.widget, copy]
        menuButton = MenuButton(
            icon: "view-more-symbolic", name: MenuText.selection, tooltip: MenuText.selection,
            content: .menu(menu),
            actions: actions)
        adw_header_bar_pack_end(bar.opaque, menuButton.root.widget)
        for button in wide { adw_header_bar_pack_end(bar.opaque, button) }
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

    /// Makes the button that moves photos to the trash, with the one that deletes them in its place where there is
    /// none.
    private static func deletion() -> Widget {
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        let buttons = [
            CommandButton.make(
                .trash, icon: "user-trash-symbolic", name: OperationText.trash, tooltip: ButtonText.trashHelp),
            CommandButton.make(
                .discard, icon: "user-trash-symbolic", name: OperationText.delete, tooltip: OperationText.delete),
        ]
        for button in buttons {
            gtk_box_append(box.cast(), button)
            CommandButton.hideWhereDisabled(button)
        }
        return box
    }

    /// Whether there is little room: then words become symbols, and some buttons are left to the menu.
    var isNarrow: Bool {
        didSet { if isNarrow != oldValue { fit() } }
    }

    private func fit() {
        if isNarrow {
            gtk_button_set_icon_name(cancel.cast(), "go-previous-symbolic")
        } else {
            gtk_button_set_label(cancel.cast(), OperationText.cancel)
        }
        for button in wide { gtk_widget_set_visible(button, isNarrow ? 0 : 1) }
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

    /// Shows what a selection comes to, or the usual header if there is none.
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
