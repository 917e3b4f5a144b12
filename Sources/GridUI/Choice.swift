// Ways out of a state, as buttons: on the status page and on the notice bar.
import CDesktop
import Desktop

/// A way out of the state that a page or a notice describes.
struct Choice {
    var label: String
    /// A detailed action name such as `win.open-folder`.
    var action: String
    var isSuggested = false

    static func tryAgain(isSuggested: Bool = false) -> Choice {
        Choice(label: "Try Again", action: "win.retry", isSuggested: isSuggested)
    }
    static func openFolder(isSuggested: Bool = false) -> Choice {
        Choice(label: "Open Folder…", action: "win.open-folder", isSuggested: isSuggested)
    }
    static var sampleGallery: Choice { Choice(label: "Show the Built-in Gallery", action: "win.sample") }
    /// The standard service once more, after the gallery has stood in for it.
    static var standardService: Choice { Choice(label: "Try Again", action: "win.picsum") }

    /// Replaces the children of `box` with a button for each choice, each of the style class `style` if there is one.
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
