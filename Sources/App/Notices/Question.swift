// A question over the window, and a question for a name.
import CGTK
import CWidgets
import Desktop

/// Dialogs with some answers.
enum Question {
    /// One answer.
    struct Answer {
        let id: String
        let label: String
        var isDestructive = false
        var isSuggested = false

        static let cancel = Answer(id: "cancel", label: OperationText.cancel)
    }

    /// Asks, and calls `answered` with the id of the answer; `cancel` also where the dialog is closed.
    /// - Parameter content: A widget below the text, borrowed.
    @discardableResult
    static func ask(
        _ heading: String, body: String, _ answers: [Answer], over window: UnsafeMutablePointer<GtkWindow>,
        content: Widget? = nil, answered: @escaping (String) -> Void
    ) -> UnsafeMutablePointer<AdwMessageDialog> {
        let dialog = made(adw_message_dialog_new(window, heading, body))
        let message: UnsafeMutablePointer<AdwMessageDialog> = dialog.cast()
        for answer in [.cancel] + answers {
            adw_message_dialog_add_response(message, answer.id, answer.label)
            if answer.isDestructive {
                adw_message_dialog_set_response_appearance(message, answer.id, ADW_RESPONSE_DESTRUCTIVE)
            }
            if answer.isSuggested {
                adw_message_dialog_set_response_appearance(message, answer.id, ADW_RESPONSE_SUGGESTED)
                adw_message_dialog_set_default_response(message, answer.id)
            }
        }
        adw_message_dialog_set_close_response(message, Answer.cancel.id)
        if let content { adw_message_dialog_set_extra_child(message, content) }
        Signal.onPointer(message, "response") { id in
            guard let id else { return }
            answered(String(cString: id.assumingMemoryBound(to: CChar.self)))
        }
        keepWidth(of: dialog, over: window)
        gtk_window_present(dialog.cast())
        return message
    }

    /// Makes a dialog's usual width its least one, as far as its window is as wide. A window is at least as high as it
    /// would have to be in its least width: in that of a word there is a gap above and below the text.
    private static func keepWidth(of dialog: Widget, over window: UnsafeMutablePointer<GtkWindow>) {
        var width: Int32 = 0
        gtk_widget_measure(dialog, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        gtk_widget_set_size_request(dialog, min(width, gtk_widget_get_width(window.cast())), -1)
    }

    /// Asks for a text, and calls `answered` with it.
    /// - Parameters:
    ///   - selected: The number of characters that are selected at the beginning.
    ///   - insertions: Buttons below the text: their labels, and what each puts in where the cursor is.
    ///   - suggestions: Rows below it that can be chosen in its place.
    ///   - explain: Returns what is to be said below the text, and whether it can be accepted.
    static func askText(
        _ heading: String, body: String, answer: String, text: String, selected: Int,
        insertions: [(label: String, text: String)] = [], suggestions: [Suggestion] = [],
        over window: UnsafeMutablePointer<GtkWindow>,
        explain: @escaping (String) -> (words: String, isGood: Bool),
        answered: @escaping (String) -> Void
    ) {
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)), entry = made(gtk_entry_new())
        let label = made(gtk_label_new(nil))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_widget_add_css_class(label, "caption")
        gtk_box_append(box.cast(), entry)
        if !insertions.isEmpty { gtk_box_append(box.cast(), buttons(insertions, of: entry)) }
        gtk_box_append(box.cast(), label)
        let list = suggestions.isEmpty ? nil : made(gtk_list_box_new())
        if let list { gtk_box_append(box.cast(), list) }
        gtk_editable_set_text(entry.opaque, text)
        gtk_entry_set_activates_default(entry.cast(), 1)
        tessera_accessible_set_label(entry.object, heading)
        let field = WidgetReference(entry)
        func shown() -> String { String(cString: gtk_editable_get_text(field.widget.opaque)) }
        let accept = Answer(id: "accept", label: answer, isSuggested: true)
        let message = ask(heading, body: body, [accept], over: window, content: box) { id in
            if id == accept.id { answered(shown()) }
        }
        if let list { fill(list, with: suggestions, of: message) }
        let update: @MainActor @Sendable () -> Void = { [entry, label] in
            let (words, isGood) = explain(shown())
            gtk_label_set_text(label.opaque, words)
            tessera_accessible_set_description(entry.object, words)
            adw_message_dialog_set_response_enabled(message, accept.id, isGood ? 1 : 0)
        }
        Signal.on(entry, "changed", run: update)
        update()
        gtk_widget_grab_focus(entry)
        gtk_editable_select_region(entry.opaque, 0, Int32(selected))
    }

    /// An answer that is offered in place of a text.
    struct Suggestion {
        let title: String
        let detail: String
        let choose: () -> Void
    }

    /// Makes a row of each suggestion; one that is chosen closes the dialog.
    private static func fill(
        _ list: Widget, with suggestions: [Suggestion], of message: UnsafeMutablePointer<AdwMessageDialog>
    ) {
        gtk_widget_add_css_class(list, "boxed-list")
        gtk_widget_set_margin_top(list, 12)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        for suggestion in suggestions {
            let row = made(adw_action_row_new())
            adw_preferences_row_set_title(row.cast(), suggestion.title)
            adw_action_row_set_subtitle(row.cast(), suggestion.detail)
            gtk_list_box_row_set_activatable(row.cast(), 1)
            Signal.on(row, "activated") {
                gtk_window_close(message.cast())
                suggestion.choose()
            }
            gtk_list_box_append(list.opaque, row)
        }
        // Else Return would give the dialog's own answer, whichever row has the focus.
        let answer = gtk_window_get_default_widget(message.cast())
        let focus = made(gtk_event_controller_focus_new())
        Signal.on(focus, "enter") { gtk_window_set_default_widget(message.cast(), nil) }
        Signal.on(focus, "leave") { gtk_window_set_default_widget(message.cast(), answer) }
        gtk_widget_add_controller(list, focus)
    }

    /// Makes buttons that put texts into an entry (floating).
    static func buttons(_ insertions: [(label: String, text: String)], of entry: Widget) -> Widget {
        let row = made(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(row.opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(row.opaque, UInt32(insertions.count))
        for (label, text) in insertions {
            let button = made(gtk_button_new_with_label(label))
            gtk_widget_add_css_class(button, "pattern-part")
            gtk_widget_set_focus_on_click(button, 0)
            Signal.on(button, "clicked") {
                gtk_editable_delete_selection(entry.opaque)
                var place = gtk_editable_get_position(entry.opaque)
                gtk_editable_insert_text(entry.opaque, text, -1, &place)
                gtk_editable_set_position(entry.opaque, place)
            }
            gtk_flow_box_append(row.opaque, button)
        }
        return row
    }
}
