// The short name for GTK widgets, and the check of their constructors.
package import CGTK

/// Any GTK widget, borrowed.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Returns the result of a GTK constructor, which is imported as optional although no constructor returns NULL.
package func made<Pointer>(_ result: Pointer?) -> Pointer {
    guard let result else { preconditionFailure("GTK made nothing: its type is not registered") }
    return result
}
