// The deceleration of a flung picture, with the same friction as GTK's lists.
import func Glibc.exp

/// A deceleration: the velocity falls as e^(−friction · seconds).
public struct Deceleration: Sendable {
    /// Initial velocity in device pixels a second.
    public let velocity: (x: Double, y: Double)
    /// `DECELERATION_FRICTION` of GTK's gtkscrolledwindow.c.
    static let friction = 4.0
    /// Velocity in device pixels a second below which the movement ends; slower movement is not visible.
    static let rest = 20.0

    /// Creates a deceleration from an initial velocity in device pixels a second.
    public init(x: Double, y: Double) { velocity = (x, y) }

    /// Returns the distance covered after a time, in device pixels.
    public func distance(after seconds: Double) -> (x: Double, y: Double) {
        let share = (1 - exp(-Self.friction * seconds)) / Self.friction
        return (velocity.x * share, velocity.y * share)
    }

    /// Returns whether the movement has ended.
    public func isOver(after seconds: Double) -> Bool {
        max(abs(velocity.x), abs(velocity.y)) * exp(-Self.friction * seconds) < Self.rest
    }
}
