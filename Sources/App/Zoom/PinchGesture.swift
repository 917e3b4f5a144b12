// The pinch on the opened picture: zooms it, and below its fitted size pulls it off its page.
import Browse
import CGTK
import Desktop

/// State of a pinch since it began. Points are in logical pixels, times in microseconds.
final class PinchGesture {
    private weak var zoom: PictureZoom?
    private let gesture: TransitionGesture
    private var scaleAtStart = 0.0
    /// Size of the photo under the gesture's control, as a fraction of its fitted size.
    private var size = 1.0
    /// Whether the zoom transition has refused to start.
    private var isRefused = false

    init(of zoom: PictureZoom, controller: ZoomTransitionController) {
        self.zoom = zoom
        gesture = TransitionGesture(on: controller)
    }

    /// Adds the gesture to the page's view, for touchscreens and touchpads.
    static func install(on view: Widget, zoom: PictureZoom, controller: ZoomTransitionController) {
        let state = PinchGesture(of: zoom, controller: controller)
        let pinch = made(gtk_gesture_zoom_new())
        Signal.onPointer(pinch, "begin") { _ in state.begin() }
        Signal.onFraction(pinch, "scale-changed") { scale in
            var x = 0.0, y = 0.0
            guard gtk_gesture_get_bounding_box_center(pinch.opaque, &x, &y) != 0 else { return }
            state.change(to: scale, at: (x, y), time: Int64(g_get_monotonic_time()))
        }
        Signal.onPointer(pinch, "end") { _ in state.end(at: Int64(g_get_monotonic_time())) }
        gtk_widget_add_controller(view, pinch.opaque)
    }

    /// Begins a pinch.
    func begin() {
        zoom?.hold()
        scaleAtStart = zoom?.zoomState?.scale ?? 0
        isRefused = false
    }

    /// Updates the pinch.
    /// - Parameters:
    ///   - scale: Distance of the fingers, relative to that at the beginning.
    ///   - point: The point between them.
    func change(to scale: Double, at point: (x: Double, y: Double), time: Int64) {
        guard let zoom, let fitted = zoom.zoomState?.fittedScale, scaleAtStart > 0 else { return }
        let wanted = scaleAtStart * scale, next = min(1, wanted / fitted)
        if next < 1, !gesture.isHolding, !isRefused {
            // Fitted first: the zoom transition starts from there.
            zoom.pinch(to: fitted, at: point)
            isRefused = !gesture.grab(at: time)
            size = 1
        }
        guard gesture.isHolding else { return zoom.pinch(to: wanted, at: point) }
        gesture.grow(by: next - size, at: time)
        size = next
        if next == 1 {
            gesture.putBack()
            zoom.pinch(to: wanted, at: point)
        }
    }

    /// Ends the pinch.
    func end(at time: Int64) { gesture.letGo(at: time) }
}
