// The page for an empty or failed gallery, with ways out.
import CGTK
import CWidgets
import Desktop

/// An icon, a sentence and buttons, for when there are no photos to show.
final class StatusPage {
    let root: WidgetReference
    private let page: OpaquePointer
    private let buttons: OpaquePointer

    init() {
        let status = made(adw_status_page_new())
        // What is no group has no name for GTK 4.18.
        tessera_accessible_set_role(status.object, GTK_ACCESSIBLE_ROLE_GROUP)
        root = WidgetReference(status)
        page = status.opaque
        let box = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        buttons = box.opaque
        gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
        adw_status_page_set_child(page, box)
    }

    /// Shows `title` and `detail`, with one button for each choice.
    func show(icon: String, title: String, detail: String, choices: [Choice]) {
        adw_status_page_set_icon_name(page, icon)
        adw_status_page_set_title(page, title)
        // The description is Pango markup; a file name may contain any characters.
        let escaped = g_markup_escape_text(detail, -1)
        adw_status_page_set_description(page, escaped)
        g_free(escaped)
        Choice.fill(buttons, with: choices, style: "pill")
        gtk_widget_set_focusable(root.widget, choices.isEmpty ? 1 : 0)
        tessera_accessible_set_label(root.widget.object, "\(title). \(detail)")
    }

    /// Gives the focus to the first button, or to the page where there is none.
    func grabFocus() {
        gtk_widget_grab_focus(gtk_widget_get_first_child(buttons.cast()) ?? root.widget)
    }
}
