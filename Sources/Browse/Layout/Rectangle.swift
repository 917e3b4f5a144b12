// A rectangle in logical pixels, and its fitting to another ratio of sides.

/// A rectangle in logical pixels; y grows downward.
public struct Rectangle: Hashable, Sendable {
    public var x, y, width, height: Double

    /// Creates a rectangle by its upper left corner.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates a rectangle by its centre.
    public init(midX: Double, midY: Double, width: Double, height: Double) {
        self.init(x: midX - width / 2, y: midY - height / 2, width: width, height: height)
    }

    public var midX: Double { x + width / 2 }
    public var midY: Double { y + height / 2 }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }

    /// Returns the common part of two rectangles; without area if there is none.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x), top = max(y, other.y)
        return Rectangle(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left), height: max(0, min(maxY, other.maxY) - top))
    }

    /// Returns the rectangle moved by a distance.
    public func moved(x dx: Double, y dy: Double) -> Rectangle {
        Rectangle(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// Returns the smallest rectangle of a ratio (width ÷ height, above 0) around the same centre that covers this one.
    public func covered(ratio: Double) -> Rectangle {
        let width = max(width, height * ratio)
        return Rectangle(midX: midX, midY: midY, width: width, height: width / ratio)
    }

    /// Returns the largest rectangle of a ratio around the same centre inside this one: the part of a picture that a
    /// centred crop shows.
    public func crop(ratio: Double) -> Rectangle {
        let width = min(width, height * ratio)
        return Rectangle(midX: midX, midY: midY, width: width, height: width / ratio)
    }

    /// Returns whether the other rectangle lies inside this one.
    public func contains(_ other: Rectangle) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }

    /// Returns what lies outside of another rectangle that has the same centre and spans this one in one direction: two
    /// strips, or none.
    /// - Parameter overlap: How far the strips reach under the other one.
    public func strips(beside other: Rectangle, overlap: Double = 0) -> [Rectangle] {
        let (across, down) = ((width - other.width) / 2, (height - other.height) / 2)
        if across > 0 {
            let side = min(width / 2, across + overlap)
            return [x, maxX - side].map { Rectangle(x: $0, y: y, width: side, height: height) }
        }
        guard down > 0 else { return [] }
        let side = min(height / 2, down + overlap)
        return [y, maxY - side].map { Rectangle(x: x, y: $0, width: width, height: side) }
    }

    /// Returns what lies outside of another rectangle: up to four parts, of which none lies over another, with whole
    /// device pixels along the other one. A pixel that the other one covers in part belongs to a part.
    /// - Parameter scale: Device pixels per logical pixel.
    public func parts(outside other: Rectangle, scale: Double) -> [Rectangle] {
        let left = max(x, (other.x * scale).rounded(.up) / scale), top = max(y, (other.y * scale).rounded(.up) / scale)
        let right = min(maxX, (other.maxX * scale).rounded(.down) / scale)
        let bottom = min(maxY, (other.maxY * scale).rounded(.down) / scale)
        guard left < right, top < bottom else { return [self] }
        return [
            Rectangle(x: x, y: y, width: width, height: top - y),
            Rectangle(x: x, y: top, width: left - x, height: bottom - top),
            Rectangle(x: right, y: top, width: maxX - right, height: bottom - top),
            Rectangle(x: x, y: bottom, width: width, height: maxY - bottom),
        ].filter { $0.width > 0 && $0.height > 0 }
    }

    /// Returns the rectangle between this one and another.
    /// - Parameter progress: 0 for this one, 1 for the other.
    public func interpolated(to other: Rectangle, _ progress: Double) -> Rectangle {
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * progress }
        return Rectangle(
            x: between(x, other.x), y: between(y, other.y), width: between(width, other.width),
            height: between(height, other.height))
    }

    /// Returns the rectangle with its edges on whole device pixels, of which `scale` make a logical one.
    public func snapped(scale: Double) -> Rectangle {
        let left = (x * scale).rounded(), top = (y * scale).rounded()
        return Rectangle(
            x: left / scale, y: top / scale, width: ((maxX * scale).rounded() - left) / scale,
            height: ((maxY * scale).rounded() - top) / scale)
    }
}
