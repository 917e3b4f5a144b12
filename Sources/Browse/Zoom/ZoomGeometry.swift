// The geometry of a zoom transition: a photo cropped in its tile, and whole on its page.
public import Photos

/// Placement of a photo on the screen.
public struct ZoomPlacement: Hashable, Sendable {
    /// Bounds of the whole photo, also of its hidden parts.
    public var whole: Rectangle
    /// Bounds of its visible part.
    public var visible: Rectangle

    /// Creates the placement of a photo that covers its tile, centred.
    /// - Parameters:
    ///   - tile: The tile's square.
    ///   - ratio: Width ÷ height of the photo.
    ///   - view: Bounds of the grid's viewport.
    public init(tile: Rectangle, ratio: Double, in view: Rectangle) {
        whole = tile.covered(ratio: ratio)
        visible = tile.intersection(view)
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

/// Choice between copies of a picture in several sizes.
public enum PictureLevel {
    /// Smallest fraction of its size at which a picture is drawn. Below it the cairo renderer changes from bilinear
    /// sampling to a convolution that takes thirty times as long: 1130×753 pixels take 1.1 ms at 0.76 of their size and
    /// 38 ms at 0.70. Renderers on a GPU sample four pixels at any size and begin to flicker.
    public static let smallestScale = 0.75

    /// Returns the sharpest copy that can be drawn at a width.
    /// - Parameters:
    ///   - widths: Widths of the copies, in any order.
    ///   - drawn: Width in device pixels over which it is drawn.
    /// - Returns: Index of the width; nil where all are too large.
    public static func best(of widths: [Int], drawn: Double) -> Int? {
        widths.indices.filter { Double(widths[$0]) * smallestScale <= drawn }.max { widths[$0] < widths[$1] }
    }

    /// Returns the widths of the smaller copies, the largest first, that are needed to draw a picture at any width from
    /// `smallest` device pixels to its own. Each is half as wide as the one before.
    public static func widths(below width: Int, downTo smallest: Double) -> [Int] {
        var widths: [Int] = []
        var last = width
        while Double(last) * smallestScale > smallest, last > 1 {
            last = (last + 1) / 2
            widths.append(last)
        }
        return widths
    }

    /// Returns the place of a region of a photo that is drawn over `place`; nil where the region would be drawn at less
    /// than `smallestScale`.
    /// - Parameter scale: Device pixels per logical pixel.
    public static func place(of region: PictureRegion, in place: Rectangle, scale: Double) -> Rectangle? {
        let whole = Double(region.whole.width)
        guard place.width * scale >= smallestScale * whole else { return nil }
        let across = place.width / whole, down = place.height / Double(region.whole.height)
        return Rectangle(
            x: place.x + Double(region.x) * across, y: place.y + Double(region.y) * down,
            width: Double(region.size.width) * across, height: Double(region.size.height) * down)
    }
}
