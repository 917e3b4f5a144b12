// The list of places beside the grid, with the trees of folders below them.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos

/// The sidebar's list. Reachable by Tab; the arrows move in it, and Enter opens. Right shows what is below a row, Left
/// hides it or leads to the row above; from right to left it is the other way round.
final class Sidebar {
    /// A box with a scrolled window.
    let root: WidgetReference
    let list: OpaquePointer
    private let scroller: OpaquePointer
    private var rows: [SidebarRow] = []
    private var shown: PlaceSections?
    private var isRevealAwaited = false

    private let onEject: (String) -> Void
    let onExpand: (PlaceEntry, _ isExpanded: Bool) -> Void

    /// - Parameters:
    ///   - onOpen: Called when the user opens a place.
    ///   - onSearch: Called when the user opens a stored search.
    ///   - onMount: Called when the user opens a volume that is not mounted.
    ///   - onEject: Called when the user ejects a mount.
    ///   - onExpand: Called when the user shows what is below a row, or hides it.
    init(
        onOpen: @escaping (Place) -> Void, onSearch: @escaping (StoredSearch) -> Void,
        onMount: @escaping (String) -> Void, onEject: @escaping (String) -> Void,
        onExpand: @escaping (PlaceEntry, _ isExpanded: Bool) -> Void
    ) {
        (self.onEject, self.onExpand) = (onEject, onExpand)
        let list = made(gtk_list_box_new())
        self.list = list.opaque
        gtk_widget_add_css_class(list, "navigation-sidebar")
        tessera_accessible_set_label(list.object, PlaceText.title(of: .places))
        let scroller = made(gtk_scrolled_window_new())
        self.scroller = scroller.opaque
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        root = WidgetReference(box)
        gtk_scrolled_window_set_policy(self.scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(self.scroller, list)
        gtk_widget_set_vexpand(scroller, 1)
        gtk_box_append(box.cast(), scroller)
        Signal.onPointer(list, "row-activated") { [weak self] row in
            guard let self, let row, let entry = self.entry(of: row.assumingMemoryBound(to: GtkWidget.self)) else {
                return
            }
            if let volume = entry.mounts { return onMount(volume) }
            if let search = entry.search { return onSearch(search) }
            if let place = entry.place { onOpen(place) }
        }
        Signal.on(list, "map") { [weak self] in self?.appeared() }
        // The arrows select as they move; what is selected otherwise is what the window shows.
        let focus = made(gtk_event_controller_focus_new())
        Signal.on(focus, "leave") { [weak self] in self?.selectShown() }
        gtk_widget_add_controller(list, focus)
        let keys = made(gtk_event_controller_key_new())
        Signal.onKey(keys, "key-pressed") { [weak self] key, held in self?.take(key, held) ?? false }
        gtk_widget_add_controller(list, keys.opaque)
        if let adjustment = gtk_scrolled_window_get_vadjustment(self.scroller) {
            // Rows that have come have their places now.
            Signal.on(adjustment, "changed") { [weak self] in self?.revealIfAwaited() }
        }
    }

    /// Shows the places. Rows that stay keep the focus and their place.
    func show(_ sections: PlaceSections) {
        guard sections != shown else { return }
        let before = shown
        shown = sections
        let isChanged = renew(sections)
        if isChanged || before?.selected != sections.selected { selectShown() }
        if before?.selected != sections.selected {
            isRevealAwaited = true
            // Without other rows nothing will report them.
            if !isChanged { revealIfAwaited() }
        }
    }

    /// Adds the rows that have come, takes those out that have gone, and shows in the others what is known of them.
    /// - Returns: Whether there are other rows.
    private func renew(_ sections: PlaceSections) -> Bool {
        var next: [(id: SidebarRow.ID, kind: PlaceSection.Kind, entry: PlaceEntry?)] = []
        for section in sections.sections {
            next.append((.title(section.kind), section.kind, nil))
            next += section.entries.map { (.entry($0.id), section.kind, $0) }
        }
        let wanted = Set(next.map(\.id))
        var isChanged = false
        let focused = rows.firstIndex { gtk_widget_is_focus($0.widget) != 0 }
        // The row that was folded together, or another one above.
        let heir = focused.flatMap { focused in
            wanted.contains(rows[focused].id)
                ? nil : rows[..<focused].last { $0.entry != nil && wanted.contains($0.id) }
        }
        rows.removeAll { row in
            guard !wanted.contains(row.id) else { return false }
            gtk_list_box_remove(list, row.widget)
            isChanged = true
            return true
        }
        for (place, item) in next.enumerated() {
            if place < rows.count, rows[place].id == item.id {
                if let entry = item.entry { rows[place].show(entry) }
                continue
            }
            isChanged = true
            // One that is there further down comes up here.
            if let old = rows[place...].firstIndex(where: { $0.id == item.id }) {
                gtk_list_box_remove(list, rows[old].widget)
                rows.remove(at: old)
            }
            let row =
                item.entry.map { entry in
                    SidebarRow(entry) { [weak self] in
                        self?.onEject($0)
                    } toggle: { [weak self] in
                        self?.toggle($0)
                    }
                } ?? SidebarRow(title: item.kind)
            gtk_list_box_insert(list, row.widget, Int32(place))
            rows.insert(row, at: place)
        }
        if let heir { gtk_widget_grab_focus(heir.widget) }
        return isChanged
    }

    private func selectShown() { gtk_list_box_select_row(list, shownRow?.widget.cast()) }

    private var shownRow: SidebarRow? { shown?.selected.flatMap { id in rows.first { $0.id == .entry(id) } } }

    /// Scrolls to the row of what is shown once that has a place.
    private func revealIfAwaited() {
        guard isRevealAwaited, let row = shownRow, let place = Rectangle(of: row.widget, in: list.cast()),
            place.height > 0, let adjustment = gtk_scrolled_window_get_vadjustment(scroller)
        else { return }
        isRevealAwaited = false
        gtk_adjustment_clamp_page(adjustment, place.y, place.y + place.height)
    }

    // MARK: Rows

    private func row(_ widget: Widget) -> SidebarRow? { rows.first { $0.widget == widget } }

    /// The entry of a row.
    func entry(of row: Widget) -> PlaceEntry? { self.row(row)?.entry }

    /// The entry of the row at a height of the list; nil if there is none.
    func entry(atY y: Double) -> PlaceEntry? {
        gtk_list_box_get_row_at_y(list, Int32(y)).flatMap { row($0.cast())?.entry }
    }

    /// The entry of the row that has the focus.
    var focused: (entry: PlaceEntry, widget: Widget)? {
        rows.first { gtk_widget_is_focus($0.widget) != 0 }.flatMap { row in row.entry.map { ($0, row.widget) } }
    }

    /// Shows what is below a row that is closed, and hides it below one that is open.
    func toggle(_ id: PlaceEntry.ID) {
        guard let entry = rows.first(where: { $0.id == .entry(id) })?.entry, let isExpanded = entry.isExpanded else {
            return
        }
        onExpand(entry, !isExpanded)
    }

    /// Marks the row under a drag; nil for none.
    func highlight(_ id: PlaceEntry.ID?) {
        guard let id, let row = rows.first(where: { $0.id == .entry(id) }) else {
            return gtk_list_box_drag_unhighlight_row(list)
        }
        gtk_list_box_drag_highlight_row(list, row.widget.cast())
    }

    // MARK: Keys

    private func take(_ key: UInt32, _ held: GdkModifierType) -> Bool {
        let modifiers = held.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SHIFT_MASK.rawValue)
        guard modifiers == 0, let (entry, _) = focused,
            let place = rows.firstIndex(where: { $0.id == .entry(entry.id) })
        else { return false }
        if let character = Self.character(of: key) { return find(character) }
        let isRightToLeft = gtk_widget_get_direction(list.cast()) == GTK_TEXT_DIR_RTL
        let (inwards, outwards) =
            isRightToLeft ? (GDK_KEY_Left, GDK_KEY_Right) : (GDK_KEY_Right, GDK_KEY_Left)
        switch Int32(bitPattern: key) {
        case inwards:
            if entry.isExpanded == false {
                onExpand(entry, true)
            } else if entry.isExpanded == true, place + 1 < rows.count, rows[place + 1].entry?.depth ?? 0 > entry.depth
            {
                gtk_widget_grab_focus(rows[place + 1].widget)
            }
        case outwards:
            if entry.isExpanded == true {
                onExpand(entry, false)
            } else if let above = rows[..<place].last(where: { $0.entry.map { $0.depth < entry.depth } ?? false }),
                entry.depth > 0
            {
                gtk_widget_grab_focus(above.widget)
            }
        default: return false
        }
        return true
    }

    /// What was typed, to find a row by the beginning of its name.
    private var typed = TypedName()

    /// The printable character of a key but for Space, which opens a row; nil for any other key.
    private static func character(of key: UInt32) -> Character? {
        Unicode.Scalar(gdk_keyval_to_unicode(key)).map(Character.init).flatMap {
            $0.isLetter || $0.isNumber || $0.isPunctuation || $0.isSymbol ? $0 : nil
        }
    }

    /// Moves the focus to the next row whose name begins with what was typed.
    func find(_ character: Character) -> Bool {
        let entries = rows.filter { $0.entry != nil }
        let names = entries.map { $0.entry.map(PlaceText.name) ?? "" }
        let focused = entries.firstIndex { gtk_widget_is_focus($0.widget) != 0 }
        if let found = typed.add(character, at: .now, among: names, from: focused ?? 0) {
            gtk_widget_grab_focus(entries[found].widget)
        }
        return true
    }

    // MARK: Focus

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
