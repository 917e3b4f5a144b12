// The part of the grid that is in view, and the way between its coordinates and those of the layout.
import Browse
import Desktop

/// A layout as it is scrolled, and scaled while the tiles change their size. Lengths are in logical pixels.
struct GridViewport {
    let layout: GridLayout
    /// The adjustment's value.
    let scroll: Double
    /// Height of the viewport.
    let height: Double
    let isRightToLeft: Bool
    /// The device pixels under the grid as it is placed.
    let pixels: PixelGrid
    /// What draws the tiles larger or smaller than they are laid out; nil where nothing does.
    let scaling: TileScaling?

    /// Scroll position on whole device pixels.
    var offset: Double { (scroll * layout.room.scale).rounded() / layout.room.scale }

    /// The heights of the viewport between which tiles are drawn: those of its edges, and beyond them while tiles are
    /// drawn smaller than they are laid out.
    var reach: (top: Double, bottom: Double) { scaling?.reach(pageHeight: height) ?? (0, height) }

    /// The positions of the photos that are drawn: those between the heights of `reach`.
    var drawnRange: Range<Int> {
        let reach = reach
        return layout.visible(scroll: scroll + reach.top, pageHeight: reach.bottom - reach.top)
    }

    /// Returns a rectangle of the layout as it lies in the viewport: its upper left corner on whole device pixels.
    func placed(_ rectangle: Rectangle) -> Rectangle {
        pixels.aligned(layout.room.placed(rectangle, isRightToLeft: isRightToLeft).moved(x: 0, y: -offset))
    }

    /// Returns the rectangle in which a photo's cell is laid out, wherever it is scrolled to.
    func placedCell(at position: Int) -> Rectangle { placed(layout.cell(of: position)) }

    /// Returns a rectangle of the layout as it is drawn.
    func drawn(_ rectangle: Rectangle) -> Rectangle {
        let rectangle = placed(rectangle)
        return scaling?.drawn(rectangle) ?? rectangle
    }

    /// Returns what is drawn at a point, in the coordinates of the layout.
    func layoutPoint(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let point: (x: Double, y: Double) = scaling?.laidOut(x: x, y: y) ?? (x, y)
        return (isRightToLeft ? Double(layout.room.width) - point.x : point.x, offset + point.y)
    }

    /// Returns the position of the photo whose cell holds a point; nil between the cells.
    func position(atX x: Double, y: Double) -> Int? {
        let point = layoutPoint(x, y)
        return layout.index(at: point.x, y: point.y)
    }
}
