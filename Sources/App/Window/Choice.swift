// Buttons that lead out of a state, for the status page and the notice bar.
import CGTK
import Desktop

/// A button of a status page or a notice, with its action.
struct Choice {
    var label: String
    /// A detailed action name such as `win.open-folder`.
    var action: String
    var isSuggested = false

    static func tryAgain(isSuggested: Bool = false) -> Choice {
        Choice(label: MenuText.tryAgain, action: "win.retry", isSuggested: isSuggested)
    }
    static func openFolder(isSuggested: Bool = false) -> Choice {
        Choice(label: ChoiceText.openFolder, action: "win.open-folder", isSuggested: isSuggested)
    }
    static var sampleGallery: Choice { Choice(label: ChoiceText.builtInGallery, action: "win.sample") }
    /// Opens the standard service again, after the built-in gallery has replaced it.
    static var standardService: Choice { Choice(label: MenuText.tryAgain, action: "win.picsum") }

    /// Replaces the children of `box` with one button for each choice, with the style class `style` if given.
    static func fill(_ box: OpaquePointer, with choices: [Choice], style: String? = nil) {
        while let child = gtk_widget_get_first_child(box.cast()) { gtk_box_remove(box.cast(), child) }
        for choice in choices {
            let button = made(gtk_button_new_with_label(choice.label))
            if let style { gtk_widget_add_css_class(button, style) }
            if choice.isSuggested { gtk_widget_add_css_class(button, "suggested-action") }
            gtk_actionable_set_detailed_action_name(button.opaque, choice.action)
            gtk_box_append(box.cast(), button)
        }
    }
}
