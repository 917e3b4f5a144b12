// The copy of a picture that is drawn, of several in different sizes, and the place of a region of one.
public import Photos

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
