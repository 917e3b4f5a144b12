// The list of places beside the grid.
import Browse
import CGTK
import CWidgets
import Desktop

/// The sidebar's list. Reachable by Tab; the arrows move in it, and Enter opens.
final class Sidebar {
    /// A scrolled window.
    let root: WidgetReference
    private let list: OpaquePointer
    private var rows: [SidebarRow] = []
    private var shown: PlaceSections?

    /// Called when the user opens a place.
    var onOpen: (Place) -> Void = { _ in }
    /// Called when the user opens a volume that is not mounted.
    var onMount: (String) -> Void = { _ in }
    /// Called when the user ejects a mount.
    var onEject: (String) -> Void = { _ in }

    init() {
        let list = made(gtk_list_box_new())
        self.list = list.opaque
        gtk_widget_add_css_class(list, "navigation-sidebar")
        tessera_accessible_set_label(list.object, PlaceText.title(of: .places))
        let scroller = made(gtk_scrolled_window_new())
        root = WidgetReference(scroller)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, list)
        gtk_widget_set_vexpand(scroller, 1)
        Signal.onPointer(list, "row-activated") { [weak self] row in
            let chosen = row.flatMap { row in self?.rows.first { $0.widget.object == row } }
            guard let self, let entry = chosen?.entry else { return }
            if let volume = entry.mounts { return self.onMount(volume) }
            if let place = entry.place { self.onOpen(place) }
        }
        Signal.on(list, "map") { [weak self] in self?.appeared() }
        // The arrows select as they move; what is selected otherwise is what the window shows.
        let focus = made(gtk_event_controller_focus_new())
        Signal.on(focus, "leave") { [weak self] in self?.selectShown() }
        gtk_widget_add_controller(list, focus)
    }

    /// Shows the places. Rows that stay keep the focus and their place.
    func show(_ sections: PlaceSections) {
        guard sections != shown else { return }
        let entries = sections.sections.flatMap(\.entries)
        let isSame = shown.map { Self.outline($0) == Self.outline(sections) } ?? false
        let isSelectionSame = shown?.selected == sections.selected
        shown = sections
        if isSame {
            for entry in entries { rows.first { $0.entry?.id == entry.id }?.show(entry.count) }
        } else {
            rebuild(sections)
        }
        if !isSame || !isSelectionSame { selectShown() }
    }

    /// The sections without what a row can change.
    private static func outline(_ sections: PlaceSections) -> [PlaceSection] {
        sections.sections.map { section in
            var section = section
            for index in section.entries.indices { section.entries[index].count = nil }
            return section
        }
    }

    private func rebuild(_ sections: PlaceSections) {
        let focused = rows.first { gtk_widget_is_focus($0.widget) != 0 }?.entry?.id
        for row in rows { gtk_list_box_remove(list, row.widget) }
        rows = []
        for section in sections.sections {
            add(SidebarRow(title: PlaceText.title(of: section.kind)))
            for entry in section.entries { add(SidebarRow(entry) { [weak self] in self?.onEject($0) }) }
        }
        if let focused, let row = rows.first(where: { $0.entry?.id == focused }) { gtk_widget_grab_focus(row.widget) }
    }

    private func add(_ row: SidebarRow) {
        gtk_list_box_append(list, row.widget)
        rows.append(row)
    }

    private func selectShown() {
        gtk_list_box_select_row(list, shownRow?.widget.cast())
    }

    private var shownRow: SidebarRow? { shown?.selected.flatMap { id in rows.first { $0.entry?.id == id } } }

    private var isFocusAwaited = false

    /// Gives the keyboard focus to the sidebar, at once or when it has appeared.
    func focusWhenShown() {
        if gtk_widget_get_mapped(list.cast()) != 0 { grabFocus() } else { isFocusAwaited = true }
    }

    private func appeared() {
        guard isFocusAwaited else { return }
        isFocusAwaited = false
        grabFocus()
    }

    /// Gives the keyboard focus to the row of what is shown, or else to the first one.
    func grabFocus() {
        let row = shownRow ?? rows.first { $0.entry?.place != nil }
        if let row { gtk_widget_grab_focus(row.widget) }
    }
}
