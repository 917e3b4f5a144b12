// What calls a function once a frame: a widget's frame clock, or a test in its place.
import Desktop

/// A frame source: calls `body` once a frame with the frame's time in microseconds, until the returned closure is
/// called or `body` returns false.
typealias FramePulse =
    @MainActor (_ widget: Widget, _ body: @escaping @MainActor (Int64) -> Bool) -> @MainActor () -> Void

/// Returns the widget's frame clock as a frame source.
func frameClock(of widget: Widget, _ body: @escaping @MainActor (Int64) -> Bool) -> @MainActor () -> Void {
    let tick = FrameTick.start(on: widget, body)
    return { tick.remove() }
}
