// What this program itself drags, and from which of its windows.
import CGTK
import Desktop

/// The drag that has begun in one of the program's windows. There is one pointer, so there is one drag.
enum OwnDrag {
    /// The window, only as an identity. GDK names another surface as a drag's own one on X11.
    private static var origin: OpaquePointer?

    /// Takes note of the drags of a GtkDragSource.
    static func follow(_ source: OpaquePointer) {
        Signal.onPointer(source, "drag-begin") { drag in
            origin = gtk_event_controller_get_widget(source).flatMap { gtk_widget_get_native($0) }
            guard let drag else { return }
            Signal.on(drag, "dnd-finished") { origin = nil }
            Signal.onNumber(drag, "cancel") { _ in origin = nil }
        }
    }

    /// Whether what is dragged comes from the window of a widget.
    static func isRunning(in widget: Widget) -> Bool { origin != nil && origin == gtk_widget_get_native(widget) }
}
