// The way of a photo that is being turned, between where it was drawn and where it will lie.

/// How a photo that is being turned is drawn, relative to how it will lie at rest. So it goes on unchanged where the
/// turned photo itself takes the place of one that is drawn turned. Lengths are in the unit of the places.
public struct TurnMotion: Hashable, Sendable {
    /// Rotation around the photo's middle in degrees, clockwise.
    public let angle: Double
    /// Size, as a fraction of that at rest.
    public let size: Double
    /// Distance of the photo's middle from that at rest.
    public let x, y: Double

    /// A photo at rest.
    public static let rest = TurnMotion(angle: 0, size: 1, x: 0, y: 0)

    private init(angle: Double, size: Double, x: Double, y: Double) {
        (self.angle, self.size, self.x, self.y) = (angle, size, x, y)
    }

    /// Begins a turn with what is drawn now.
    /// - Parameters:
    ///   - place: The photo's bounds at rest before the turn.
    ///   - motion: How it is drawn relative to these: in the midst of another turn, or at rest.
    ///   - quarters: Quarter turns, clockwise where positive.
    ///   - next: The photo's bounds at rest after the turn.
    public init(from place: Rectangle, _ motion: TurnMotion, turned quarters: Int, to next: Rectangle) {
        let width = quarters % 2 == 0 ? next.width : next.height
        self.init(
            angle: motion.angle - Double(90 * quarters), size: width > 0 ? motion.size * place.width / width : 1,
            x: place.midX + motion.x - next.midX, y: place.midY + motion.y - next.midY)
    }

    /// Returns the motion after a part of the way to rest, 0 to 1.
    public func settled(by part: Double) -> TurnMotion {
        let left = 1 - part
        return TurnMotion(angle: angle * left, size: 1 + (size - 1) * left, x: x * left, y: y * left)
    }
}
