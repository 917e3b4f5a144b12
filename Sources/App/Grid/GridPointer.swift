// Clicks and taps on the photos of the grid.
import CGTK
import Desktop
import Photos

/// The click of a grid. A press focuses the photo's tile; a release over the same photo activates it.
enum GridPointer {
    /// The photo on which the button went down.
    private final class Press {
        var ref: PhotoRef?
    }

    /// Adds the gesture to the grid's view, which owns it; it holds the grid weakly.
    static func install(on grid: TileGrid) {
        let press = Press()
        let click = made(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, UInt32(GDK_BUTTON_PRIMARY))
        Signal.onPress(click, "pressed") { [weak grid] _, x, y in
            guard let grid else { return }
            press.ref = grid.photo(atX: x, y: y)
            if let ref = press.ref { grid.press(ref) }
        }
        Signal.onPress(click, "released") { [weak grid] _, x, y in
            guard let grid, let ref = press.ref else { return }
            press.ref = nil
            grid.endPress(ref)
            if grid.photo(atX: x, y: y) == ref { grid.onActivate(ref) }
        }
        let end: @MainActor () -> Void = { [weak grid] in
            if let ref = press.ref { grid?.endPress(ref) }
            press.ref = nil
        }
        Signal.on(click, "stopped", run: end)
        Signal.onPointer(click, "cancel") { _ in end() }
        gtk_widget_add_controller(grid.view, click)
    }
}
