// The short name for GTK widgets, and the check of their constructors.
import CGTK
import Desktop

/// Any GTK widget, borrowed.
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Returns the result of a GTK constructor, which is imported as optional although no constructor returns NULL.
func made<Pointer>(_ result: Pointer?) -> Pointer {
    guard let result else { preconditionFailure("GTK made nothing: its type is not registered") }
    return result
}
