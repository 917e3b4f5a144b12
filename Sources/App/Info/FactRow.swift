// One row of the info panel: a name and a value, which a click copies, and a button that opens the place that it names.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos

/// A row that is reused for the next photo's facts, so that holding down an arrow key creates no widgets.
final class FactRow {
    let widget: Widget
    private let row: UnsafeMutablePointer<AdwActionRow>
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
        gtk_list_box_row_set_activatable(widget.cast(), 1)
        gtk_widget_add_css_class(widget, "fact")
        gtk_widget_set_tooltip_text(widget, FactText.copies)
        go = made(gtk_button_new_from_icon_name("go-next-symbolic"))
        gtk_widget_add_css_class(go, "flat")
        gtk_widget_set_valign(go, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(row, go)
        let copy = made(gtk_image_new_from_icon_name("edit-copy-symbolic"))
        gtk_widget_add_css_class(copy, "copy")
        tessera_accessible_set_hidden(copy.object, 1)
        adw_action_row_add_suffix(row, copy)
        Self.wrapWithoutHyphens(below: widget)
        Signal.on(widget, "activated") { [weak self] in
            if let fact = self?.fact { onCopy(fact) }
        }
        Signal.on(go, "clicked") { [weak self] in
            if let target = self?.fact?.target { onGo(target) }
        }
    }

    /// Breaks the lines of a row's labels without a hyphen, which would seem to be a part of a file's name.
    private static func wrapWithoutHyphens(below widget: Widget) {
        if g_type_check_instance_is_a(widget.cast(), gtk_label_get_type()) != 0 {
            let attributes = pango_attr_list_new()
            pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
            gtk_label_set_attributes(widget.opaque, attributes)
            pango_attr_list_unref(attributes)
            gtk_label_set_wrap_mode(widget.opaque, PANGO_WRAP_WORD_CHAR)
        }
        var child = gtk_widget_get_first_child(widget)
        while let current = child {
            wrapWithoutHyphens(below: current)
            child = gtk_widget_get_next_sibling(current)
        }
    }

    /// Shows `fact`; nil hides the row.
    func show(_ fact: PhotoFact?) {
        guard fact != self.fact else { return }
        self.fact = fact
        gtk_widget_set_visible(widget, fact == nil ? 0 : 1)
        guard let fact else { return }
        adw_preferences_row_set_title(widget.cast(), localized(fact.name))
        // Without what acts in a path, and cut short; copying uses the fact's own value.
        let value = localized(fact.value)
        adw_action_row_set_subtitle(row, value)
        name(fact, value)
        gtk_widget_set_visible(go, fact.target == nil ? 0 : 1)
        guard let target = fact.target else { return }
        let icon =
            switch target {
            case .link: "web-browser-symbolic"
            case .map: "mark-location-symbolic"
            case .file: "folder-symbolic"
            case .keyword: "system-search-symbolic"
            }
        gtk_button_set_icon_name(go.cast(), icon)
        gtk_widget_set_tooltip_text(go, FactText.action(target))
        tessera_accessible_set_label(go.object, FactText.action(target))
    }

    /// Gives the row its name for assistive technology. libadwaita relates a row to the label of its title alone.
    private func name(_ fact: PhotoFact, _ value: String) {
        for relation in [GTK_ACCESSIBLE_RELATION_LABELLED_BY, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY] {
            gtk_accessible_reset_relation(widget.opaque, relation)
        }
        tessera_accessible_set_label(widget.object, FactText.row(fact, value: value))
        tessera_accessible_set_description(widget.object, FactText.copies)
    }
}
