// How widgets are named and made in this room.
import CDesktop
import Desktop

/// Any GTK widget, borrowed.
typealias Widget = UnsafeMutablePointer<GtkWidget>

/// The result of a GTK constructor. They are imported as optional, and none of them returns NULL.
func made<Pointer>(_ result: Pointer?) -> Pointer {
    guard let result else { preconditionFailure("GTK made nothing: its type is not registered") }
    return result
}
