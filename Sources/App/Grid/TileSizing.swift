// Input for the size of the tiles: Ctrl+wheel and pinch.
import Browse
import CGTK
import Desktop

/// Gestures that change the tile size of a grid; the photo under the pointer stays under it.
/// The grid's widget owns the controllers, which hold the grid weakly.
enum TileSizing {
    /// The last position of the pointer, and the size of the tiles at the beginning of a pinch.
    private final class PointerInput {
        var pointer: (x: Double, y: Double)?
        var sizeAtStart = 0
    }

    /// Adds the controllers to `grid`.
    static func install(on grid: TileGrid) {
        let input = PointerInput()
        let motion = made(gtk_event_controller_motion_new())
        Signal.onPoint(motion, "motion") { x, y in input.pointer = (x, y) }
        Signal.onPoint(motion, "enter") { x, y in input.pointer = (x, y) }
        Signal.on(motion, "leave") { input.pointer = nil }
        add(motion, to: grid)

        // Discrete: GTK collects a touchpad's small movements into clicks.
        let wheel = made(
            gtk_event_controller_scroll_new(
                GtkEventControllerScrollFlags(
                    GTK_EVENT_CONTROLLER_SCROLL_VERTICAL.rawValue | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE.rawValue)))
        Signal.onPointQuestion(wheel, "scroll") { [weak grid] _, dy in
            let held = gtk_event_controller_get_current_event_state(wheel)
            guard let grid, held.rawValue & GDK_CONTROL_MASK.rawValue != 0 else { return false }
            grid.setTileSize(
                GridMetrics.tileSize(grid.tileSize, steps: -Int(dy.rounded(.awayFromZero))), at: input.pointer)
            return true
        }
        add(wheel, to: grid)

        let pinch = made(gtk_gesture_zoom_new())
        Signal.onPointer(pinch, "begin") { [weak grid] _ in input.sizeAtStart = grid?.tileSize ?? 0 }
        Signal.onFraction(pinch, "scale-changed") { [weak grid] scale in
            guard let grid, input.sizeAtStart > 0 else { return }
            let sizes = GridMetrics.tileSizes
            let wanted = (Double(input.sizeAtStart) * scale).rounded()
            let size = Int(min(max(wanted, Double(sizes.lowerBound)), Double(sizes.upperBound)))
            var x = 0.0, y = 0.0
            let isKnown = gtk_gesture_get_bounding_box_center(pinch.opaque, &x, &y) != 0
            grid.setTileSize(size, at: isKnown ? (x, y) : nil)
        }
        add(pinch, to: grid)
    }

    /// In the capture phase: before the scrolled window, which would scroll.
    private static func add(_ controller: some ObjectPointer, to grid: TileGrid) {
        let controller: OpaquePointer = controller.object.opaque
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(grid.root.widget, controller)
    }
}
