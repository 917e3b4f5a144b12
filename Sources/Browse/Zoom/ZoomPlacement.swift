// The place of a photo during a zoom transition: cropped in its tile, and whole on its page.
public import Photos

/// Placement of a photo on the screen.
public struct ZoomPlacement: Hashable, Sendable {
    /// Bounds of the whole photo, also of its hidden parts.
    public var whole: Rectangle
    /// Bounds of its visible part.
    public var visible: Rectangle

    /// Creates the placement of a photo in its tile, as the tile draws it.
    /// - Parameters:
    ///   - tile: The tile's rectangle.
    ///   - ratio: Width ÷ height of the photo.
    ///   - fit: Whether the photo covers the tile or lies in it whole.
    ///   - view: Bounds of the grid's viewport.
    ///   - scale: Device pixels per logical pixel.
    public init(tile: Rectangle, ratio: Double, fit: Fit, in view: Rectangle, scale: Double) {
        whole = TileGeometry.place(ratio: ratio, in: tile, cover: fit == .fill ? 1 : 0, scale: scale)
        visible = whole.intersection(tile).intersection(view)
    }

    /// Creates a placement from the bounds of the whole photo, clipped to a view.
    public init(whole: Rectangle, in view: Rectangle) {
        self.whole = whole
        visible = whole.intersection(view)
    }

    /// Returns the placement before a clockwise rotation by `quarters` around the centre.
    public func unrotated(quarters: Int) -> ZoomPlacement {
        var result = self
        for _ in 0..<(quarters % 4 + 4) % 4 {
            let (x, y) = (result.visible.midX - whole.midX, result.visible.midY - whole.midY)
            result.visible = Rectangle(
                midX: whole.midX + y, midY: whole.midY - x, width: result.visible.height, height: result.visible.width)
            result.whole = Rectangle(
                midX: whole.midX, midY: whole.midY, width: result.whole.height, height: result.whole.width)
        }
        return result
    }
}
