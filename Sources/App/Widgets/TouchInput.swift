// Fingers on a touchscreen, told from a pointer.
import CGTK

/// Questions about the event that a controller handles. With X11, GDK's device of a finger's events is the pointer, so
/// that only the kind of the event tells them apart.
enum TouchInput {
    private static func kind(_ controller: OpaquePointer) -> GdkEventType? {
        gtk_event_controller_get_current_event(controller).map { gdk_event_get_event_type($0) }
    }

    /// Whether a finger is at work.
    static func isFinger(_ controller: OpaquePointer) -> Bool {
        guard let kind = kind(controller) else { return false }
        return [GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL].contains(kind)
    }

    /// Whether a finger has just come down. A gesture for one finger also begins when the others are lifted.
    static func isLanding(_ controller: OpaquePointer) -> Bool { kind(controller) == GDK_TOUCH_BEGIN }
}
