// The grid as the place that photos fly from and home to.
import Browse
import CDesktop
import Desktop
import Photos

/// A page from whose tiles photos fly.
protocol FlightGround: AnyObject {
    /// The square of the tile at `position` in `widget`, wherever it is scrolled to, and what is seen of the page; nil
    /// where there is no such tile or nothing is laid out yet.
    func place(of position: Int, in widget: Widget) -> (tile: Rectangle, view: Rectangle)?
    /// How photos lie in their tiles' squares.
    var fit: Fit { get }
    /// What the tile shows, borrowed for as long as it does.
    func preview(at position: Int) -> OpaquePointer?
    /// Scrolls until the tile is wholly in view.
    func reveal(_ position: Int)
    /// The tile whose picture is drawn elsewhere; nil: none is.
    func lend(_ position: Int?)
    /// Gives the tile the keyboard, unless another tile has it already.
    func focus(_ position: Int)
}

extension GalleryPage: FlightGround {
    func place(of position: Int, in widget: Widget) -> (tile: Rectangle, view: Rectangle)? {
        guard position < grid.count, let view = Rectangle(of: grid.root.widget, in: widget) else { return nil }
        let metrics = grid.metrics
        let cell = Double(metrics.cell), side = grid.pictureSide
        let column = Double(position % metrics.columns)
        let left = grid.isRightToLeft ? view.width - (column + 1) * cell : column * cell
        // As tile.c puts its picture into its cell.
        let inset = ((cell - side) / 2 * metrics.scale).rounded(.down) / metrics.scale
        let tile = Rectangle(
            x: view.x + left + inset, y: view.y + metrics.offset(of: position) - grid.scrollOffset + inset, width: side,
            height: side)
        return (tile, view)
    }

    var fit: Fit { grid.fit }

    func reveal(_ position: Int) {
        grid.scrollOffset = grid.metrics.scroll(
            toReveal: position, from: grid.scrollOffset, pageHeight: grid.viewportHeight, count: grid.count)
    }

    func lend(_ position: Int?) { grid.lent = position }

    func focus(_ position: Int) {
        let focus = gtk_widget_get_root(grid.root.widget).flatMap { gtk_root_get_focus($0) }
        if let focus, gtk_widget_is_ancestor(focus, grid.root.widget) != 0 { return }
        grid.focus(position: position)
    }
}
