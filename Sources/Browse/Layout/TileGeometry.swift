// The place of a picture in its tile: its square in the cell, and its bounds there in either fit. The grid, the zoom
// transition and the page take it from here.
public import Photos

/// Placement of a tile's picture, in logical pixels of the tile.
public enum TileGeometry {
    /// Returns the rectangle for the picture in the middle of a cell, on whole device pixels.
    /// - Parameters:
    ///   - size: Width and height of the picture; nil for the largest square.
    ///   - cell: Width and height of the cell.
    ///   - scale: Device pixels per logical pixel.
    public static func frame(
        of size: (width: Double, height: Double)?, inCell cell: (width: Double, height: Double), scale: Double
    ) -> Rectangle {
        let side = min(cell.width, cell.height), size = size ?? (side, side)
        return Rectangle(
            x: PixelGrid.down((cell.width - size.width) / 2, scale),
            y: PixelGrid.down((cell.height - size.height) / 2, scale),
            width: size.width, height: size.height)
    }

    /// Returns the bounds of a whole picture, including what its tile crops.
    /// - Parameters:
    ///   - ratio: Width ÷ height of the picture. One that was loaded to cover has the tile's.
    ///   - tile: The tile's rectangle, a square in all but justified rows.
    ///   - cover: From the picture whole within the tile (0) to covering it (1).
    ///   - scale: Device pixels per logical pixel.
    public static func place(ratio: Double, in tile: Rectangle, cover: Double, scale: Double) -> Rectangle {
        let within = tile.crop(ratio: ratio), over = tile.covered(ratio: ratio)
        let width = within.width + (over.width - within.width) * cover
        var place = Rectangle(midX: tile.midX, midY: tile.midY, width: width, height: width / ratio)
        // At fractions of a device pixel a picture at rest would be blurred.
        if cover == 0 {
            place.x = tile.x + PixelGrid.down(place.x - tile.x, scale)
            place.y = tile.y + PixelGrid.down(place.y - tile.y, scale)
        }
        return place
    }

    /// Returns the place of a texture that shows a photo, or a centre crop of one, within the whole photo.
    /// - Parameters:
    ///   - texture: Size of the texture.
    ///   - whole: Bounds of the whole photo.
    public static func place(of texture: PixelSize, within whole: Rectangle) -> Rectangle {
        let ratio = texture.aspectRatio, shorter = Double(min(texture.width, texture.height))
        // The sides of a small texture are rounded to pixels, so its ratio is not quite the photo's.
        return abs(ratio * whole.height / whole.width - 1) * shorter <= 1 ? whole : whole.crop(ratio: ratio)
    }
}
