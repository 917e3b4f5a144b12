// Leaf widgets that are drawn in Swift.
import Browse
import CGTK
import CWidgets
import Desktop
import Photos

/// A leaf widget. A subclass overrides how it measures and draws itself.
/// The widget owns the object, and the object borrows the widget: it is used only while the widget exists.
package class Canvas {
    /// The widget, floating until it has a parent.
    let widget: Widget

    /// - Parameters:
    ///   - cssName: Name of the widget's node in style sheets.
    ///   - mode: Whether the height depends on the width.
    init(cssName: String, role: GtkAccessibleRole, mode: GtkSizeRequestMode = GTK_SIZE_REQUEST_CONSTANT_SIZE) {
        widget = made(tessera_canvas_widget_new(cssName, role, mode))
        Self.liveCount += 1
        tessera_canvas_widget_connect(widget.opaque, Self.functions, Unmanaged.passRetained(self).toOpaque())
    }

    /// Number of canvases whose widget exists; leak tests compare it.
    private(set) static var liveCount = 0

    /// Returns the object of a widget; nil if that is no canvas.
    static func of(_ widget: Widget) -> Canvas? {
        tessera_canvas_widget_get_context(widget).map { Unmanaged<Canvas>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Device pixels per logical pixel.
    final var scale: Double { DeviceScale.of(widget) }
    /// The device pixels under the canvas, where it lies now.
    final var pixels: PixelGrid { DeviceScale.pixels(under: widget) }
    /// Its size in whole device pixels; nil before the first layout.
    final var sizeInPixels: PixelSize? {
        let bounds = bounds
        guard bounds.width > 1, bounds.height > 1 else { return nil }
        return PixelGrid(scale: scale).size(width: bounds.width, height: bounds.height)
    }
    /// The canvas in its own coordinates.
    final var bounds: Rectangle {
        Rectangle(
            x: 0, y: 0, width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
    }

    /// Requests a new drawing with the next frame, but no layout.
    final func redraw() { gtk_widget_queue_draw(widget) }

    /// Whether assistive technology does not see the canvas, because it shows nothing now.
    final var isHiddenFromReaders = false {
        didSet {
            if isHiddenFromReaders != oldValue {
                tessera_accessible_set_hidden(widget.object, isHiddenFromReaders ? 1 : 0)
            }
        }
    }

    // MARK: To override

    /// Returns minimum and natural size in logical pixels.
    /// - Parameter other: Size in the other direction; −1 where it is not given.
    func measure(_ orientation: GtkOrientation, for other: Int32) -> Int32 { 1 }

    /// Called during layout after the canvas was allocated another size, or anew after a request.
    func allocated() {}

    /// Draws the canvas.
    func draw(_ drawing: Drawing) {}

    /// Called when the canvas is no longer shown.
    func unmapped() {}

    /// Called when the widget ends. Releases everything that is drawn.
    func destroyed() {}

    // MARK: The widget's functions

    private static let functions: UnsafePointer<TesseraCanvasFunctions> = {
        let functions = UnsafeMutablePointer<TesseraCanvasFunctions>.allocate(capacity: 1)
        functions.initialize(
            to: TesseraCanvasFunctions(
                measure: { context, orientation, other in
                    var size: Int32 = 0
                    Canvas.with(context) { size = $0.measure(orientation, for: other) }
                    return size
                },
                allocated: { Canvas.with($0) { $0.allocated() } },
                snapshot: { context, snapshot in
                    nonisolated(unsafe) let snapshot = snapshot  // a C argument of a main-thread call
                    Canvas.with(context) { canvas in
                        if let snapshot { canvas.draw(Drawing(on: snapshot, of: canvas.widget)) }
                    }
                },
                unmapped: { Canvas.with($0) { $0.unmapped() } },
                destroy: { context in
                    guard let context else { return }
                    Canvas.with(context) {
                        Canvas.liveCount -= 1
                        $0.destroyed()
                    }
                    Unmanaged<Canvas>.fromOpaque(context).release()
                }))
        return UnsafePointer(functions)
    }()

    private nonisolated static func with(_ context: UnsafeMutableRawPointer?, _ body: @MainActor (Canvas) -> Void) {
        guard let context else { return }
        let canvas = Unmanaged<Canvas>.fromOpaque(context).takeUnretainedValue()
        MainActor.assumeIsolated { body(canvas) }
    }
}
