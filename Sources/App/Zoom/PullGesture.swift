// The downward pull that takes the photo off its page: with one finger, or two on a touchpad.
import Browse
import CGTK
import Desktop

/// State of a pull since it began. Points and distances are in logical pixels, times in microseconds.
final class PullGesture {
    /// Distance after which a movement counts as downward or sideways.
    private let slack: Double
    private let gesture: TransitionGesture
    private let view: Widget
    private var way = (x: 0.0, y: 0.0)
    /// Whether the movement has turned out to be another gesture.
    private var isOther = false

    /// Distance of a whole transition, as a fraction of the view's height.
    static let reach = 0.6
    /// Values of `slack` for a finger on the screen and for two on a touchpad, which slip more easily.
    static let touchSlack = 12.0, touchpadSlack = 24.0

    init(on view: Widget, controller: ZoomTransitionController, slack: Double) {
        self.view = view
        self.slack = slack
        gesture = TransitionGesture(on: controller)
    }

    /// Whether this gesture controls the photo.
    var isHolding: Bool { gesture.isHolding }

    /// Adds the gestures to the page's view, for touchscreens and touchpads.
    static func install(on view: Widget, controller: ZoomTransitionController) {
        installTouch(on: view, PullGesture(on: view, controller: controller, slack: touchSlack))
        installTouchpad(on: view, PullGesture(on: view, controller: controller, slack: touchpadSlack))
    }

    private static func installTouch(on view: Widget, _ pull: PullGesture) {
        let drag = made(gtk_gesture_drag_new())
        gtk_gesture_single_set_touch_only(drag.opaque, 1)
        Signal.onPoint(drag, "drag-begin") { _, _ in
            pull.begin()
            // The finger that is left of a pinch pulls nothing.
            if !TouchInput.isLanding(drag.opaque) { pull.isOther = true }
        }
        Signal.onPoint(drag, "drag-update") { x, y in
            let wasHolding = pull.isHolding
            if pull.move(toX: x, y, at: now), !wasHolding { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }
        }
        Signal.onPoint(drag, "drag-end") { _, _ in pull.end(at: now) }
        gtk_widget_add_controller(view, drag.opaque)
    }

    private static func installTouchpad(on view: Widget, _ pull: PullGesture) {
        let scroll = made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
        // In the capture phase: before the controllers that pan and zoom the picture.
        gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE)
        Signal.on(scroll, "scroll-begin") { pull.begin() }
        Signal.onPointQuestion(scroll, "scroll") { dx, dy in
            let held = gtk_event_controller_get_current_event_state(scroll).rawValue
            let isControl = held & GDK_CONTROL_MASK.rawValue != 0
            // A wheel does not report the end of its movement; it zooms.
            guard gtk_event_controller_scroll_get_unit(scroll.opaque) == GDK_SCROLL_UNIT_SURFACE, !isControl else {
                return false
            }
            // Scroll deltas are opposite to the movement of the content.
            return pull.move(byX: -dx, -dy, at: now)
        }
        Signal.on(scroll, "scroll-end") { pull.end(at: now) }
        gtk_widget_add_controller(view, scroll)
    }

    private static var now: Int64 { Int64(g_get_monotonic_time()) }

    /// Begins a pull.
    func begin() {
        (way, isOther) = ((0, 0), false)
    }

    /// Updates the pull to a distance from its beginning.
    /// - Returns: Whether this gesture controls the photo.
    func move(toX x: Double, _ y: Double, at time: Int64) -> Bool { move(byX: x - way.x, y - way.y, at: time) }

    /// Updates the pull by a distance.
    /// - Returns: Whether this gesture controls the photo.
    func move(byX x: Double, _ y: Double, at time: Int64) -> Bool {
        way = (way.x + x, way.y + y)
        guard !isOther else { return false }
        guard isHolding else {
            guard max(abs(way.x), abs(way.y)) > slack else { return false }
            isOther = way.y < 2 * abs(way.x) || !gesture.grab(at: time)
            return !isOther
        }
        gesture.move(by: -y / max(1, Double(gtk_widget_get_height(view)) * Self.reach), at: time)
        return true
    }

    /// Ends the pull.
    func end(at time: Int64) { gesture.letGo(at: time) }
}
