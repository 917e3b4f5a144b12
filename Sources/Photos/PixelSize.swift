// A size in device pixels that is never empty, so that no cell asks a server for "the original" by accident.

/// Width and height in device pixels, each at least 1. Picsum answers a zero side with the full original, so a size
/// that was computed before layout must not be able to say zero.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Device pixels, at least 1.
    public let width: Int
    /// Device pixels, at least 1.
    public let height: Int

    /// Sides below 1 become 1.
    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }

    /// A square with sides of `side`, at least 1.
    public init(square side: Int) { self.init(width: side, height: side) }

    /// Number of pixels; saturates instead of overflowing, because hostile headers are compared with budgets.
    public var area: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// Width ÷ height.
    public var aspectRatio: Double { Double(width) / Double(height) }
    /// The larger of width and height.
    public var longerSide: Int { max(width, height) }

    /// The same picture turned by a quarter.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// The size at which a picture of this size, its ratio kept, is drawn into `bounds`: inside it for `.fit`,
    /// covering it for `.fill`. Sides are rounded to nearest. Never larger than the picture itself: nothing is upscaled.
    public func scaled(toward bounds: PixelSize, fit: Fit) -> PixelSize {
        let horizontal = Double(bounds.width) / Double(width)
        let vertical = Double(bounds.height) / Double(height)
        let scale = min(1, fit == .fill ? max(horizontal, vertical) : min(horizontal, vertical))
        return PixelSize(
            width: Int((Double(width) * scale).rounded()), height: Int((Double(height) * scale).rounded()))
    }

    public var description: String { "\(width)×\(height)" }
}
