// Ownership of one widget reference, released on the main thread.
import CGLib
public import CGTK
import Synchronization

/// One strong reference to a widget (or to another GTK object that only the main thread may release), released with its
/// last Swift owner. Parent widgets hold references of their own; this one is for the Swift object that goes on using
/// the widget.
@MainActor
public final class WidgetReference {
    /// The widget, borrowed for as long as this reference is held.
    public let widget: UnsafeMutablePointer<GtkWidget>

    /// Sinks a floating reference, or adds one.
    public init(_ widget: some ObjectPointer) {
        g_object_ref_sink(widget.object)
        self.widget = widget.cast()
        Self.live.add(1, ordering: .relaxed)
    }

    isolated deinit {
        g_object_unref(widget)
        Self.live.subtract(1, ordering: .relaxed)
    }

    private nonisolated static let live = Atomic<Int>(0)
    /// Number of references held now; leak tests compare it.
    public nonisolated static var liveCount: Int { live.load(ordering: .relaxed) }
}
