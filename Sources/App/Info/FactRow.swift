// One row of the info panel: a name, a value, and buttons that copy the value or open the place that it names.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos

/// A row that is reused for the next photo's facts, so that holding down an arrow key creates no widgets.
final class FactRow {
    let widget: Widget
    private let row: UnsafeMutablePointer<AdwActionRow>
    private let copy: Widget
    /// Limit of a shown value in UTF-8 bytes: that of a path (PATH_MAX).
    private static let longestValue = 4096
    private let go: Widget
    private(set) var fact: PhotoFact?

    /// - Parameters:
    ///   - onCopy: Called to copy a value.
    ///   - onGo: Called to open a place.
    init(onCopy: @escaping (PhotoFact) -> Void, onGo: @escaping (PhotoFact.Target) -> Void) {
        widget = made(adw_action_row_new())
        row = widget.cast()
        // A file name is plain text, not markup.
        adw_preferences_row_set_use_markup(widget.cast(), 0)
        adw_action_row_set_title_lines(row, 1)
        adw_action_row_set_subtitle_lines(row, 0)
        gtk_list_box_row_set_activatable(widget.cast(), 0)
        gtk_widget_add_css_class(widget, "fact")
        copy = Self.button("edit-copy-symbolic")
        go = Self.button("go-next-symbolic")
        adw_action_row_add_suffix(row, go)
        adw_action_row_add_suffix(row, copy)
        Signal.on(copy, "clicked") { [weak self] in
            if let fact = self?.fact { onCopy(fact) }
        }
        Signal.on(go, "clicked") { [weak self] in
            if let target = self?.fact?.target { onGo(target) }
        }
    }

    private static func button(_ icon: String) -> Widget {
        let button = made(gtk_button_new_from_icon_name(icon))
        gtk_widget_add_css_class(button, "flat")
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
        return button
    }

    /// Shows `fact`; nil hides the row.
    func show(_ fact: PhotoFact?) {
        guard fact != self.fact else { return }
        self.fact = fact
        gtk_widget_set_visible(widget, fact == nil ? 0 : 1)
        guard let fact else { return }
        adw_preferences_row_set_title(widget.cast(), fact.name)
        // A path may contain any characters and be four kilobytes long. Copying uses the fact's own value.
        adw_action_row_set_subtitle(row, DisplayText.line(fact.value, limit: Self.longestValue))
        name(copy, "Copy \(fact.name)")
        switch fact.target {
        case .link:
            gtk_button_set_icon_name(go.cast(), "web-browser-symbolic")
            name(go, "Open in Browser")
        case .file:
            gtk_button_set_icon_name(go.cast(), "folder-symbolic")
            name(go, "Show in Files")
        case nil: break
        }
        gtk_widget_set_visible(go, fact.target == nil ? 0 : 1)
    }

    /// Gives an icon button its tooltip and its accessible name.
    private func name(_ button: Widget, _ words: String) {
        gtk_widget_set_tooltip_text(button, words)
        tessera_accessible_set_label(button.object, words)
    }
}
