// A measure of text on a widget, kept until its font changes.
import CGTK
import Desktop

/// A value that follows from the font of a widget: the size of some text. Measured when it is first asked for, and anew
/// after a change of the font or its scale, because shaping text takes microseconds and a layout of the grid asks in
/// every frame.
struct FontMeasure<Value> {
    private var last: (value: Value, serial: UInt32)?

    /// Returns the value for the present font of a widget.
    /// - Parameter measure: Called where it is not known.
    mutating func callAsFunction(on widget: Widget, _ measure: () -> Value) -> Value {
        let serial = pango_context_get_serial(gtk_widget_get_pango_context(widget))
        if let last, last.serial == serial { return last.value }
        let value = measure()
        last = (value, serial)
        return value
    }
}
