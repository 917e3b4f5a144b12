// The entry of the info panel in which keywords are added, with those of the library that may be meant.
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// An entry with suggestions below it. Enter adds what is written, or the suggestion that is chosen by the arrow keys;
/// commas separate several keywords.
final class KeywordEntry {
    let widget: Widget
    /// A GtkEntry.
    let entry: OpaquePointer
    private let list: OpaquePointer
    private let note: OpaquePointer
    private let undo: EntryUndo
    private let counts: () async -> [String: Int]
    private let onAdd: ([String]) -> Void
    private var completion = KeywordCompletion()
    private var reading: Task<Void, Never>?
    private(set) var suggestions: [String] = []
    private var chosen: Int?
    /// The keywords that are there already.
    var present: [String] = [] { didSet { if present != oldValue { suggest() } } }

    /// Suggestions, and characters of the entry: some keywords of the greatest length.
    private static let most = 6, longest: Int32 = 4000
    private static let down: UInt32 = 0xFF54, up: UInt32 = 0xFF52

    /// - Parameters:
    ///   - counts: Reads how many photos of the library have each keyword.
    ///   - onAdd: Called with keywords in the form in which they are written.
    init(counts: @escaping () async -> [String: Int], onAdd: @escaping ([String]) -> Void) {
        (self.counts, self.onAdd) = (counts, onAdd)
        widget = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        let entry = made(gtk_entry_new()), list = made(gtk_list_box_new()), note = made(gtk_label_new(nil))
        (self.entry, self.list, self.note) = (entry.opaque, list.opaque, note.opaque)
        gtk_entry_set_placeholder_text(entry.cast(), WordsText.addKeyword)
        gtk_entry_set_max_length(entry.cast(), Self.longest)
        // The focus is on the text inside of the entry.
        for object in [entry.object, gtk_editable_get_delegate(entry.opaque)?.object] {
            if let object { tessera_accessible_set_label(object, WordsText.addKeyword) }
        }
        gtk_list_box_set_selection_mode(self.list, GTK_SELECTION_SINGLE)
        gtk_widget_add_css_class(list, "boxed-list")
        gtk_widget_set_visible(list, 0)
        tessera_accessible_set_label(list.object, WordsText.suggestions)
        gtk_label_set_wrap(self.note, 1)
        gtk_label_set_xalign(self.note, 0)
        gtk_widget_add_css_class(note, "caption")
        gtk_widget_add_css_class(note, "error")
        gtk_widget_set_visible(note, 0)
        for child in [entry, note, list] { gtk_box_append(widget.cast(), child) }
        undo = EntryUndo(on: entry.opaque)
        Signal.on(entry, "changed") { [weak self] in self?.changed() }
        Signal.on(entry, "activate") { [weak self] in self?.add() }
        Signal.onPointer(list, "row-activated") { [weak self] row in
            guard let self, let row else { return }
            self.choose(Int(gtk_list_box_row_get_index(row.cast())))
            self.add()
            gtk_widget_grab_focus(self.entry.cast())
        }
        let keys = made(gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(keys.opaque, GTK_PHASE_CAPTURE)
        Signal.onKey(keys, "key-pressed") { [weak self] key, _ in self?.take(key) ?? false }
        gtk_widget_add_controller(entry, keys.opaque)
        let focus = made(gtk_event_controller_focus_new())
        Signal.on(focus, "enter") { [weak self] in self?.read() }
        Signal.on(focus, "leave") { [weak self] in self?.showSuggestions([]) }
        gtk_widget_add_controller(entry, focus.opaque)
    }

    isolated deinit { reading?.cancel() }

    /// Whether the entry has the keyboard focus.
    var hasFocus: Bool {
        gtk_widget_get_state_flags(entry.cast()).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    var text: String {
        get { gtk_editable_get_text(entry).map { String(cString: $0) } ?? "" }
        set { gtk_editable_set_text(entry, newValue) }
    }

    /// Empties the entry.
    func clear() {
        text = ""
        undo.begin()
        showSuggestions([])
    }

    /// Reads the keywords of the library, which may be others than at the last time.
    private func read() {
        reading?.cancel()
        reading = Task { [weak self, counts] in
            let completion = await Self.completion(of: await counts())
            guard let self, !Task.isCancelled else { return }
            self.completion = completion
            self.suggest()
        }
    }

    @concurrent private nonisolated static func completion(of counts: [String: Int]) async -> KeywordCompletion {
        KeywordCompletion(counts)
    }

    // MARK: Adding

    private var parts: [String] { text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) } }

    /// Adds what is written.
    func add() {
        var parts = parts
        if let chosen, suggestions.indices.contains(chosen) { parts = parts.dropLast() + [suggestions[chosen]] }
        let keywords = parts.compactMap(Keyword.written)
        guard !keywords.isEmpty, !keywords.contains(where: Keyword.isTooLong) else { return }
        clear()
        onAdd(keywords)
    }

    private func changed() {
        undo.noteChange()
        let isTooLong = parts.compactMap(Keyword.written).contains(where: Keyword.isTooLong)
        gtk_label_set_text(note, isTooLong ? WordsText.keywordTooLong : "")
        gtk_widget_set_visible(note.cast(), isTooLong ? 1 : 0)
        suggest()
    }

    // MARK: Suggestions

    private func suggest() {
        let typed = parts.last.flatMap(Keyword.written) ?? ""
        let isWanted = hasFocus && !Keyword.isTooLong(typed)
        showSuggestions(isWanted ? completion.suggestions(for: typed, without: present, most: Self.most) : [])
    }

    private func showSuggestions(_ shown: [String]) {
        guard shown != suggestions else { return choose(nil) }
        suggestions = shown
        while let row = gtk_list_box_get_row_at_index(list, 0) { gtk_list_box_remove(list, row.cast()) }
        for keyword in shown {
            let row = made(gtk_list_box_row_new()), label = made(gtk_label_new(DisplayText.line(keyword, limit: 120)))
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
            gtk_widget_add_css_class(label, "suggestion")
            gtk_list_box_row_set_child(row.cast(), label)
            // The arrow keys of the entry choose.
            gtk_widget_set_focusable(row, 0)
            gtk_list_box_append(list, row)
        }
        gtk_widget_set_visible(list.cast(), shown.isEmpty ? 0 : 1)
        choose(nil)
    }

    private func choose(_ place: Int?) {
        chosen = place
        gtk_list_box_select_row(list, place.flatMap { gtk_list_box_get_row_at_index(list, Int32($0)) })
        // The focus stays in the text, so that the choice is said of it.
        let choice = place.map { suggestions[$0] } ?? ""
        if let text = gtk_editable_get_delegate(entry) { tessera_accessible_set_description(text.object, choice) }
    }

    /// Takes a key before the text does.
    /// - Returns: Whether it is consumed.
    func take(_ key: UInt32) -> Bool {
        switch key {
        case Self.down, Self.up:
            // An arrow key of an entry without suggestions would move what is behind the panel.
            guard !suggestions.isEmpty else { return true }
            let step = key == Self.down ? 1 : -1
            let next = chosen.map { $0 + step } ?? (step > 0 ? 0 : suggestions.count - 1)
            choose(suggestions.indices.contains(next) ? next : nil)
            return true
        default: return false
        }
    }
}
