// Pointer and touch input of the detail page: wheel, drag and fling, double click, and the swipe to the next photo.
import Browse
import CGTK
import Desktop

/// The gestures on the detail page's picture. The view owns the controllers, which hold the zoom weakly.
enum DetailGestures {
    /// Least velocity of a swipe in logical pixels a second.
    private static let swipeSpeed = 300.0
    /// Distance in logical pixels from which a press counts as a drag.
    private static let dragStart = 6.0
    /// Greatest distance in logical pixels between the two presses of a double click: the width of a fingertip. GTK
    /// (4.18, Wayland) counts presses of fingers wherever they are and whatever was between them: a pinch, a stroke.
    private static let doubleClickReach = 40.0
    /// Touchpad movement in logical pixels that zooms as much as one wheel click.
    private static let surfacePerClick = 40.0

    /// State of the gestures in progress.
    private final class PointerInput {
        var pointer: (x: Double, y: Double)?
        /// Nil once it was the beginning of a drag.
        var lastPress: (x: Double, y: Double)?
        var dragged = (x: 0.0, y: 0.0)
        var isDragging = false
        /// Whether a drag pans the picture.
        var pans = false
        /// Whether a quick movement goes to another photo.
        var swipes = false
        /// The directions in which the finger found nothing more of a magnified picture when it landed, left negative.
        var ends: [Double] = []
    }

    /// Adds the gestures to `widget`. A swipe with a finger over a wholly visible picture, or on from the edge of a
    /// magnified one, calls `navigate` with the step to the photo beside it.
    static func install(on widget: Widget, zoom: PictureZoom, navigate: @escaping (PhotoStep) -> Void) {
        let input = PointerInput()
        installWheel(on: widget, input, zoom)
        installDrag(on: widget, input, zoom, navigate: navigate)
        let click = made(gtk_gesture_click_new())
        Signal.onPress(click, "pressed") { [weak zoom] count, x, y in
            zoom?.hold()
            let isNear = input.lastPress.map { hypot($0.x - x, $0.y - y) <= doubleClickReach } ?? false
            input.lastPress = (x, y)
            if count == 2, isNear { zoom?.toggle(at: (x, y)) }
        }
        gtk_widget_add_controller(widget, click.opaque)
    }

    private static func installWheel(on widget: Widget, _ input: PointerInput, _ zoom: PictureZoom) {
        let motion = made(gtk_event_controller_motion_new())
        Signal.onPoint(motion, "motion") { x, y in input.pointer = (x, y) }
        Signal.onPoint(motion, "enter") { x, y in input.pointer = (x, y) }
        Signal.on(motion, "leave") { input.pointer = nil }
        gtk_widget_add_controller(widget, motion)
        let wheel = made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
        Signal.onPointQuestion(wheel, "scroll") { [weak zoom] dx, dy in
            guard let zoom else { return false }
            let held = gtk_event_controller_get_current_event_state(wheel)
            let isWheel = gtk_event_controller_scroll_get_unit(wheel.opaque) == GDK_SCROLL_UNIT_WHEEL
            // Two fingers on a touchpad pan a magnified picture, as elsewhere on the desktop.
            if !isWheel, held.rawValue & GDK_CONTROL_MASK.rawValue == 0 {
                zoom.pan(x: -dx, y: -dy)
            } else if dy != 0 {
                zoom.zoom(by: isWheel ? -dy : -dy / surfacePerClick, at: input.pointer)
            }
            return true
        }
        gtk_widget_add_controller(widget, wheel)
    }

    private static func installDrag(
        on widget: Widget, _ input: PointerInput, _ zoom: PictureZoom, navigate: @escaping (PhotoStep) -> Void
    ) {
        let drag = made(gtk_gesture_drag_new())
        Signal.onPoint(drag, "drag-begin") { [weak zoom] _, _ in
            (input.dragged, input.isDragging) = ((0, 0), false)
            // A wholly visible picture may be dragged to another program, or swiped away: the sequence is left to
            // those. Denied, it were so to the swipe of the group too.
            input.pans = zoom?.canPan == true
            let isFinger = TouchInput.isLanding(drag.opaque)
            input.swipes = !input.pans && isFinger
            input.ends = isFinger && input.pans ? [-1, 1].filter { zoom?.canPan(x: $0) == false } : []
        }
        Signal.onPoint(drag, "drag-update") { [weak zoom] x, y in
            let isDrag = max(abs(x), abs(y)) >= dragStart
            if isDrag { input.lastPress = nil }
            guard input.pans else { return }
            if !input.isDragging {
                guard isDrag else { return }
                input.isDragging = true
                // A finger is left to the pinch that a second one makes of it; nothing else wants it.
                if !TouchInput.isFinger(drag.opaque) {
                    gtk_gesture_set_state(drag.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
                }
            }
            zoom?.pan(x: x - input.dragged.x, y: y - input.dragged.y)
            input.dragged = (x, y)
        }
        gtk_widget_add_controller(widget, drag.opaque)
        let swipe = made(gtk_gesture_swipe_new())
        Signal.onPoint(swipe, "swipe") { [weak zoom] x, y in
            guard let zoom else { return }
            let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            let step = step(forSwipe: x, y, isRightToLeft: isRightToLeft)
            if input.isDragging {
                input.isDragging = false
                if let step, input.ends.contains(x < 0 ? -1 : 1) { return navigate(step) }
                zoom.fling(x: x, y: y)
            } else if input.swipes, let step {
                navigate(step)
            }
        }
        gtk_widget_add_controller(widget, swipe.opaque)
        // Grouped, so that a sequence claimed by one gesture is not denied to the other.
        gtk_gesture_group(drag.opaque, swipe.opaque)
    }

    /// Returns the step for a swipe of this velocity; nil for one that is too slow or too steep.
    static func step(forSwipe x: Double, _ y: Double, isRightToLeft: Bool) -> PhotoStep? {
        guard abs(x) >= swipeSpeed, abs(x) > 2 * abs(y) else { return nil }
        return (x < 0) != isRightToLeft ? .next : .previous
    }
}
