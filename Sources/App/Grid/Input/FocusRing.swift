// The ring around the photo on which keys act.
import CGTK
import Desktop

/// Keeps the ring around the focused photo from the use of a key until a button goes down in the grid. GTK hides it
/// three seconds after the last key (`VISIBLE_FOCUS_DURATION`, 4.8 and 4.18), and Delete would act on a photo that
/// cannot be told from the others.
final class FocusRing {
    private let view: Widget
    private var following: Signal.Connection?

    /// The style class of a grid in which the ring stays.
    static let style = "keyed"

    /// Adds the ring to the grid's view, whose signals own it.
    static func install(on grid: TileGrid) {
        let ring = FocusRing(around: grid.view)
        Signal.on(grid.view, "realize") { ring.follow() }
        // The window is still there.
        Signal.on(grid.view, "unrealize") { [weak ring] in ring?.unfollow() }
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 0)
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        Signal.onPress(click, "pressed") { [weak ring] _, _, _ in ring?.isShown = false }
        gtk_widget_add_controller(grid.view, click.opaque)
    }

    /// - Parameter view: Borrowed; outlives the ring.
    private init(around view: Widget) { self.view = view }

    private var isShown: Bool {
        get { gtk_widget_has_css_class(view, Self.style) != 0 }
        set {
            if newValue {
                gtk_widget_add_css_class(view, Self.style)
            } else {
                gtk_widget_remove_css_class(view, Self.style)
            }
        }
    }

    /// Follows the window in which the view is.
    private func follow() {
        guard let window = gtk_widget_get_root(view) else { return }
        following = Signal.onChange(of: "focus-visible", window) { [weak self] in
            if gtk_window_get_focus_visible(window.cast()) != 0 { self?.isShown = true }
        }
        if gtk_window_get_focus_visible(window.cast()) != 0 { isShown = true }
    }

    private func unfollow() {
        following?.disconnect()
        following = nil
    }
}
