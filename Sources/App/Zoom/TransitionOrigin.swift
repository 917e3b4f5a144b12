// The grid as the origin of zoom transitions.
import Browse
import CGTK
import Desktop
import Photos

/// A transition origin: a page between whose tiles and the detail page photos move.
protocol TransitionOrigin: AnyObject {
    /// Returns the rectangle of the picture in the tile of a photo in the coordinates of `widget`, wherever it is
    /// scrolled to, and the bounds of the page; nil where there is no such tile or nothing is laid out yet.
    func geometry(of ref: PhotoRef, in widget: Widget) -> (tile: Rectangle, view: Rectangle)?
    /// The fit of the photos in their tiles.
    var fit: Fit { get }
    /// Returns the texture that the tile shows, borrowed for as long as it does.
    func preview(of ref: PhotoRef) -> OpaquePointer?
    /// Draws what the tile says of a photo beside its picture, over the visible part of that on its way.
    func drawMarks(of ref: PhotoRef, on drawing: Drawing, over picture: Rectangle)
    /// Scrolls until the whole tile is in view.
    func reveal(_ ref: PhotoRef)
    /// Hides the picture of a photo's tile while the zoom layer draws it, and shows the one hidden before; nil
    /// hides none.
    func hideForTransition(_ ref: PhotoRef?)
    /// Focuses the tile, unless another tile has the focus.
    func focus(_ ref: PhotoRef)
}

extension GalleryPage: TransitionOrigin {
    func geometry(of ref: PhotoRef, in widget: Widget) -> (tile: Rectangle, view: Rectangle)? {
        guard let position = model.position(of: ref), let view = Rectangle(of: grid.root.widget, in: widget) else {
            return nil
        }
        let cell = grid.viewport.drawn(grid.layout.pictureRoom(in: grid.layout.cell(of: position)))
        let picture = TileGeometry.frame(
            of: grid.pictureSize(at: position), inCell: (cell.width, cell.height), scale: grid.layout.room.scale)
        return (picture.moved(x: view.x + cell.x, y: view.y + cell.y), view)
    }

    var fit: Fit { grid.fit }

    func reveal(_ ref: PhotoRef) {
        if let position = model.position(of: ref) { grid.reveal(position) }
    }

    func drawMarks(of ref: PhotoRef, on drawing: Drawing, over picture: Rectangle) {
        guard let position = model.position(of: ref) else { return }
        let size = grid.pictureSize(at: position)
        grid.tiles[ref]?.drawMarks(on: drawing, over: picture, side: min(size.width, size.height))
    }

    func hideForTransition(_ ref: PhotoRef?) { grid.hiddenForTransition = ref }

    func focus(_ ref: PhotoRef) {
        let focus = gtk_widget_get_root(grid.root.widget).flatMap { gtk_root_get_focus($0) }
        if let focus, gtk_widget_is_ancestor(focus, grid.root.widget) != 0 { return }
        grid.focus.move(to: ref)
    }
}
