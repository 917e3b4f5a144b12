// Per-frame work as a Swift closure on a widget's frame clock.
public import CGTK
import Synchronization

/// A callback in the update phase of a widget's frame clock. It keeps the clock running while it is installed, so it
/// should be installed only while there is work. The closure is released when it returns false, when `remove` is called
/// or when the widget is destroyed, whichever comes first.
@MainActor
public struct FrameTick {
    private let widget: UnsafeMutablePointer<GtkWidget>
    private let id: UInt32
    /// Nil once the closure is released.
    private weak var box: Box?

    private final class Box {
        let body: @MainActor (Int64) -> Bool
        init(_ body: @escaping @MainActor (Int64) -> Bool) {
            self.body = body
            FrameTick.live.add(1, ordering: .relaxed)
        }
        deinit { FrameTick.live.subtract(1, ordering: .relaxed) }
    }

    private nonisolated static let live = Atomic<Int>(0)
    /// Number of closures installed now; leak tests compare it.
    public nonisolated static var liveCount: Int { live.load(ordering: .relaxed) }

    /// Calls `body` every frame with the frame time in microseconds (smoothed, monotonic) until it returns false.
    public static func start(
        on widget: UnsafeMutablePointer<GtkWidget>, _ body: @escaping @MainActor (Int64) -> Bool
    ) -> FrameTick {
        let box = Box(body)
        let id = gtk_widget_add_tick_callback(
            widget,
            { _, clock, context in
                guard let context else { return 0 }
                let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
                let time = Int64(gdk_frame_clock_get_frame_time(clock))
                return MainActor.assumeIsolated { box.body(time) } ? 1 : 0
            },
            Unmanaged.passRetained(box).toOpaque(),
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).release() }
            })
        return FrameTick(widget: widget, id: id, box: box)
    }

    /// Removes the callback. Does nothing once it has ended by itself or with its widget.
    public func remove() {
        if box != nil { gtk_widget_remove_tick_callback(widget, id) }
    }
}
