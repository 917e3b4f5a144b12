// The scrollable widget around the tiles, with its placing, focus and drawing in Swift.
import Browse
import CGTK
import CWidgets
import Desktop

/// What decides where the children of a photo grid lie, and which of them has the focus.
@MainActor
protocol PhotoGridOwner: AnyObject {
    /// Places the children in the viewport, whose size is in logical pixels. Called during layout.
    func allocate(width: Int, height: Int)
    /// Draws the children, and what lies over them.
    func draw(_ drawing: Drawing)
    /// Moves the focus into the grid. Returns whether it is inside then.
    func enter(_ direction: GtkDirectionType) -> Bool
    /// Gives the focus to the tile that had it last. Returns whether there is one.
    func takeFocus() -> Bool
}

/// A container of the shim. The widget owns the object, and the object borrows the widget.
final class PhotoGridWidget {
    let widget: Widget
    weak var owner: (any PhotoGridOwner)?
    /// The lowest child, borrowed.
    private var backdrop: Widget?

    /// Number of layouts since the program started, over all grids; tests compare it.
    private(set) static var allocationCount = 0

    init() {
        widget = made(tessera_photo_grid_new())
        tessera_photo_grid_connect(widget.opaque, Self.functions, Unmanaged.passRetained(self).toOpaque())
    }

    /// Adds a hidden child over the others; the widget owns it.
    func add(_ child: Widget) { tessera_photo_grid_add(widget.opaque, child) }

    /// Adds a hidden child below the others, but for the backdrop; the widget owns it.
    func addBelow(_ child: Widget) {
        tessera_photo_grid_add_below(widget.opaque, child)
        if let backdrop { gtk_widget_insert_after(child, widget, backdrop) }
    }

    /// Adds a hidden child that stays below all others; the widget owns it.
    func addBackdrop(_ child: Widget) {
        tessera_photo_grid_add_below(widget.opaque, child)
        backdrop = child
    }

    /// Places and shows a child, by a rectangle of the viewport whose size is in whole logical pixels. Called in
    /// `allocate` only.
    static func place(_ child: Widget, in rectangle: Rectangle) {
        tessera_photo_grid_place(
            child, rectangle.x, rectangle.y, Int32(rectangle.width), Int32(rectangle.height))
    }

    /// Draws all children that are shown. Called in `draw` only.
    func drawChildren(on drawing: Drawing) {
        drawing.withSnapshot { tessera_photo_grid_snapshot_children(widget.opaque, $0) }
    }

    /// Draws the children that are shown and asked for. Called in `draw`, or between frames.
    func drawChildren(on drawing: Drawing, where isDrawn: (Widget) -> Bool) {
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            if gtk_widget_get_child_visible(child) != 0, isDrawn(child) { drawing.draw(child: child) }
            next = gtk_widget_get_next_sibling(child)
        }
    }

    /// Draws all children anew with the next frame.
    func redraw() {
        gtk_widget_queue_draw(widget)
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            gtk_widget_queue_draw(child)
            next = gtk_widget_get_next_sibling(child)
        }
    }

    /// Sets the height of the content and the scroll position, in logical pixels.
    func setExtent(height: Double, page: Double, value: Double) {
        tessera_photo_grid_set_extent(widget.opaque, value, height, page)
    }

    /// Requests that the children are placed anew in this frame or the next one.
    func queueAllocate() { gtk_widget_queue_allocate(widget) }

    // MARK: The widget's functions

    private static let functions: UnsafePointer<TesseraPhotoGridFunctions> = {
        let functions = UnsafeMutablePointer<TesseraPhotoGridFunctions>.allocate(capacity: 1)
        functions.initialize(
            to: TesseraPhotoGridFunctions(
                allocate: { context, width, height in
                    PhotoGridWidget.with(context) {
                        allocationCount += 1
                        $0.owner?.allocate(width: Int(width), height: Int(height))
                    }
                },
                snapshot: { context, snapshot in
                    nonisolated(unsafe) let snapshot = snapshot  // a C argument of a main-thread call
                    PhotoGridWidget.with(context) { grid in
                        if let snapshot { grid.owner?.draw(Drawing(on: snapshot, of: grid.widget)) }
                    }
                },
                focus: { context, direction in
                    var isInside = false
                    PhotoGridWidget.with(context) { isInside = $0.owner?.enter(direction) ?? false }
                    return isInside ? 1 : 0
                },
                grab_focus: { context in
                    var isInside = false
                    PhotoGridWidget.with(context) { isInside = $0.owner?.takeFocus() ?? false }
                    return isInside ? 1 : 0
                },
                destroy: { context in
                    if let context { Unmanaged<PhotoGridWidget>.fromOpaque(context).release() }
                }))
        return UnsafePointer(functions)
    }()

    private nonisolated static func with(
        _ context: UnsafeMutableRawPointer?, _ body: @MainActor (PhotoGridWidget) -> Void
    ) {
        guard let context else { return }
        let grid = Unmanaged<PhotoGridWidget>.fromOpaque(context).takeUnretainedValue()
        MainActor.assumeIsolated { body(grid) }
    }
}
