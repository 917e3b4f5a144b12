// A button of the filter bar, and the choices that it opens.
import CGTK
import CWidgets
import Desktop
import Library
import Photos

/// A value that a filter can ask for.
struct FilterChoice {
    let title: String
    /// The photos that it would show; nil where that is not counted.
    let count: Int?
    let isChosen: Bool
    /// The label whose colour stands before the title.
    var label: PhotoLabel?
    let change: (inout PhotoFilter) -> Void
}

/// A button that says what is asked for, with a popover of choices and how many photos each would show.
final class FilterMenu {
    let button: Widget
    private let title: String
    private let list: OpaquePointer
    private let popover: UnsafeMutablePointer<GtkPopover>
    private var choices: [FilterChoice] = []
    /// Whether the rows are those of `choices`.
    private var isMade = false

    /// Most characters of a choice on the button and in a row, and the most pixels of the list's height.
    private static let longest: Int32 = 24, longestRow: Int32 = 40, height: Int32 = 360

    /// - Parameters:
    ///   - title: The name of what is chosen.
    ///   - choose: Called with the chosen one.
    init(_ title: String, choose: @escaping (FilterChoice) -> Void) {
        self.title = title
        button = made(gtk_menu_button_new())
        let list = made(gtk_list_box_new()), scroller = made(gtk_scrolled_window_new()),
            popover = made(gtk_popover_new())
        self.list = list.opaque
        self.popover = popover.cast()
        gtk_list_box_set_selection_mode(self.list, GTK_SELECTION_NONE)
        tessera_accessible_set_label(list.object, title)
        gtk_widget_add_css_class(list, "filter-choices")
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, Self.height)
        gtk_scrolled_window_set_child(scroller.opaque, list)
        gtk_popover_set_child(self.popover, scroller)
        gtk_widget_add_css_class(popover, "menu")
        gtk_menu_button_set_popover(button.opaque, popover)
        gtk_widget_add_css_class(button, "flat")
        show(isAsking: false)
        Signal.on(popover, "map") { [weak self] in self?.makeRows() }
        Signal.onPointer(list, "row-activated") { [weak self] row in
            guard let self, let row else { return }
            let place = Int(gtk_list_box_row_get_index(row.cast()))
            guard self.choices.indices.contains(place) else { return }
            gtk_popover_popdown(self.popover)
            choose(self.choices[place])
        }
    }

    /// Shows other choices.
    /// - Parameter isAsking: Whether one of them is asked for.
    func show(_ choices: [FilterChoice], isAsking: Bool) {
        self.choices = choices
        isMade = false
        gtk_widget_set_sensitive(button, choices.isEmpty ? 0 : 1)
        show(isAsking: isAsking)
        if gtk_widget_get_mapped(popover.cast()) != 0 { makeRows() }
    }

    private func show(isAsking: Bool) {
        let chosen = isAsking ? choices.filter(\.isChosen).map(\.title).joined(separator: ", ") : ""
        let text = DisplayText.line(chosen.isEmpty ? title : chosen, limit: Int(Self.longest))
        gtk_menu_button_set_label(button.opaque, text)
        tessera_accessible_set_label(button.object, chosen.isEmpty ? title : "\(title): \(chosen)")
        if isAsking {
            gtk_widget_add_css_class(button, "asking")
        } else {
            gtk_widget_remove_css_class(button, "asking")
        }
    }

    /// Makes the rows anew, with the focus on the one that had it.
    private func makeRows() {
        guard !isMade else { return }
        isMade = true
        var focused: Int32?
        while let row = gtk_list_box_get_row_at_index(list, 0) {
            if gtk_widget_is_focus(row.cast()) != 0 { focused = focused ?? gtk_list_box_row_get_index(row) }
            gtk_list_box_remove(list, row.cast())
        }
        for choice in choices { gtk_list_box_append(list, Self.row(choice)) }
        if let focused, let row = gtk_list_box_get_row_at_index(list, focused) { gtk_widget_grab_focus(row.cast()) }
    }

    private static func row(_ choice: FilterChoice) -> Widget {
        let row = made(gtk_list_box_row_new()), line = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        let check = made(gtk_image_new_from_icon_name("object-select-symbolic"))
        gtk_widget_set_opacity(check, choice.isChosen ? 1 : 0)
        gtk_box_append(line.cast(), check)
        if let label = choice.label { gtk_box_append(line.cast(), LabelDot.make(label)) }
        let title = made(gtk_label_new(DisplayText.line(choice.title, limit: Int(longestRow) * 2)))
        gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(title.opaque, longestRow)
        gtk_label_set_xalign(title.opaque, 0)
        gtk_widget_set_hexpand(title, 1)
        gtk_box_append(line.cast(), title)
        var name = choice.title
        if let count = choice.count {
            let number = made(gtk_label_new(GalleryTitle.grouped(count)))
            gtk_widget_add_css_class(number, "dim-label")
            gtk_widget_add_css_class(number, "count")
            gtk_box_append(line.cast(), number)
            name += ", " + GalleryTitle.photos(count)
        }
        gtk_list_box_row_set_child(row.cast(), line)
        tessera_accessible_set_label(row.object, name)
        if choice.isChosen { tessera_accessible_set_selected(row.object, 1) }
        return row
    }
}
