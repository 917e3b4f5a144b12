// Buttons that lead out of a state, for the status page and the notice bar.
import CGTK
import Desktop

/// A button of a status page or a notice, with its action.
struct Choice {
    let label: String
    let command: WindowCommand
    let isSuggested: Bool

    /// - Parameter label: The command's own word where it is nil.
    init(_ command: WindowCommand, label: String? = nil, isSuggested: Bool = false) {
        self.label = label ?? command.definition.label ?? command.name
        (self.command, self.isSuggested) = (command, isSuggested)
    }

    /// Replaces the children of `box` with one button for each choice, with the style class `style` if given.
    static func fill(_ box: OpaquePointer, with choices: [Choice], style: String? = nil) {
        while let child = gtk_widget_get_first_child(box.cast()) { gtk_box_remove(box.cast(), child) }
        for choice in choices {
            let button = made(gtk_button_new_with_label(choice.label))
            if let style { gtk_widget_add_css_class(button, style) }
            if choice.isSuggested { gtk_widget_add_css_class(button, "suggested-action") }
            gtk_actionable_set_detailed_action_name(button.opaque, choice.command.rawValue)
            gtk_box_append(box.cast(), button)
        }
    }
}
