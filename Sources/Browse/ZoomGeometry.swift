// Where a picture lies on the screen, and what is seen of it: cropped in its tile, whole on its page.

/// A rectangle in logical pixels; y grows downward.
public struct Rectangle: Hashable, Sendable {
    public var x, y, width, height: Double

    /// A rectangle by its upper left corner.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle around a point.
    public init(midX: Double, midY: Double, width: Double, height: Double) {
        self.init(x: midX - width / 2, y: midY - height / 2, width: width, height: height)
    }

    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }

    /// What both have in common; without area where they have nothing.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x), top = max(y, other.y)
        return Rectangle(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    /// The same, moved.
    public func moved(x dx: Double, y dy: Double) -> Rectangle {
        Rectangle(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// The smallest rectangle of a ratio (width ÷ height, above 0) around the same middle that covers this one.
    public func covered(ratio: Double) -> Rectangle {
        let width = max(width, height * ratio)
        return Rectangle(midX: midX, midY: midY, width: width, height: width / ratio)
    }

    /// The largest rectangle of a ratio around the same middle inside this one: what a centred crop shows of a picture.
    public func crop(ratio: Double) -> Rectangle {
        let width = min(width, height * ratio)
        return Rectangle(midX: midX, midY: midY, width: width, height: width / ratio)
    }
}

/// A picture on the screen.
public struct ZoomPlacement: Hashable, Sendable {
    /// Where the whole photo is or would be.
    public var whole: Rectangle
    /// The part of it that is seen.
    public var visible: Rectangle

    /// In the middle of a tile, which it covers.
    /// - Parameters:
    ///   - tile: The tile's square.
    ///   - ratio: Width ÷ height of the photo.
    ///   - view: What is seen of the grid.
    public init(tile: Rectangle, ratio: Double, in view: Rectangle) {
        whole = tile.covered(ratio: ratio)
        visible = tile.intersection(view)
    }

    /// Whole on its page, or what the page shows of it.
    public init(whole: Rectangle, in view: Rectangle) {
        self.whole = whole
        visible = whole.intersection(view)
    }

    /// The same picture before it was turned by `quarters` clockwise around its middle.
    public func unturned(quarters: Int) -> ZoomPlacement {
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

/// Which of a picture's sizes is drawn.
public enum PictureLevel {
    /// A picture is drawn no smaller than this part of its size. Below it the cairo renderer leaves bilinear sampling
    /// for a convolution that takes thirty times as long: 1130×753 pixels at 0.76 of their size take 1.1 ms, at 0.70
    /// 38 ms. Renderers on a GPU sample four pixels at any size and begin to flicker.
    public static let smallestScale = 0.75

    /// The sharpest picture that can be drawn at a width.
    /// - Parameters:
    ///   - widths: Widths of the same picture in several sizes, in any order.
    ///   - drawn: Device pixels that it is drawn over.
    /// - Returns: Index of the width; nil where all are too large.
    public static func best(of widths: [Int], drawn: Double) -> Int? {
        widths.indices.filter { Double(widths[$0]) * smallestScale <= drawn }.max { widths[$0] < widths[$1] }
    }

    /// The widths of smaller copies, the largest first, that are needed for a picture to be drawn at any width from
    /// `smallest` device pixels to its own: each half as wide as the one before.
    public static func widths(below width: Int, downTo smallest: Double) -> [Int] {
        var widths: [Int] = []
        var last = width
        while Double(last) * smallestScale > smallest, last > 1 {
            last = (last + 1) / 2
            widths.append(last)
        }
        return widths
    }
}
