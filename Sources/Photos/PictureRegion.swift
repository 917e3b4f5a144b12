// A region of an image that is too large to be decoded as a whole.

/// A rectangle in the pixels of an image that has its orientation applied and is reduced to some size.
public struct PictureRegion: Hashable, Sendable {
    /// The size of the whole image; the rectangle is given in its pixels.
    public let whole: PixelSize
    /// The rectangle's left and top edges, at least 0.
    public let x, y: Int
    /// The size of the rectangle; all of it lies in the image.
    public let size: PixelSize

    /// Clips a rectangle to the image; one that lies outside becomes the nearest pixel.
    public init(of whole: PixelSize, x: Int, y: Int, size: PixelSize) {
        // Clamped, so that the sum below cannot overflow; a corner farther outside has nothing inside either.
        let bounds = -PixelSize.largestSide...PixelSize.largestSide
        let x = min(max(bounds.lowerBound, x), bounds.upperBound), y = min(max(bounds.lowerBound, y), bounds.upperBound)
        let left = min(max(0, x), whole.width - 1), top = min(max(0, y), whole.height - 1)
        (self.whole, self.x, self.y) = (whole, left, top)
        // `PixelSize` makes each side at least 1.
        self.size = PixelSize(
            width: min(whole.width, x + size.width) - left, height: min(whole.height, y + size.height) - top)
    }

    /// Returns the same region of the stored image, before this EXIF orientation, 1…8, is applied.
    public func stored(_ orientation: Int) -> PictureRegion {
        let right = whole.width - x - size.width, below = whole.height - y - size.height
        let (column, row) =
            switch orientation {
            case 2: (right, y)
            case 3: (right, below)
            case 4: (x, below)
            case 5: (y, x)
            case 6: (y, right)
            case 7: (below, right)
            case 8: (below, x)
            default: (x, y)
            }
        return orientation >= 5
            ? PictureRegion(of: whole.transposed, x: column, y: row, size: size.transposed)
            : PictureRegion(of: whole, x: column, y: row, size: size)
    }

    /// Returns whether the other region of the same image lies inside this one.
    public func contains(_ other: PictureRegion) -> Bool {
        whole == other.whole && x <= other.x && y <= other.y && x + size.width >= other.x + other.size.width
            && y + size.height >= other.y + other.size.height
    }
}
