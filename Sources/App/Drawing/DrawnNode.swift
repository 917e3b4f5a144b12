// A drawing that is kept from frame to frame.
import CGTK
import CWidgets
import Desktop

/// One strong reference to a render node, released on the main thread: what a canvas has drawn once and draws again
/// until it changes. Coordinates are those of the canvas for which it was made.
final class DrawnNode {
    let pointer: OpaquePointer

    /// Draws into a node; nil where nothing was drawn.
    /// - Parameter widget: The canvas whose colours are used, borrowed during the call.
    init?(on widget: Widget, _ body: (Drawing) -> Void) {
        let snapshot = made(gtk_snapshot_new())
        body(Drawing(on: snapshot, of: widget))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        pointer = node
    }

    isolated deinit { gsk_render_node_unref(pointer) }
}
