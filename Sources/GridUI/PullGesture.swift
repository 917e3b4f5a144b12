// A finger that pulls the photo down takes it off its page.
import Browse
import CDesktop
import Desktop

/// What a finger has done since it was put down.
final class PullGesture {
    /// Logical pixels that a finger moves before it is known to pull down rather than to the side.
    private static let slack = 12.0
    /// Part of the view's height that a finger moves from one end of the way to the other.
    private static let reach = 0.6

    private weak var flight: ZoomFlight?
    private let view: Widget
    private var isHolding = false
    private var last = 0.0
    private var lastTime: Int64 = 0
    /// Parts of the way a second.
    private var velocity = 0.0

    private init(_ flight: ZoomFlight, _ view: Widget) {
        self.flight = flight
        self.view = view
    }

    /// Hears a finger on the page's view.
    static func install(on view: Widget, flying flight: ZoomFlight) {
        let pull = PullGesture(flight, view)
        let drag = made(gtk_gesture_drag_new())
        gtk_gesture_single_set_touch_only(drag.opaque, 1)
        Signal.onPoint(drag, "drag-update") { x, y in
            if pull.move(x, y, at: Int64(g_get_monotonic_time())) {
                gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
            }
        }
        Signal.onPoint(drag, "drag-end") { _, _ in pull.end(at: Int64(g_get_monotonic_time())) }
        gtk_widget_add_controller(view, drag.opaque)
    }

    /// The finger is this far from where it was put down.
    /// - Returns: whether it has just begun to pull.
    private func move(_ x: Double, _ y: Double, at time: Int64) -> Bool {
        guard isHolding else {
            guard y > Self.slack, y > 2 * abs(x), flight?.grab() == true else { return false }
            (isHolding, last, lastTime, velocity) = (true, y, time, 0)
            return true
        }
        let part = (last - y) / max(1, Double(gtk_widget_get_height(view)) * Self.reach)
        flight?.drag(by: part)
        let seconds = Double(time - lastTime) / 1_000_000
        if seconds > 0 { velocity = (velocity + part / seconds) / 2 }
        (last, lastTime) = (y, time)
        return false
    }

    /// The finger is lifted; where it has rested before, nothing is flung.
    private func end(at time: Int64) {
        guard isHolding else { return }
        isHolding = false
        flight?.letGo(velocity: time - lastTime < 100_000 ? velocity : 0)
    }
}
