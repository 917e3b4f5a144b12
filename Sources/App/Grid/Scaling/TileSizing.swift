// Input for the size of the tiles: Ctrl+wheel, Ctrl and two fingers on a touchpad, and pinch.
import Browse
import CGTK
import Desktop

/// Gestures that change the tile size of a grid around the photo under the pointer.
/// The grid's widget owns the controllers, which hold the grid weakly.
enum TileSizing {
    /// The last position of the pointer.
    private final class PointerInput {
        var pointer: (x: Double, y: Double)?
    }

    /// Logical pixels that fingers on a touchpad go for a step of sizes.
    private static let pixelsPerStep = 60.0

    /// Adds the controllers to `grid`.
    static func install(on grid: TileGrid) {
        let input = PointerInput()
        let motion = made(gtk_event_controller_motion_new())
        Signal.onPoint(motion, "motion") { x, y in input.pointer = (x, y) }
        Signal.onPoint(motion, "enter") { x, y in input.pointer = (x, y) }
        Signal.on(motion, "leave") { input.pointer = nil }
        add(motion, to: grid)

        let wheel = made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
        Signal.onPointQuestion(wheel, "scroll") { [weak grid] _, dy in
            guard let grid else { return false }
            let held = gtk_event_controller_get_current_event_state(wheel)
            guard held.rawValue & GDK_CONTROL_MASK.rawValue != 0 else {
                grid.scaling.letScrollGo()
                return false
            }
            take(dy, in: gtk_event_controller_scroll_get_unit(wheel.opaque), at: input.pointer, on: grid)
            return true
        }
        Signal.on(wheel, "scroll-end") { [weak grid] in grid?.scaling.letScrollGo() }
        add(wheel, to: grid)

        let pinch = made(gtk_gesture_zoom_new())
        Signal.onPointer(pinch, "begin") { [weak grid] _ in
            var x = 0.0, y = 0.0
            let isKnown = gtk_gesture_get_bounding_box_center(pinch.opaque, &x, &y) != 0
            // The first finger does not scroll any more.
            if grid?.scaling.hold(at: isKnown ? (x, y) : nil) == true {
                gtk_gesture_set_state(pinch.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
        Signal.onFraction(pinch, "scale-changed") { [weak grid] in grid?.scaling.pinch(to: $0) }
        Signal.onPointer(pinch, "end") { [weak grid] _ in grid?.scaling.letGo() }
        Signal.onPointer(pinch, "cancel") { [weak grid] _ in grid?.scaling.letGo() }
        add(pinch, to: grid)
    }

    /// Takes a scroll while Ctrl is held. Whole clicks of a wheel go by steps; what comes in parts of them is followed.
    static func take(_ dy: Double, in unit: GdkScrollUnit, at point: (x: Double, y: Double)?, on grid: TileGrid) {
        let isWheel = unit == GDK_SCROLL_UNIT_WHEEL
        guard dy != 0, dy.isFinite else { return }
        if isWheel, dy.rounded() == dy {
            let clicks = Int(min(max(-100, dy), 100))
            grid.scaling.go(to: grid.tileSize(steps: -clicks), at: point)
        } else {
            grid.scaling.scroll(bySteps: -dy / (isWheel ? 1 : pixelsPerStep), at: point)
        }
    }

    /// In the capture phase: before the scrolled window, which would scroll.
    private static func add(_ controller: some ObjectPointer, to grid: TileGrid) {
        let controller: OpaquePointer = controller.object.opaque
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(grid.root.widget, controller)
    }
}
