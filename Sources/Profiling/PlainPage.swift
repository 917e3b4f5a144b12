// The common part of the two pages that Tessera is compared with.
import App
import Browse
import CGTK
import Desktop

/// A page without Tessera's loading: the plain implementation, or the bare grid.
protocol PlainPage: BrowsePage, GridProbe {}

extension PlainPage {
    func scroll(byScreens screens: Int) {
        gtk_adjustment_set_value(adjustment, scrollOffset + Double(screens) * gtk_adjustment_get_page_size(adjustment))
    }

    func grabFocus() { gtk_widget_grab_focus(view.cast()) }
    func retry() { model.retry() }
    var loader: PhotoLoader? { nil }
}
