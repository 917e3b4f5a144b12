// The place of a picture in its tile: its square in the cell, and its bounds there in either fit.
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
            x: down((cell.width - size.width) / 2, scale), y: down((cell.height - size.height) / 2, scale),
            width: size.width, height: size.height)
    }

    /// Returns the bounds of a whole picture, including what its square crops.
    /// - Parameters:
    ///   - size: Size of the picture. One that was loaded to cover is exactly square.
    ///   - cover: From the picture whole within the square (0) to covering it (1).
    ///   - scale: Device pixels per logical pixel.
    public static func place(of size: PixelSize, in square: Rectangle, cover: Double, scale: Double) -> Rectangle {
        guard size.width != size.height else { return square }
        let side = square.width
        let within = side / Double(max(size.width, size.height)), over = side / Double(min(size.width, size.height))
        let factor = within + (over - within) * cover
        let width = Double(size.width) * factor, height = Double(size.height) * factor
        var left = (side - width) / 2, top = (side - height) / 2
        // At fractions of a device pixel a picture at rest would be blurred.
        if cover == 0 { (left, top) = (down(left, scale), down(top, scale)) }
        return Rectangle(x: square.x + left, y: square.y + top, width: width, height: height)
    }

    private static func down(_ length: Double, _ scale: Double) -> Double { (length * scale).rounded(.down) / scale }
}
