// The detail page by touch: a swipe to the side turns to the next photo.
import Browse
import CDesktop
import Desktop

/// The gestures on the detail page's picture.
enum DetailGestures {
    /// Logical pixels a second from which a movement is a swipe.
    private static let swipeSpeed = 300.0

    /// Hears swipes of a finger on `widget`.
    static func install(on widget: Widget, turn: @escaping (PhotoStep) -> Void) {
        let swipe = made(gtk_gesture_swipe_new())
        gtk_gesture_single_set_touch_only(swipe.opaque, 1)
        Signal.onPoint(swipe, "swipe") { x, y in
            let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            if let step = step(forSwipe: x, y, isRightToLeft: isRightToLeft) { turn(step) }
        }
        gtk_widget_add_controller(widget, swipe.opaque)
    }

    /// The photo that is drawn in by a swipe of this velocity; nil for one that is slow or steep.
    static func step(forSwipe x: Double, _ y: Double, isRightToLeft: Bool) -> PhotoStep? {
        guard abs(x) >= swipeSpeed, abs(x) > 2 * abs(y) else { return nil }
        return (x < 0) != isRightToLeft ? .next : .previous
    }
}
