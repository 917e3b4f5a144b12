// A title or a caption that is edited in the info panel.
import CGTK
import CWidgets
import Desktop
import Photos

/// A row with a name and a text that wraps. Enter and leaving it keep the text, Escape takes it back.
final class WordsField {
    let widget: Widget
    private let view: OpaquePointer
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>
    private let hint: OpaquePointer
    private let undo: EntryUndo
    private let name: String
    private let onKeep: (String?) -> Void
    private(set) var shown = SharedWords.Text.same(nil)
    /// Whether the program sets the text.
    private var isFilling = false
    /// Whether the user has changed the text since it was shown or kept.
    private(set) var isTouched = false

    /// Characters that the field takes: more than a caption may have, and few enough for a layout.
    private static let longest = 8192
    private static let enter: Set<UInt32> = [0xFF0D, 0xFF8D, 0xFE34]

    /// - Parameter onKeep: Called with another text than the one that is shown; nil for none.
    init(_ name: String, onKeep: @escaping (String?) -> Void) {
        (self.name, self.onKeep) = (name, onKeep)
        widget = made(adw_preferences_row_new())
        gtk_list_box_row_set_activatable(widget.cast(), 0)
        // The text has the focus, and not the row around it.
        gtk_widget_set_focusable(widget, 0)
        gtk_widget_add_css_class(widget, "words-field")
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)), title = made(gtk_label_new(name))
        gtk_label_set_xalign(title.opaque, 0)
        gtk_widget_add_css_class(title, "name")
        gtk_widget_add_css_class(title, "dim-label")
        gtk_box_append(box.cast(), title)
        let view = made(gtk_text_view_new()), overlay = made(gtk_overlay_new()), hint = made(gtk_label_new(nil))
        (self.view, self.hint) = (view.opaque, hint.opaque)
        buffer = gtk_text_view_get_buffer(view.cast())
        gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(view.cast(), 0)
        tessera_accessible_set_label(view.object, name)
        gtk_label_set_xalign(self.hint, 0)
        gtk_label_set_ellipsize(self.hint, PANGO_ELLIPSIZE_END)
        gtk_widget_set_can_target(hint, 0)
        gtk_widget_add_css_class(hint, "dim-label")
        gtk_overlay_set_child(overlay.opaque, view)
        gtk_overlay_add_overlay(overlay.opaque, hint)
        gtk_box_append(box.cast(), overlay)
        gtk_list_box_row_set_child(widget.cast(), box)
        // All of the row leads to the text: without the focus there, what is typed would be a search.
        let press = made(gtk_gesture_click_new())
        Signal.onPress(press, "pressed") { _, _, _ in gtk_widget_grab_focus(view) }
        gtk_widget_add_controller(widget, press.opaque)
        gtk_widget_set_cursor_from_name(widget, "text")
        undo = EntryUndo(on: view.opaque)
        Signal.on(buffer, "changed") { [weak self] in self?.changed() }
        let keys = made(gtk_event_controller_key_new())
        gtk_event_controller_set_propagation_phase(keys.opaque, GTK_PHASE_CAPTURE)
        Signal.onKey(keys, "key-pressed") { [weak self] key, _ in
            guard Self.enter.contains(key) else { return false }
            self?.keep()
            return true
        }
        gtk_widget_add_controller(view, keys.opaque)
        let focus = made(gtk_event_controller_focus_new())
        Signal.on(focus, "leave") { [weak self] in self?.keep() }
        gtk_widget_add_controller(view, focus.opaque)
    }

    /// Whether the text has the keyboard focus.
    var hasFocus: Bool { gtk_widget_has_focus(view.cast()) != 0 }

    var text: String {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Shows another text; one that is being edited stays.
    func show(_ text: SharedWords.Text) {
        shown = text
        if !isTouched { fill() }
    }

    /// Keeps what the user has written.
    func keep() {
        guard isTouched else { return }
        isTouched = false
        undo.begin()
        let written = WrittenLine.line(text)
        if .same(written) == shown { return fill() }
        // No text for photos with several is what the field has said before.
        if written == nil, shown == .several { return fill() }
        onKeep(written)
    }

    /// Takes back what the user has written.
    func revert() {
        isTouched = false
        fill()
    }

    /// Writes a text as the user does.
    func type(_ text: String) { gtk_text_buffer_set_text(buffer, text, -1) }

    private func fill() {
        isFilling = true
        let text = if case .same(let text?) = shown { text } else { "" }
        if text != self.text {
            gtk_text_buffer_begin_irreversible_action(buffer)
            gtk_text_buffer_set_text(buffer, text, -1)
            gtk_text_buffer_end_irreversible_action(buffer)
        }
        isFilling = false
        undo.begin()
        showHint()
    }

    private func changed() {
        showHint()
        guard !isFilling else { return }
        isTouched = true
        undo.noteChange()
        cut()
    }

    /// Cuts the text behind its most characters.
    private func cut() {
        guard gtk_text_buffer_get_char_count(buffer) > Int32(Self.longest) else { return }
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(Self.longest))
        gtk_text_buffer_get_end_iter(buffer, &end)
        gtk_text_buffer_delete(buffer, &start, &end)
    }

    private func showHint() {
        gtk_label_set_text(hint, shown == .several ? WordsText.several : "")
        gtk_widget_set_visible(hint.cast(), gtk_text_buffer_get_char_count(buffer) == 0 ? 1 : 0)
    }
}
