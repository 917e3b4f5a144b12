// A menu that opens at a part of a widget, and gives the focus back.
import Browse
import CGTK
import Desktop

/// A popover with a menu or with widgets: a context menu, or what a button opens. It is made when it opens and goes
/// when it has closed. Then the widget that had the focus before has it again.
final class MenuPopover {
    /// What a popover shows.
    enum Content {
        /// The menu of a GMenu.
        case menu(GObjectReference)
        /// Widgets, made whenever the popover opens (floating).
        case widgets(() -> Widget)
    }

    /// The box that holds the popover.
    private let box: Widget
    private var popover: WidgetReference?
    /// The widget that had the focus before the menu.
    private var focus: WidgetReference?
    /// Called when the menu has closed and its action has run.
    private var onClosed: () -> Void = {}

    private let actions: ActionMap?

    /// - Parameters:
    ///   - box: A GtkBox around the widgets on which the menu opens; it outlives this object.
    ///   - actions: The window's, for the rows of buttons; nil for menus without any.
    init(in box: Widget, actions: ActionMap?) { (self.box, self.actions) = (box, actions) }

    /// Whether the menu is open.
    var isOpen: Bool { popover != nil }

    /// Opens at the box, in place of what is open.
    /// - Parameter closed: Called when the popover has closed and the action of a menu has run.
    func open(_ content: Content, closed: @escaping () -> Void) {
        show(content, closed: closed) { _ in }
    }

    /// Opens the menu of `model` at a point or a part of a widget in the box, in place of one that is open.
    /// - Parameters:
    ///   - place: What the menu points at, in logical pixels of `widget`.
    ///   - isAtPointer: Whether it hangs from the place's corner, as below a pointer.
    ///   - closed: Called when the menu has closed and its action has run.
    func open(
        _ model: GObjectReference, at place: Rectangle, of widget: Widget, isAtPointer: Bool,
        closed: @escaping () -> Void
    ) {
        guard let bounds = Rectangle(of: widget, in: box) else { return closed() }
        show(.menu(model), closed: closed) { [box] menu in
            let popover: UnsafeMutablePointer<GtkPopover> = menu.cast()
            gtk_popover_set_has_arrow(popover, isAtPointer ? 0 : 1)
            if isAtPointer {
                let isRightToLeft = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
                gtk_widget_set_halign(menu, isRightToLeft ? GTK_ALIGN_END : GTK_ALIGN_START)
            }
            var area = GdkRectangle(
                x: Int32(bounds.x + place.x), y: Int32(bounds.y + place.y), width: Int32(max(1, place.width)),
                height: Int32(max(1, place.height)))
            gtk_popover_set_pointing_to(popover, &area)
        }
    }

    /// Makes the popover, which `place` gives its place, and opens it.
    private func show(_ content: Content, closed: @escaping () -> Void, place: (Widget) -> Void) {
        close()
        let made = widget(of: content)
        popover = WidgetReference(made)
        focus = gtk_widget_get_root(box).flatMap { gtk_root_get_focus($0) }.map(WidgetReference.init)
        onClosed = closed
        gtk_widget_set_parent(made, box)
        gtk_popover_set_position(made.cast(), GTK_POS_BOTTOM)
        place(made)
        Signal.on(made, "closed") { [weak self] in self?.closed() }
        gtk_popover_popup(made.cast())
    }

    /// Returns a popover (floating).
    private func widget(of content: Content) -> Widget {
        switch content {
        case .menu(let model):
            let popover = made(gtk_popover_menu_new_from_model(model.pointer.cast()))
            if let actions { MenuRow.fill(popover, actions: actions) }
            MenuItemNames.give(toItemsOf: popover)
            return popover
        case .widgets(let make):
            let popover = made(gtk_popover_new())
            gtk_popover_set_child(popover.cast(), make())
            return popover
        }
    }

    /// Closes the menu.
    func close() {
        guard let popover else { return }
        gtk_popover_popdown(popover.widget.cast())
    }

    /// Takes the popover away once the chosen action has run, which may come after this.
    private func closed() {
        guard let gone = popover else { return }
        popover = nil
        if let focus, gtk_widget_get_mapped(focus.widget) != 0 { gtk_widget_grab_focus(focus.widget) }
        focus = nil
        let done = onClosed
        onClosed = {}
        Task { @MainActor in
            // GTK 4.8 may take the pointer for one in the popover also once that has closed, and ends the program when
            // the window is laid out then (docs/workarounds.md).
            gtk_widget_set_sensitive(gone.widget, 0)
            gtk_widget_unparent(gone.widget)
            done()
        }
    }
}
