// The bar under the header in which photos are searched for.
import Browse
import CGTK
import CWidgets
import Desktop

/// A bar with an entry and the number of hits, which slides in under the header. Each change of the text is a search.
final class SearchBar {
    let root: WidgetReference
    private let bar: OpaquePointer
    /// The entry, a GtkSearchEntry.
    let entry: OpaquePointer
    private let hits: OpaquePointer
    /// Says what is shown in place of what was written.
    private let note: OpaquePointer
    private let undo: EntryUndo
    /// Characters that the entry takes: as many as a search looks at, so that its layout takes no time.
    private static let longest: Int32 = 1000
    /// Characters that it is wide, in a wide window and in a narrow one.
    private static let width: Int32 = 34, leastWidth: Int32 = 12

    /// - Parameters:
    ///   - onSearch: Called at each change of the text, and with an empty one when the bar is closed.
    ///   - onToggle: Called when the bar has been opened or closed.
    ///   - onEnter: Called for Enter: the user goes on to the photos.
    init(
        onSearch: @escaping (String) -> Void, onToggle: @escaping (_ isOpen: Bool) -> Void,
        onEnter: @escaping () -> Void
    ) {
        let bar = made(gtk_search_bar_new())
        root = WidgetReference(bar)
        self.bar = bar.opaque
        let entry = made(gtk_search_entry_new())
        self.entry = entry.opaque
        undo = EntryUndo(on: entry.opaque)
        let hits = made(gtk_label_new(nil))
        self.hits = hits.opaque
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        // Narrower where the window is.
        gtk_editable_set_width_chars(self.entry, Self.leastWidth)
        gtk_editable_set_max_width_chars(self.entry, Self.width)
        gtk_label_set_ellipsize(self.hits, PANGO_ELLIPSIZE_END)
        gtk_widget_add_css_class(hits, "dim-label")
        gtk_widget_add_css_class(hits, "hits")
        gtk_box_append(row.cast(), entry)
        gtk_box_append(row.cast(), hits)
        let keep = CommandButton.make(
            .keepSearch, icon: "bookmark-new-symbolic", name: SearchText.keepHeading, tooltip: SearchText.keepHelp)
        gtk_widget_add_css_class(keep, "flat")
        gtk_box_append(row.cast(), keep)
        let note = made(gtk_label_new(nil))
        self.note = note.opaque
        gtk_label_set_wrap(self.note, 1)
        gtk_label_set_xalign(self.note, 0)
        gtk_label_set_max_width_chars(self.note, Self.width)
        gtk_widget_add_css_class(note, "caption")
        gtk_widget_add_css_class(note, "correction")
        gtk_widget_set_visible(note, 0)
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        gtk_box_append(column.cast(), row)
        gtk_box_append(column.cast(), note)
        gtk_search_bar_set_child(self.bar, column)
        gtk_search_bar_connect_entry(self.bar, self.entry)
        if let text = gtk_editable_get_delegate(self.entry) {
            gtk_text_set_max_length(text.cast(), Self.longest)
            gtk_text_set_placeholder_text(text.cast(), ButtonText.searchHint)
        }
        // The focus is on the text inside of the entry.
        for widget in [entry.object, gtk_editable_get_delegate(self.entry)?.object] {
            if let widget { tessera_accessible_set_label(widget, ButtonText.searchPhotos) }
        }
        // Not “search-changed”, which waits.
        Signal.on(entry, "changed") { [weak self] in
            guard let self else { return }
            self.undo.noteChange()
            onSearch(self.text)
        }
        Signal.on(entry, "activate") { onEnter() }
        Signal.onChange(of: "search-mode-enabled", self.bar) { [weak self] in
            guard let self else { return }
            if !self.isOpen { self.undo.begin() }
            onToggle(self.isOpen)
        }
    }

    /// Whether the bar is shown. Closing it empties the entry.
    var isOpen: Bool {
        get { gtk_search_bar_get_search_mode(bar) != 0 }
        set { gtk_search_bar_set_search_mode(bar, newValue ? 1 : 0) }
    }

    /// The text in the entry.
    var text: String {
        get { gtk_editable_get_text(entry).map { String(cString: $0) } ?? "" }
        set {
            gtk_editable_set_text(entry, newValue)
            undo.begin()
        }
    }

    /// Whether the entry has the keyboard focus.
    var hasFocus: Bool {
        gtk_widget_get_state_flags(entry.cast()).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Opens the bar and gives the entry the focus; what it holds is selected.
    func open() {
        isOpen = true
        undo.begin()
        // GTK gives a text its input method when it is realized, in the first frame of the bar: keys before are lost.
        if let text = gtk_editable_get_delegate(entry), gtk_widget_get_root(text.cast()) != nil {
            gtk_widget_realize(text.cast())
        }
        gtk_widget_grab_focus(entry.cast())
    }

    /// Opens the bar with the key that `controller` handles now as its first letter, or adds that to what is written in
    /// an open one.
    /// - Returns: False where the key makes no text.
    func begin(with controller: OpaquePointer) -> Bool {
        guard let text = gtk_editable_get_delegate(entry) else { return false }
        if isOpen {
            gtk_text_grab_focus_without_selecting(text.cast())
            gtk_editable_set_position(entry, -1)
        } else {
            open()
            undo.begin(byKey: true)
        }
        // By the way of the input method, so that a letter of two keys begins a search too.
        return gtk_event_controller_key_forward(controller, text.cast()) != 0
    }

    /// Shows how many photos match, and what is shown in place of what was written; empty for nothing.
    func show(hits text: String, note: String) {
        gtk_label_set_text(hits, text)
        gtk_label_set_text(self.note, note)
        gtk_widget_set_visible(self.note.cast(), note.isEmpty ? 0 : 1)
    }
}
