// A size in device pixels that is never empty, so that a size computed too early never requests a full original.

/// Width and height in device pixels, each from 1 to `largestSide`. Picsum answers a zero side with the full original,
/// so a size that was computed before layout must not be zero. Arithmetic on sizes cannot overflow: an area fits an
/// `Int` even when multiplied by the bytes per pixel of any format.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The longest side that can be represented: it fits a C `int`, and an area has at most 56 bits.
    public static let largestSide = 1 << 28
    /// The longest side of a photo. JPEG cannot express more (ITU-T T.81, X and Y have 16 bits), and no camera or
    /// scanner makes more in another format; a listing or a header that announces more is not believed.
    public static let largestPhotoSide = 65_535

    /// Width in device pixels, 1…`largestSide`.
    public let width: Int
    /// Height in device pixels, 1…`largestSide`.
    public let height: Int

    /// Creates a size; each side is limited to 1…`largestSide`.
    public init(width: Int, height: Int) {
        self.width = min(max(1, width), PixelSize.largestSide)
        self.height = min(max(1, height), PixelSize.largestSide)
    }

    /// Creates the size that a listing or a file announces for a photo; nil where a side is below 1 or above
    /// `largestPhotoSide`.
    public init?(announcedWidth width: Int, height: Int) {
        let sides = 1...PixelSize.largestPhotoSide
        guard sides.contains(width), sides.contains(height) else { return nil }
        self.init(width: width, height: height)
    }

    /// Decodes a size, with sides limited as by `init(width:height:)`.
    public init(from decoder: any Decoder) throws {
        let sides = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            width: try sides.decode(Int.self, forKey: .width), height: try sides.decode(Int.self, forKey: .height))
    }

    /// Creates a square with sides of `side`, at least 1.
    public init(square side: Int) { self.init(width: side, height: side) }

    /// Number of pixels.
    public var area: Int { width * height }

    /// Width ÷ height.
    public var aspectRatio: Double { Double(width) / Double(height) }
    /// The larger of width and height.
    public var longerSide: Int { max(width, height) }

    /// Whether a photo of this size is a panorama: its sides are as 2 to 1 at least. Nothing smaller than a screen is
    /// one: a banner or a line of text is not.
    public var isPanorama: Bool {
        longerSide >= 2 * min(width, height) && longerSide >= Self.smallestPanorama
    }
    private static let smallestPanorama = 1600

    /// The size after a rotation by 90°.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Returns the size at which an image of this size is drawn into `bounds`, its aspect ratio kept: inside it for
    /// `.fit`, covering it for `.fill`. Sides are rounded to nearest. Never larger than the image itself: nothing is
    /// upscaled.
    public func scaled(toward bounds: PixelSize, fit: Fit) -> PixelSize {
        let horizontal = Double(bounds.width) / Double(width)
        let vertical = Double(bounds.height) / Double(height)
        let scale = min(1, fit == .fill ? max(horizontal, vertical) : min(horizontal, vertical))
        return scaled(by: scale)
    }

    /// Returns this size multiplied by `scale`, with sides rounded by `rule`. NaN and negative scales count as 0.
    public func scaled(by scale: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> PixelSize {
        func side(_ side: Int) -> Int {
            // The comparison is false for NaN, which becomes 0.
            let scaled = (Double(side) * scale).rounded(rule)
            return scaled > 0 ? Int(min(scaled, Double(PixelSize.largestSide))) : 0
        }
        return PixelSize(width: side(width), height: side(height))
    }

    public var description: String { "\(width)×\(height)" }
}
