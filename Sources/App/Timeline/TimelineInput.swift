// Pointer, touch and wheel on the timeline.
import Browse
import CGTK
import Desktop

import func Glibc.pow

/// The controllers of a timeline. Pointer and drag are taken on the overlay, before anything in the grid sees them: a
/// press on the timeline is no click on a photo, no rubber band, and no pan of the list. The widgets own the
/// controllers, which hold the timeline weakly.
enum TimelineInput {
    /// Logical pixels of a unit of a touchpad: `MAGIC_SCROLL_FACTOR` of GTK's gtkscrolledwindow.c.
    private static let touchpadUnit = 2.5
    /// Pressed buttons of a drag that has begun elsewhere.
    private static let buttons = GDK_BUTTON1_MASK.rawValue | GDK_BUTTON2_MASK.rawValue | GDK_BUTTON3_MASK.rawValue

    static func install(_ timeline: GridTimeline, on overlay: Widget) {
        installHover(timeline, on: overlay)
        installDrag(timeline, on: overlay)
        installWheel(timeline)
    }

    private static func installHover(_ timeline: GridTimeline, on overlay: Widget) {
        let motion = made(gtk_event_controller_motion_new())
        for signal in ["enter", "motion"] {
            Signal.onPoint(motion, signal) { [weak timeline] x, y in
                let held = gtk_event_controller_get_current_event_state(motion).rawValue
                timeline?.hover(at: held & buttons == 0 ? (x, y) : nil)
            }
        }
        Signal.on(motion, "leave") { [weak timeline] in timeline?.hover(at: nil) }
        gtk_event_controller_set_propagation_phase(motion, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(overlay, motion)
    }

    private static func installDrag(_ timeline: GridTimeline, on overlay: Widget) {
        let drag = made(gtk_gesture_drag_new()).opaque
        gtk_gesture_single_set_button(drag, UInt32(GDK_BUTTON_PRIMARY))
        gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
        Signal.onPoint(drag, "drag-begin") { [weak timeline] x, y in
            let isTaken = timeline?.press(x: x, y: y, byTouch: TouchInput.isFinger(drag)) == true
            gtk_gesture_set_state(drag, isTaken ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
        }
        Signal.onPoint(drag, "drag-update") { [weak timeline] _, dy in
            if let start = beginning(of: drag) { timeline?.drag(toY: start.y + dy) }
        }
        Signal.onPoint(drag, "drag-end") { [weak timeline] dx, dy in
            let start = beginning(of: drag) ?? (-1, -1)
            timeline?.release(x: start.x + dx, y: start.y + dy, byTouch: TouchInput.isFinger(drag))
        }
        Signal.onPointer(drag, "cancel") { [weak timeline] _ in timeline?.release(x: -1, y: -1, byTouch: true) }
        gtk_widget_add_controller(overlay, drag)
    }

    /// The open panel is not inside of the list, so GTK does not scroll that.
    private static func installWheel(_ timeline: GridTimeline) {
        let wheel = made(gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
        Signal.onPointQuestion(wheel, "scroll") { [weak timeline] _, dy in
            let held = gtk_event_controller_get_current_event_state(wheel).rawValue
            guard let timeline, held & GDK_CONTROL_MASK.rawValue == 0 else { return false }
            // As GtkScrolledWindow computes it.
            let isWheel = gtk_event_controller_scroll_get_unit(wheel) == GDK_SCROLL_UNIT_WHEEL
            timeline.scroll(by: dy * (isWheel ? pow(timeline.page, 2.0 / 3) : touchpadUnit))
            return true
        }
        gtk_widget_add_controller(timeline.bar.widget, wheel)
    }

    private static func beginning(of drag: OpaquePointer) -> (x: Double, y: Double)? {
        var x = 0.0, y = 0.0
        return gtk_gesture_drag_get_start_point(drag, &x, &y) != 0 ? (x, y) : nil
    }
}
