public import Photos

// Zoom and pan state of a picture. Panning is clamped so that a picture larger than the view always covers it.
import func Glibc.pow

/// Placement of a picture in a view, in device pixels; y grows downward. Along an axis on which the picture is no
/// larger than the view it is centred; along the other it covers the view.
public struct ZoomState: Hashable, Sendable {
    /// Size of the picture in its own pixels, after rotation.
    public let picture: PixelSize
    /// Size of the view.
    public let view: PixelSize
    /// Device pixels per pixel of the picture.
    public private(set) var scale: Double
    /// Upper left corner of the picture in the view.
    private var x, y: Double

    /// Largest scale, in device pixels per pixel of the picture: enough to count pixels.
    public static let largestScale = 8.0
    /// Factor of one zoom step by key or wheel.
    public static let step = 1.25
    /// Scales whose ratio differs from 1 by less than this are equal.
    private static let tolerance = 1e-6

    /// Creates a fitted placement: the whole picture inside the view, and no larger than its own pixels.
    public init(_ picture: PixelSize, in view: PixelSize) {
        (self.picture, self.view) = (picture, view)
        scale = 1
        (x, y) = (0, 0)
        scale = fittedScale
        clamp()
    }

    /// The smallest scale: shows the whole picture and upscales nothing.
    public var fittedScale: Double {
        min(1, Double(view.width) / Double(picture.width), Double(view.height) / Double(picture.height))
    }

    /// Whether the whole picture is shown at the smallest scale.
    public var isFitted: Bool { scale <= fittedScale * (1 + Self.tolerance) }

    /// Whether the picture is larger than the view along an axis.
    public var canPan: Bool { drawn.width > view.width || drawn.height > view.height }

    /// Size of the drawn picture in whole device pixels: a picture decoded to this size is drawn one to one.
    public var drawn: PixelSize { picture.scaled(by: scale) }

    /// Upper left corner of the picture in the view, rounded to device pixels.
    public var origin: (x: Int, y: Int) { (Int(x.rounded()), Int(y.rounded())) }

    /// Returns the point of the picture, in its own pixels, that lies under a point of the view.
    public func point(under viewX: Double, _ viewY: Double) -> (x: Double, y: Double) {
        ((viewX - x) / scale, (viewY - y) / scale)
    }

    // MARK: Zoom and pan

    /// Returns the placement at another scale, clamped to its limits. The picture's point under the given point of the
    /// view stays there, as far as the edges allow.
    public func zoomed(to wanted: Double, at viewX: Double, _ viewY: Double) -> ZoomState {
        var result = self
        result.scale = min(max(fittedScale, wanted), max(Self.largestScale, fittedScale))
        let factor = result.scale / scale
        result.x = viewX - (viewX - x) * factor
        result.y = viewY - (viewY - y) * factor
        result.clamp()
        return result
    }

    /// Returns the placement some steps larger, or smaller where negative. A step stops at one device pixel per pixel
    /// rather than pass it.
    public func stepped(by steps: Double, at viewX: Double, _ viewY: Double) -> ZoomState {
        let wanted = scale * pow(Self.step, steps)
        let passesOne = (scale < 1 - Self.tolerance && wanted > 1) || (scale > 1 + Self.tolerance && wanted < 1)
        return zoomed(to: passesOne ? 1 : wanted, at: viewX, viewY)
    }

    /// Returns the fitted placement, or from that one the picture's own pixels: one device pixel each, or two for a
    /// picture so small that the view holds it.
    public func toggled(at viewX: Double, _ viewY: Double) -> ZoomState {
        guard isFitted else { return ZoomState(picture, in: view) }
        return zoomed(to: fittedScale < 1 - Self.tolerance ? 1 : 2, at: viewX, viewY)
    }

    /// Returns the placement after a pan, as far as the edges allow.
    public func panned(x dx: Double, y dy: Double) -> ZoomState {
        var result = self
        result.x += dx
        result.y += dy
        result.clamp()
        return result
    }

    /// Returns the placement in a view of another size: fitted again, or with the same point at its centre.
    public func moved(into other: PixelSize) -> ZoomState {
        var result = ZoomState(picture, in: other)
        guard !isFitted else { return result }
        let middle = point(under: Double(view.width) / 2, Double(view.height) / 2)
        result.scale = max(scale, result.fittedScale)
        result.x = Double(other.width) / 2 - middle.x * result.scale
        result.y = Double(other.height) / 2 - middle.y * result.scale
        result.clamp()
        return result
    }

    /// Returns a placement between this one and another of the same picture in the same view. The scale changes by
    /// equal factors in equal times, and a point that lies in the same place at both ends stays there throughout.
    /// - Parameter progress: 0 for this one, 1 for the other.
    public func interpolated(to other: ZoomState, _ progress: Double) -> ZoomState {
        guard progress < 1 else { return other }
        var result = self
        let ratio = other.scale / scale
        // Progress of the lengths that grow with the scale.
        var share = progress
        if abs(ratio - 1) > Self.tolerance {
            let factor = pow(ratio, progress)
            result.scale = scale * factor
            share = (factor - 1) / (ratio - 1)
        }
        result.x = x + (other.x - x) * share
        result.y = y + (other.y - y) * share
        return result
    }

    /// Clamps or centres the picture along both axes.
    private mutating func clamp() {
        x = Self.clampd(x, extent: drawn.width, view: view.width)
        y = Self.clampd(y, extent: drawn.height, view: view.height)
    }

    private static func clampd(_ origin: Double, extent: Int, view: Int) -> Double {
        if extent <= view { return ((Double(view - extent)) / 2).rounded(.down) }
        return min(0, max(Double(view - extent), origin))
    }
}
