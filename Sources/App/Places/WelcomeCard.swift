// The card over the built-in gallery where there was nothing else to show: the first start, or a folder that is gone.
import CGTK
import CWidgets
import Desktop
import Photos

/// A heading, a sentence and ways to go, over the lower edge of the grid.
final class WelcomeCard {
    /// An overlay of the content and the card.
    let root: WidgetReference
    private let revealer: OpaquePointer
    private let title: OpaquePointer
    private let detail: OpaquePointer
    /// The buttons in a row, and in a column for where the row has no room.
    private let buttons: [OpaquePointer]

    /// Limit of the sentence's length in characters, beyond which it is wrapped.
    private static let longestLine: Int32 = 52

    /// - Parameter content: What lies below the card.
    init(over content: Widget) {
        let overlay = made(gtk_overlay_new())
        root = WidgetReference(overlay)
        gtk_overlay_set_child(overlay.opaque, content)
        let revealer = made(gtk_revealer_new())
        self.revealer = revealer.opaque
        gtk_revealer_set_transition_type(self.revealer, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_widget_set_halign(revealer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(revealer, GTK_ALIGN_END)
        gtk_widget_set_visible(revealer, 0)

        let title = made(gtk_label_new(nil)), detail = made(gtk_label_new(nil))
        self.title = title.opaque
        self.detail = detail.opaque
        gtk_widget_add_css_class(title, "title-3")
        for label in [title, detail] {
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
            gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
            gtk_label_set_max_width_chars(label.opaque, Self.longestLine)
        }
        let squeezer = made(adw_squeezer_new())
        adw_squeezer_set_homogeneous(squeezer.opaque, 0)
        buttons = [GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL].map { orientation in
            let box = made(gtk_box_new(orientation, 9))
            gtk_widget_set_halign(box, GTK_ALIGN_CENTER)
            adw_squeezer_add(squeezer.opaque, box)
            return box.opaque
        }
        let column = made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        for part in [title, detail, squeezer] { gtk_box_append(column.cast(), part) }

        let card = made(gtk_overlay_new())
        gtk_widget_add_css_class(card, "welcome")
        gtk_overlay_set_child(card.opaque, column)
        let close = made(gtk_button_new_from_icon_name("window-close-symbolic"))
        gtk_widget_add_css_class(close, "flat")
        gtk_widget_add_css_class(close, "circular")
        gtk_widget_set_halign(close, GTK_ALIGN_END)
        gtk_widget_set_valign(close, GTK_ALIGN_START)
        IconButton.name(close, ButtonText.close, tooltip: ButtonText.closeHelp)
        gtk_overlay_add_overlay(card.opaque, close)
        gtk_revealer_set_child(self.revealer, card)
        gtk_overlay_add_overlay(overlay.opaque, revealer)
        Signal.on(close, "clicked") { [weak self] in self?.hide() }
        Signal.onChange(of: "child-revealed", revealer) { [weak self] in self?.settled() }
    }

    /// Whether the card is shown.
    var isShown: Bool { gtk_revealer_get_reveal_child(revealer) != 0 }

    /// Shows the card.
    /// - Parameter missing: The path of the folder that was to be shown and is gone; nil at the first start.
    func show(missing: FilePath?, choices: [Choice]) {
        gtk_label_set_text(title, missing.map(WelcomeText.title(missing:)) ?? WelcomeText.title)
        gtk_label_set_text(detail, missing.map(WelcomeText.detail(missing:)) ?? WelcomeText.detail)
        for box in buttons { Choice.fill(box, with: choices, style: "pill") }
        gtk_widget_set_visible(revealer.cast(), 1)
        gtk_revealer_set_reveal_child(revealer, 1)
    }

    func hide() { gtk_revealer_set_reveal_child(revealer, 0) }

    /// A hidden card takes no input.
    private func settled() {
        if !isShown, gtk_revealer_get_child_revealed(revealer) == 0 { gtk_widget_set_visible(revealer.cast(), 0) }
    }
}
