// How a picture lies in its view: fitted into it, or magnified and moved, never with an edge inside that need not be.
public import Photos

/// A picture in a view, in device pixels; y grows downward. Along an axis on which the picture is no larger than the view
/// it is centred, along another one it covers the view.
public struct Magnifier: Hashable, Sendable {
    /// The picture's own pixels, as it is turned.
    public let picture: PixelSize
    /// The view's.
    public let view: PixelSize
    /// Device pixels a pixel of the picture.
    public private(set) var scale: Double
    /// The picture's upper left corner in the view.
    private var x, y: Double

    /// Device pixels a pixel of the picture at most: enough to count pixels.
    public static let largestScale = 8.0
    /// What one step of a key or a wheel multiplies by.
    public static let step = 1.25
    /// Two scales whose ratio is nearer to 1 than this are the same.
    private static let tolerance = 1e-6

    /// A picture that is fitted: whole inside the view and no larger than its pixels.
    public init(_ picture: PixelSize, in view: PixelSize) {
        (self.picture, self.view) = (picture, view)
        scale = 1
        (x, y) = (0, 0)
        scale = fittedScale
        settle()
    }

    /// The smallest scale: the whole picture, and nothing upscaled.
    public var fittedScale: Double {
        min(1, Double(view.width) / Double(picture.width), Double(view.height) / Double(picture.height))
    }

    /// Whether the whole picture is seen.
    public var isFitted: Bool { scale <= fittedScale * (1 + Self.tolerance) }

    /// Whether there is something to move to.
    public var canPan: Bool { drawn.width > view.width || drawn.height > view.height }

    /// The picture's size as it is drawn, in whole device pixels: a picture decoded to this size is drawn one to one.
    public var drawn: PixelSize { picture.scaled(by: scale) }

    /// The picture's upper left corner in the view, on whole device pixels.
    public var origin: (x: Int, y: Int) { (Int(x.rounded()), Int(y.rounded())) }

    /// The point of the picture, in its own pixels, that lies under a point of the view.
    public func point(under viewX: Double, _ viewY: Double) -> (x: Double, y: Double) {
        ((viewX - x) / scale, (viewY - y) / scale)
    }

    // MARK: Other places of the same picture

    /// At another scale, within the bounds, with what lies under a point of the view left there, as far as the edges
    /// allow.
    public func zoomed(to wanted: Double, at viewX: Double, _ viewY: Double) -> Magnifier {
        var result = self
        result.scale = min(max(fittedScale, wanted), max(Self.largestScale, fittedScale))
        let factor = result.scale / scale
        result.x = viewX - (viewX - x) * factor
        result.y = viewY - (viewY - y) * factor
        result.settle()
        return result
    }

    /// Some steps larger, or smaller where negative; a step does not go past one device pixel a pixel.
    public func stepped(by steps: Double, at viewX: Double, _ viewY: Double) -> Magnifier {
        let wanted = scale * (steps < 0 ? 1 / power(Self.step, -steps) : power(Self.step, steps))
        let passesOne = (scale < 1 - Self.tolerance && wanted > 1) || (scale > 1 + Self.tolerance && wanted < 1)
        return zoomed(to: passesOne ? 1 : wanted, at: viewX, viewY)
    }

    /// Between the whole picture and its own pixels: one device pixel each, or two for a picture that is so small that
    /// the view holds it.
    public func toggled(at viewX: Double, _ viewY: Double) -> Magnifier {
        guard isFitted else { return Magnifier(picture, in: view) }
        return zoomed(to: fittedScale < 1 - Self.tolerance ? 1 : 2, at: viewX, viewY)
    }

    /// Moved, as far as the edges allow.
    public func panned(x dx: Double, y dy: Double) -> Magnifier {
        var result = self
        result.x += dx
        result.y += dy
        result.settle()
        return result
    }

    /// In a view of another size: fitted again, or with the same point in its middle.
    public func moved(into other: PixelSize) -> Magnifier {
        var result = Magnifier(picture, in: other)
        guard !isFitted else { return result }
        let middle = point(under: Double(view.width) / 2, Double(view.height) / 2)
        result.scale = max(scale, result.fittedScale)
        result.x = Double(other.width) / 2 - middle.x * result.scale
        result.y = Double(other.height) / 2 - middle.y * result.scale
        result.settle()
        return result
    }

    /// On the way to another place of the same picture in the same view. The scale moves evenly to the eye, and a point
    /// that lies in the same place before and after stays there all the way.
    /// - Parameter progress: 0 for this one, 1 for the other.
    public func interpolated(to other: Magnifier, _ progress: Double) -> Magnifier {
        guard progress < 1 else { return other }
        var result = self
        let ratio = other.scale / scale
        // How far each length has come that grows with the scale.
        var share = progress
        if abs(ratio - 1) > Self.tolerance {
            let factor = power(ratio, progress)
            result.scale = scale * factor
            share = (factor - 1) / (ratio - 1)
        }
        result.x = x + (other.x - x) * share
        result.y = y + (other.y - y) * share
        return result
    }

    /// Keeps edges where they belong.
    private mutating func settle() {
        x = Self.settled(x, extent: drawn.width, view: view.width)
        y = Self.settled(y, extent: drawn.height, view: view.height)
    }

    private static func settled(_ origin: Double, extent: Int, view: Int) -> Double {
        if extent <= view { return ((Double(view - extent)) / 2).rounded(.down) }
        return min(0, max(Double(view - extent), origin))
    }
}
