// The geometry of a film strip: a row of pictures of one size, with one of them in the middle.

/// Where the pictures of a film strip lie, in logical pixels. The strip is as long as its photos need; what is seen of
/// it is a view of some width, in the middle of which lies the picture at `position`.
public struct FilmStripLayout: Hashable, Sendable {
    /// Number of pictures.
    public var count: Int
    /// Distance from one picture to the next.
    public let pitch: Double
    /// Side of a picture.
    public let side: Double
    /// Width of the view.
    public var width: Double
    /// Whether the strip goes from right to left, as text does.
    public var isRightToLeft: Bool

    public init(count: Int, side: Double, gap: Double, width: Double, isRightToLeft: Bool) {
        (self.count, self.side, self.width, self.isRightToLeft) = (count, side, width, isRightToLeft)
        pitch = side + gap
    }

    /// Returns the left edge of a picture.
    /// - Parameter position: The index in the middle of the view, between two while the strip moves.
    public func x(of index: Int, at position: Double) -> Double {
        let distance = (Double(index) - position) * pitch
        return (width - side) / 2 + (isRightToLeft ? -distance : distance)
    }

    /// Returns the pictures that are seen, in part too.
    public func indices(at position: Double) -> Range<Int> {
        let half = (width / 2 + side / 2) / pitch
        let first = Int((position - half).rounded(.down)) + 1, last = Int((position + half).rounded(.up)) - 1
        let lower = min(max(0, first), count)
        return lower..<max(lower, min(count, last + 1))
    }

    /// The most pictures that are seen at once.
    public var mostSeen: Int { Int(((width + side) / pitch).rounded(.up)) + 1 }

    /// Returns the picture at a point of the view; nil between two, and beyond the ends.
    public func index(at x: Double, position: Double) -> Int? {
        indices(at: position).first { index in
            let left = self.x(of: index, at: position)
            return x >= left && x < left + side
        }
    }
}
