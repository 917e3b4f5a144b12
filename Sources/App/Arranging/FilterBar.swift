// The bar under the header in which photos are narrowed by what they are.
import CGTK
import Desktop
import Library
import Photos

/// A row of buttons for the facets of a filter, each with its choices and how many photos they would show. It slides in
/// under the header. The buttons are made when the bar is opened for the first time.
final class FilterBar {
    let root: WidgetReference
    private let revealer: OpaquePointer
    private let choose: (PhotoFilter) -> Void
    /// Nil before the bar is opened.
    private var buttons: FilterButtons?
    private var filter = PhotoFilter.none
    private var counts: FilterCounts?

    /// - Parameter choose: Called with the filter that the user has made.
    init(choose: @escaping (PhotoFilter) -> Void) {
        self.choose = choose
        let revealer = made(gtk_revealer_new())
        root = WidgetReference(revealer)
        self.revealer = revealer.opaque
    }

    /// Whether the bar is shown.
    var isOpen: Bool {
        get { gtk_revealer_get_reveal_child(revealer) != 0 }
        set {
            if newValue { makeButtons() }
            gtk_revealer_set_reveal_child(revealer, newValue ? 1 : 0)
        }
    }

    private func makeButtons() {
        guard buttons == nil else { return }
        let buttons = FilterButtons(choose: choose)
        buttons.show(filter, counts)
        gtk_revealer_set_child(revealer, buttons.root.widget)
        self.buttons = buttons
    }

    /// Whether the keyboard focus is in the bar.
    var hasFocus: Bool {
        gtk_widget_get_state_flags(root.widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Gives the focus to the first button.
    func grabFocus() { buttons?.grabFocus() }

    /// Shows what is asked for.
    func show(_ filter: PhotoFilter) {
        guard filter != self.filter else { return }
        self.filter = filter
        buttons?.show(filter, counts)
    }

    /// Shows how many photos each choice would show; nil while that is not known.
    func show(_ counts: FilterCounts?) {
        guard counts != self.counts else { return }
        self.counts = counts
        buttons?.show(filter, counts)
    }
}
