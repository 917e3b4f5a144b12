// Switching between the pages of an opened file that has several.
import CGTK
import CWidgets
import Desktop

/// Which page is shown, between buttons to those beside it. Hidden for a file of one page.
final class PageSwitcher {
    let root: WidgetReference
    let previous: Widget
    let next: Widget
    private let label: OpaquePointer

    init() {
        let box = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        root = WidgetReference(box)
        previous = made(gtk_button_new_from_icon_name("go-up-symbolic"))
        next = made(gtk_button_new_from_icon_name("go-down-symbolic"))
        let label = made(gtk_label_new(nil))
        self.label = label.opaque
        gtk_widget_add_css_class(label, "numeric")
        IconButton.name(previous, ButtonText.previousPage, tooltip: ButtonText.previousPageHelp)
        IconButton.name(next, ButtonText.nextPage, tooltip: ButtonText.nextPageHelp)
        for widget in [previous, label, next] { gtk_box_append(box.cast(), widget) }
        gtk_widget_set_visible(box, 0)
    }

    /// Text between the buttons; nil while the switcher is hidden.
    var text: String? {
        gtk_widget_get_visible(root.widget) == 0 ? nil : String(cString: gtk_label_get_text(label))
    }

    /// Shows the number of a page, and the number of all.
    func show(_ number: Int, of count: Int) {
        gtk_label_set_text(label, PageText.page(number, of: count))
        gtk_widget_set_visible(root.widget, count > 1 ? 1 : 0)
        gtk_widget_set_sensitive(previous, number > 1 ? 1 : 0)
        gtk_widget_set_sensitive(next, number < count ? 1 : 0)
    }
}
