// A part of a picture, for one that is too large to be decoded whole.

/// A rectangle of the pixels of a picture that is turned upright and reduced to some size.
public struct PictureRegion: Hashable, Sendable {
    /// The picture's size, in whose pixels the rectangle is given.
    public let whole: PixelSize
    /// The rectangle's left and upper edges, at least 0.
    public let x, y: Int
    /// Its extent; all of it lies in the picture.
    public let size: PixelSize

    /// The part of the rectangle that lies inside the picture; where nothing does, the nearest pixel.
    public init(of whole: PixelSize, x: Int, y: Int, size: PixelSize) {
        // A corner so far outside has nothing inside; with a bounded one the sum below cannot overflow.
        let bounds = -PixelSize.largestSide...PixelSize.largestSide
        let x = min(max(bounds.lowerBound, x), bounds.upperBound), y = min(max(bounds.lowerBound, y), bounds.upperBound)
        let left = min(max(0, x), whole.width - 1), top = min(max(0, y), whole.height - 1)
        (self.whole, self.x, self.y) = (whole, left, top)
        // A size is never empty.
        self.size = PixelSize(
            width: min(whole.width, x + size.width) - left, height: min(whole.height, y + size.height) - top)
    }

    /// Where the same part lies before a picture is turned upright by this EXIF orientation, 1…8.
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

    /// Whether all of the other part of the same picture lies in this one.
    public func contains(_ other: PictureRegion) -> Bool {
        whole == other.whole && x <= other.x && y <= other.y && x + size.width >= other.x + other.size.width
            && y + size.height >= other.y + other.size.height
    }
}
