// How a picture that was thrown goes on: slower and slower, by the same friction as GTK's lists.

/// A movement after the hand has let go: its velocity falls as e^(−friction · seconds).
public struct Glide: Sendable {
    /// Device pixels a second at its beginning.
    public let velocity: (x: Double, y: Double)
    /// `DECELERATION_FRICTION` of GTK's gtkscrolledwindow.c.
    static let friction = 4.0
    /// Device pixels a second below which nothing is seen to move.
    static let rest = 20.0

    /// A throw.
    public init(x: Double, y: Double) { velocity = (x, y) }

    /// How far it has come.
    public func distance(after seconds: Double) -> (x: Double, y: Double) {
        let share = (1 - decay(Self.friction * seconds)) / Self.friction
        return (velocity.x * share, velocity.y * share)
    }

    /// Whether it has come to rest.
    public func isOver(after seconds: Double) -> Bool {
        max(abs(velocity.x), abs(velocity.y)) * decay(Self.friction * seconds) < Self.rest
    }
}
