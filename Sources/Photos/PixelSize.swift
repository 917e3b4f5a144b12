// A size in device pixels that is never empty, so that no cell asks a server for "the original" by accident.

/// Width and height in device pixels, each from 1 to `largestSide`. Picsum answers a zero side with the full original, so
/// a size that was computed before layout must not be able to say zero. Arithmetic on sizes cannot overflow: an area fits an
/// `Int` even when it is multiplied by the bytes of a pixel of any format.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The longest side that can be expressed: a C `int` holds it, and an area has 56 bits at most.
    public static let largestSide = 1 << 28
    /// The longest side of a photo. JPEG can say no more (ITU-T T.81, X and Y have 16 bits), and no camera or scanner makes
    /// more in another format; what a listing or a header announces beyond it is no photo.
    public static let largestPhotoSide = 65_535

    /// Device pixels, 1…`largestSide`.
    public let width: Int
    /// Device pixels, 1…`largestSide`.
    public let height: Int

    /// Sides below 1 become 1, sides above `largestSide` become that.
    public init(width: Int, height: Int) {
        self.width = min(max(1, width), PixelSize.largestSide)
        self.height = min(max(1, height), PixelSize.largestSide)
    }

    /// The size that a listing or a file announces for a photo; nil where a side is below 1 or above `largestPhotoSide`.
    public init?(announcedWidth width: Int, height: Int) {
        let sides = 1...PixelSize.largestPhotoSide
        guard sides.contains(width), sides.contains(height) else { return nil }
        self.init(width: width, height: height)
    }

    /// Sides become as by `init(width:height:)`.
    public init(from decoder: any Decoder) throws {
        let sides = try decoder.container(keyedBy: CodingKeys.self)
        self.init(width: try sides.decode(Int.self, forKey: .width), height: try sides.decode(Int.self, forKey: .height))
    }

    /// A square with sides of `side`, at least 1.
    public init(square side: Int) { self.init(width: side, height: side) }

    /// Number of pixels.
    public var area: Int { width * height }

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
        return scaled(by: scale)
    }

    /// This size multiplied by `scale`, sides rounded by `rule`. A scale that is no number, or is below 0, counts as 0.
    public func scaled(by scale: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> PixelSize {
        func side(_ side: Int) -> Int {
            // Written so that NaN becomes 0.
            let scaled = (Double(side) * scale).rounded(rule)
            return scaled > 0 ? Int(min(scaled, Double(PixelSize.largestSide))) : 0
        }
        return PixelSize(width: side(width), height: side(height))
    }

    public var description: String { "\(width)×\(height)" }
}
