// Where the pixels of the screen lie under a widget.
public import Photos

/// The device pixels under a widget, whose own coordinates are logical pixels. Where a logical pixel is not a whole
/// number of device pixels, neither the widget's origin nor a whole logical pixel in it has to lie on a corner of
/// device pixels, and a picture that is drawn between them is blurred.
public struct PixelGrid: Hashable, Sendable {
    /// Device pixels per logical pixel, above 0.
    public let scale: Double
    /// The corner of device pixels nearest to the widget's origin, in its logical pixels: at most half a device pixel
    /// away.
    public let x, y: Double

    /// How much less than a whole number still is one: the error of the arithmetic before.
    private static let error = 1e-6

    /// - Parameter origin: The widget's origin on its surface, in logical pixels.
    public init(scale: Double, origin: (x: Double, y: Double) = (0, 0)) {
        self.scale = scale
        (x, y) = (Self.nearest(origin.x, scale) - origin.x, Self.nearest(origin.y, scale) - origin.y)
    }

    /// Returns the rectangle moved, by a device pixel at most, until its upper left corner lies on a corner of device
    /// pixels. Rectangles that are whole device pixels apart stay so.
    public func aligned(_ rectangle: Rectangle) -> Rectangle {
        var aligned = rectangle
        (aligned.x, aligned.y) = (x + Self.nearest(rectangle.x, scale), y + Self.nearest(rectangle.y, scale))
        return aligned
    }

    /// Returns the rectangle with its edges on the nearest edges of device pixels.
    public func snapped(_ rectangle: Rectangle) -> Rectangle {
        rectangle.moved(x: -x, y: -y).snapped(scale: scale).moved(x: x, y: y)
    }

    /// Returns the whole device pixels that fit into a width and a height, at least one each.
    public func size(width: Double, height: Double) -> PixelSize {
        PixelSize(width: Self.whole(width, scale), height: Self.whole(height, scale))
    }

    /// Returns the number of whole device pixels in a length of logical ones.
    static func whole(_ length: Double, _ scale: Double) -> Int { Int((length * scale + error).rounded(.down)) }

    /// Returns the edge of device pixels at or before a distance from one.
    static func down(_ length: Double, _ scale: Double) -> Double { (length * scale + error).rounded(.down) / scale }

    /// Returns the edge of device pixels nearest to a distance from one. Halves go the same way on both sides of it.
    private static func nearest(_ length: Double, _ scale: Double) -> Double {
        (length * scale + 0.5 + error).rounded(.down) / scale
    }
}
