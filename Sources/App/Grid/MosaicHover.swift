// The photo under the pointer in a mosaic, where no tile says it.
import CGTK
import Desktop

/// The motion of the pointer over a mosaic.
enum MosaicHover {
    /// Adds the controller to the grid's view, which owns it; it holds the grid weakly.
    static func install(on grid: TileGrid) {
        let motion = made(gtk_event_controller_motion_new())
        let moved: @MainActor (Double, Double) -> Void = { [weak grid] x, y in
            guard let grid, grid.mosaic.isShown else { return }
            grid.mosaic.hovered = grid.heading(atX: x, y: y) == nil ? grid.photo(atX: x, y: y) : nil
        }
        Signal.onPoint(motion, "motion", run: moved)
        Signal.onPoint(motion, "enter", run: moved)
        Signal.on(motion, "leave") { [weak grid] in grid?.mosaic.hovered = nil }
        gtk_widget_add_controller(grid.view, motion)
    }
}
