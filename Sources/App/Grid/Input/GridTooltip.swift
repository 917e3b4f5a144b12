// The tooltip of the photo under the pointer.
import Browse
import CGTK
import Desktop
import Library
import Photos

/// The tooltips of a grid, whose texts are made when GTK asks for one. A pointer that rests while photos move below it
/// asks for none.
enum GridTooltip {
    /// Where the pointer is, and whether it has been moved since the photos were.
    private final class Pointer {
        var place: (x: Double, y: Double)?
        var hasMoved = false

        func move(to x: Double, _ y: Double) {
            if let place, place != (x, y) { hasMoved = true }
            place = (x, y)
        }
    }

    /// Answers for the grid's view, which owns the handlers; they hold the grid weakly.
    /// - Parameter text: Returns the text for a photo; nil where none is to be shown now.
    static func install(on grid: TileGrid, text: @escaping (PhotoRef) -> String?) {
        let pointer = Pointer(), motion = made(gtk_event_controller_motion_new())
        Signal.onPoint(motion, "motion") { pointer.move(to: $0, $1) }
        Signal.onPoint(motion, "enter") { pointer.place = ($0, $1) }
        Signal.on(motion, "leave") { (pointer.place, pointer.hasMoved) = (nil, false) }
        gtk_widget_add_controller(grid.view, motion)
        Signal.on(grid.adjustment, "value-changed") { pointer.hasMoved = false }
        gtk_widget_set_has_tooltip(grid.view, 1)
        Signal.onTooltip(grid.view) { [weak grid] x, y, isByKeyboard, tooltip in
            guard let grid, pointer.hasMoved || isByKeyboard,
                let index = isByKeyboard ? grid.focus.position : Self.photo(atX: x, y: y, in: grid),
                let text = text(grid.snapshot.ref(at: index))
            else { return false }
            let cell = grid.cell(at: index)
            var area = GdkRectangle(
                x: Int32(cell.x), y: Int32(cell.y), width: Int32(cell.width), height: Int32(cell.height))
            gtk_tooltip_set_tip_area(tooltip, &area)
            gtk_tooltip_set_text(tooltip, text)
            return true
        }
    }

    /// Returns the photo whose picture or caption lies at a point of the viewport.
    static func photo(atX x: Double, y: Double, in grid: TileGrid) -> Int? {
        grid.heading(atX: x, y: y) == nil ? grid.position(atX: x, y: y) : nil
    }
}
