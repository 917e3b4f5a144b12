// A search among the widgets of a window.
import CGTK
import Desktop

@testable import App

/// Returns the first widget that matches: `widget` itself, or one below it, in the order in which they are drawn.
@MainActor func firstWidget(below widget: Widget, where matches: (Widget) -> Bool) -> Widget? {
    if matches(widget) { return widget }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
        if let found = firstWidget(below: current, where: matches) { return found }
        child = gtk_widget_get_next_sibling(current)
    }
    return nil
}
