// The keywords of the info panel: buttons in lines, each of which searches for its keyword, with one that removes it.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos

/// Buttons that are reused for the next photo's keywords, so that holding down an arrow key creates few widgets.
final class KeywordChips {
    let widget: Widget
    private let box: OpaquePointer
    private var chips: [Chip] = []
    private let onGo: (PhotoFact.Target) -> Void
    private let onRemove: ((String) -> Void)?
    private(set) var keywords: [String] = []

    /// Most keywords that are shown: more of them would take the main thread milliseconds, and nobody reads them.
    private static let most = 100
    /// Characters of a button, beyond which its keyword is cut, and bytes of a keyword that are laid out.
    private static let longest: Int32 = 30, longestText = 120

    private struct Chip {
        /// What the box has.
        let root: Widget
        let button: Widget
        let label: OpaquePointer
        /// Nil where keywords cannot be removed.
        let remove: Widget?
    }

    /// - Parameters:
    ///   - onGo: Called to search for a keyword.
    ///   - onRemove: Called to remove a keyword; nil where that cannot be done.
    init(onGo: @escaping (PhotoFact.Target) -> Void, onRemove: ((String) -> Void)? = nil) {
        (self.onGo, self.onRemove) = (onGo, onRemove)
        widget = made(gtk_flow_box_new())
        box = widget.opaque
        gtk_flow_box_set_selection_mode(box, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(box, 8)
        gtk_flow_box_set_row_spacing(box, 6)
        gtk_flow_box_set_column_spacing(box, 6)
        gtk_widget_add_css_class(widget, "keywords")
    }

    /// Shows other keywords.
    func show(_ keywords: [String]) {
        let keywords = Array(keywords.prefix(Self.most))
        gtk_widget_set_visible(widget, keywords.isEmpty ? 0 : 1)
        guard keywords != self.keywords else { return }
        self.keywords = keywords
        while chips.count < keywords.count { chips.append(addChip(chips.count)) }
        for (place, chip) in chips.enumerated() {
            let isShown = place < keywords.count
            // The child of the box is what takes room.
            gtk_widget_set_visible(gtk_widget_get_parent(chip.root), isShown ? 1 : 0)
            guard isShown else { continue }
            let text = DisplayText.line(keywords[place], limit: Self.longestText)
            gtk_label_set_text(chip.label, text)
            gtk_widget_set_tooltip_text(chip.button, FactText.action(.keyword(keywords[place])))
            tessera_accessible_set_label(chip.button.object, FactText.action(.keyword(keywords[place])))
            guard let remove = chip.remove else { continue }
            IconButton.name(remove, WordsText.remove(text), tooltip: WordsText.remove(text))
        }
    }

    /// Whether one of the buttons has the keyboard focus.
    var hasFocus: Bool {
        chips.contains { chip in
            [chip.button, chip.remove].contains { $0.map { gtk_widget_has_focus($0) != 0 } ?? false }
        }
    }

    private func addChip(_ place: Int) -> Chip {
        let button = made(gtk_button_new()), label = made(gtk_label_new(nil))
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(label.opaque, Self.longest)
        gtk_button_set_child(button.cast(), label)
        gtk_widget_add_css_class(button, "keyword")
        Signal.on(button, "clicked") { [weak self] in
            if let self, place < self.keywords.count { self.onGo(.keyword(self.keywords[place])) }
        }
        let root = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_widget_set_halign(root, GTK_ALIGN_START)
        gtk_box_append(root.cast(), button)
        let remove = onRemove.map { onRemove in
            let removal = made(gtk_button_new_from_icon_name("window-close-symbolic"))
            gtk_widget_add_css_class(removal, "keyword")
            Signal.on(removal, "clicked") { [weak self] in
                if let self, place < self.keywords.count { onRemove(self.keywords[place]) }
            }
            gtk_box_append(root.cast(), removal)
            gtk_widget_add_css_class(root, "linked")
            return removal
        }
        gtk_flow_box_insert(box, root, -1)
        // The buttons have the focus, and not what the box puts around them.
        gtk_widget_set_focusable(gtk_widget_get_parent(root), 0)
        return Chip(root: root, button: button, label: label.opaque, remove: remove)
    }
}
