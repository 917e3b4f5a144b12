// The bar under the header that reports a problem, with buttons to resolve it.
import CGTK
import Desktop

/// A line of text with buttons; slides in and out.
final class NoticeBar {
    let root: WidgetReference
    private let revealer: OpaquePointer
    private let label: OpaquePointer
    private let buttons: OpaquePointer
    /// Height of a button in Adwaita's style in logical pixels: a text without buttons leaves the photos where they
    /// are.
    private static let buttonHeight: Int32 = 34

    init() {
        let revealer = made(gtk_revealer_new())
        root = WidgetReference(revealer)
        self.revealer = revealer.opaque
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
        gtk_widget_add_css_class(row, "notice")
        let text = made(gtk_label_new(nil))
        label = text.opaque
        gtk_label_set_wrap(label, 1)
        gtk_label_set_xalign(label, 0)
        gtk_widget_set_hexpand(text, 1)
        let buttonRow = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        buttons = buttonRow.opaque
        gtk_widget_set_valign(buttonRow, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(buttonRow, -1, Self.buttonHeight)
        gtk_box_append(row.cast(), text)
        gtk_box_append(row.cast(), buttonRow)
        gtk_revealer_set_child(self.revealer, row)
    }

    /// Shows `text` with one button for each choice.
    func show(_ text: String, choices: [Choice]) {
        gtk_label_set_text(label, text)
        Choice.fill(buttons, with: choices)
        gtk_revealer_set_reveal_child(revealer, 1)
    }

    func hide() { gtk_revealer_set_reveal_child(revealer, 0) }
}
