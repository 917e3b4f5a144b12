// The movement from one photo to the next on the page.

/// The distance of the shown photo from its place while it slides in, in pages. The photos before it lie whole pages
/// away from it. One spring moves all of them: the next photo in the middle of a slide lets it go on, with the velocity
/// that it has.
public struct PageSlide: Hashable, Sendable {
    /// Pages from the place of the shown photo to where it is; positive toward the end of the list.
    public private(set) var offset = 0.0
    private var velocity = 0.0

    /// Arrives within 0.35 s, without overshoot: beside the last photo there is nothing to be seen.
    private static let spring = Spring(dampingRatio: 1, response: 0.3)
    /// Most pages that the shown photo is away. Further ones would have been passed before they are seen.
    public static let mostPages = 2.0

    /// Creates a slide at rest.
    public init() {}

    /// Takes note that the next photo is shown, or the one before it where `step` is negative.
    public mutating func turn(_ step: Int) {
        offset = min(max(offset + Double(step.signum()), -Self.mostPages), Self.mostPages)
    }

    /// Advances by `seconds`.
    public mutating func advance(by seconds: Double) {
        var position = Spring.Vector.zero, speed = Spring.Vector.zero
        (position[0], speed[0]) = (offset, velocity)
        Self.spring.move(&position, &speed, toward: .zero, seconds: seconds)
        (offset, velocity) = (position[0], speed[0])
    }

    /// Returns whether the photo has arrived: it is less than half a device pixel away, and moves no further in a
    /// frame.
    /// - Parameter width: Width of a page in device pixels.
    public func isOver(width: Double) -> Bool { abs(offset) * width < 0.5 && abs(velocity) * width < 30 }

    /// Ends the slide.
    public mutating func stop() { (offset, velocity) = (0, 0) }
}
