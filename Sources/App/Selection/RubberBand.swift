// The rubber band: a rectangle that the pointer draws over the grid, and that selects what it touches.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The rubber band of one grid. It is held at a point of the list, so that it grows when the list scrolls; near the
/// upper and the lower edge of the viewport it scrolls by itself.
final class RubberBand {
    private let grid: TileGrid
    private let model: SelectionModel
    /// Returns whether a press at a point of the viewport begins a drag of files instead.
    private let isForDragging: (_ x: Double, _ y: Double) -> Bool
    /// The held band; nil at rest.
    private var held: Held?
    private var scrolling: FrameTick?
    private weak var gesture: GestureReference?

    private struct Held {
        /// Where the band is held, in coordinates of the layout.
        var start: (x: Double, y: Double)
        /// The pointer in the viewport.
        var pointer: (x: Double, y: Double)
        /// The scroll position to which `start` belongs.
        var offset: Double
        /// The time of the last frame that has scrolled.
        var frame: Int64?
    }

    /// The gesture, which the grid's view owns.
    private final class GestureReference {
        let gesture: OpaquePointer
        init(_ gesture: OpaquePointer) { self.gesture = gesture }
    }

    /// Height of the strips at the edges in which the list scrolls, in logical pixels.
    private static let strip = 40.0
    /// Logical pixels a second for each pixel that the pointer has gone into a strip or beyond it, and the most.
    private static let speed = (perPixel: 30.0, most: 6_000.0)
    private static let fillOpacity = 0.22

    /// Adds the gesture to the grid's view, which owns it.
    init(on grid: TileGrid, _ model: SelectionModel, isForDragging: @escaping (_ x: Double, _ y: Double) -> Bool) {
        (self.grid, self.model, self.isForDragging) = (grid, model, isForDragging)
        let drag = made(gtk_gesture_drag_new())
        let reference = GestureReference(drag.opaque)
        gesture = reference
        gtk_gesture_single_set_button(drag.opaque, UInt32(GDK_BUTTON_PRIMARY))
        Signal.onPoint(drag, "drag-update") { [weak self] x, y in self?.dragged(reference.gesture, byX: x, y: y) }
        Signal.onPoint(drag, "drag-end") { [weak self] _, _ in self?.end() }
        Signal.onPointer(drag, "cancel") { [weak self] _ in self?.cancel() }
        gtk_widget_add_controller(grid.view, drag)
        // By the wheel, say.
        Signal.on(grid.adjustment, "value-changed") { [weak self] in
            if let self, self.isHeld, !self.grid.layouts.isLayingOut { self.cover() }
        }
    }

    /// Whether a band is held.
    var isHeld: Bool { held != nil }

    // MARK: The gesture

    private func dragged(_ gesture: OpaquePointer, byX dx: Double, y dy: Double) {
        var x = 0.0, y = 0.0
        guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0 else { return }
        if held == nil {
            let isFar = gtk_drag_check_threshold(grid.view, Int32(x), Int32(y), Int32(x + dx), Int32(y + dy)) != 0
            guard isFar else { return }
            let keys = SelectionKeys(of: gesture)
            let isDrag = keys.isEmpty && isForDragging(x, y)
            // A finger scrolls.
            guard !TouchInput.isFinger(gesture), !isDrag else {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED)
                return
            }
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            begin(atX: x, y: y, keys)
        }
        move(toX: x + dx, y: y + dy)
    }

    // MARK: Steps

    /// Begins a band at a point of the viewport.
    func begin(atX x: Double, y: Double, _ keys: SelectionKeys) {
        let start = grid.viewport.layoutPoint(x, y)
        held = Held(start: start, pointer: (x, y), offset: grid.scrollOffset)
        model.apply(.beginBand(keys))
        cover()
    }

    /// Moves the end of the band to a point of the viewport, or outside of it.
    func move(toX x: Double, y: Double) {
        guard held != nil else { return }
        held?.pointer = (x, y)
        cover()
        if velocity == 0 {
            stopScrolling()
        } else if scrolling == nil {
            held?.frame = nil
            scrolling = FrameTick.start(on: grid.view) { [weak self] time in self?.scroll(at: time) ?? false }
        }
    }

    /// Lets the band go. What it covers stays selected.
    func end() {
        guard let held else { return }
        drop()
        let point = grid.viewport.layoutPoint(held.pointer.x, held.pointer.y)
        let nearest = grid.layout.index(nearestTo: point.x, y: point.y)
        model.apply(.endBand(nearest.map(grid.snapshot.ref(at:))))
    }

    /// Gives the band up. Everything is as it was before.
    func cancel() {
        guard held != nil else { return }
        drop()
        model.apply(.cancelBand)
    }

    /// Follows what has ended the band elsewhere, such as Escape.
    func follow() {
        guard held != nil, !model.selection.hasBand else { return }
        drop()
        if let gesture { gtk_gesture_set_state(gesture.gesture, GTK_EVENT_SEQUENCE_DENIED) }
    }

    /// Covers what lies under the band in a layout that has changed; the band stays where it is on the screen.
    func laidOut() {
        guard let held else { return }
        self.held?.start.y += grid.scrollOffset - held.offset
        self.held?.offset = grid.scrollOffset
        cover()
    }

    private func drop() {
        stopScrolling()
        held = nil
        gtk_widget_queue_draw(grid.view)
    }

    private func cover() {
        guard let rectangle else { return }
        held?.offset = grid.scrollOffset
        model.apply(.band(grid.layout.indices(in: Self.withinCells(rectangle, gap: grid.layout.room.gap))))
        gtk_widget_queue_draw(grid.view)
    }

    /// The band in coordinates of the layout.
    private var rectangle: Rectangle? {
        guard let held else { return nil }
        let end = grid.viewport.layoutPoint(held.pointer.x, held.pointer.y)
        return Rectangle(
            x: min(held.start.x, end.x), y: min(held.start.y, end.y), width: abs(end.x - held.start.x),
            height: abs(end.y - held.start.y))
    }

    /// Returns the rectangle that overlaps the cells of those photos whose pictures a band overlaps.
    private static func withinCells(_ band: Rectangle, gap: Int) -> Rectangle {
        let gap = Double(gap) / 2
        return Rectangle(
            midX: band.midX, midY: band.midY, width: max(0, band.width - 2 * gap),
            height: max(0, band.height - 2 * gap))
    }

    // MARK: Scrolling

    /// The velocity at which the list scrolls under the pointer, in logical pixels a second, down where positive.
    private var velocity: Double {
        guard let held else { return 0 }
        let above = Self.strip - held.pointer.y, below = held.pointer.y - (grid.viewportHeight - Self.strip)
        return min(max(0, below) * Self.speed.perPixel, Self.speed.most)
            - min(max(0, above) * Self.speed.perPixel, Self.speed.most)
    }

    private func scroll(at time: Int64) -> Bool {
        guard let held, velocity != 0 else {
            scrolling = nil
            return false
        }
        self.held?.frame = time
        if let frame = held.frame {
            grid.scrollOffset += velocity * Double(time - frame) / 1_000_000
        }
        return true
    }

    private func stopScrolling() {
        scrolling?.remove()
        scrolling = nil
    }

    // MARK: Drawing

    /// Draws the band over the tiles.
    func draw(on drawing: Drawing) {
        guard let rectangle else { return }
        let shown = grid.viewport.drawn(rectangle).snapped(scale: 1)
        let colour = SelectionCheck.accent(drawing)
        drawing.fill(shown, colour, opacity: Self.fillOpacity)
        drawing.ring(shown, radius: 0, width: 1, colour)
    }
}

extension SelectionKeys {
    /// The keys that are held with the event that a controller handles.
    init(of controller: OpaquePointer) { self.init(gtk_event_controller_get_current_event_state(controller)) }

    init(_ held: GdkModifierType) {
        self = []
        if held.rawValue & GDK_SHIFT_MASK.rawValue != 0 { insert(.extend) }
        if held.rawValue & GDK_CONTROL_MASK.rawValue != 0 { insert(.toggle) }
    }
}
