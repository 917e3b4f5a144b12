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

    func press(_ key: GridStep) {
        ClassKeyBinding.activate(UInt32(key == .last ? GDK_KEY_End : GDK_KEY_Home), of: view.cast())
    }

    func activate(_ position: Int) {
        gtk_widget_activate_action_variant(view.cast(), "list.activate-item", g_variant_new_uint32(UInt32(position)))
    }

    func grabFocus() { gtk_widget_grab_focus(view.cast()) }
    func retry() { model.retry() }
    var loader: PhotoLoader? { nil }
}
