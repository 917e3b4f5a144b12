// The zoom transition between tile and page: one spring, which can be reversed or controlled by a gesture.

/// Position and velocity of a photo between its tile and its page. The placements at both ends are given anew in each
/// frame, since both may move.
/// The sides of all rectangles are components of one spring's vector. So any change during the transition, of
/// direction, placement or photo, is a new target for the spring, and position and velocity carry over. Since all
/// components move by the same law, the photo's ratio holds, and the visible part stays within the photo.
public struct ZoomTransition: Hashable, Sendable {
    /// Direction of a transition.
    public enum Phase: Hashable, Sendable {
        /// Toward the page.
        case opening
        /// Toward the tile.
        case closing
        /// Controlled by a gesture until that releases it.
        case underGesture
    }

    /// Direction of the transition.
    public private(set) var phase: Phase
    /// Width ÷ height of the photo.
    public private(set) var ratio: Double
    private var position: Spring.Vector
    private var velocity = Spring.Vector.zero

    /// Limit of a release velocity, in transitions a second: releasing then overshoots the end by a third of the way at
    /// most.
    private static let fastestGesture = 10.0
    /// Distance in pixels and velocity in pixels a second below which the photo has arrived: half a pixel, and half a
    /// pixel a frame.
    private static let arrived = 0.5, still = 30.0

    /// Creates a transition at rest, in the tile for `.opening`, on the page otherwise.
    public init(at start: ZoomPlacement, ratio: Double, toward phase: Phase) {
        self.phase = phase
        self.ratio = ratio
        position = ZoomTransition.vector(start, progress: phase == .opening ? 0 : 1)
    }

    /// Progress, 0 in the tile and 1 on the page; a little beyond either when the spring overshoots.
    public var progress: Double { position[7] }

    /// Placement of the photo now.
    public var placement: ZoomPlacement {
        let width = max(1, position[2])
        let whole = Rectangle(midX: position[0], midY: position[1], width: width, height: width / ratio)
        let window = Rectangle(
            midX: position[3], midY: position[4], width: max(0, position[5]), height: max(0, position[6]))
        return ZoomPlacement(whole: whole, in: window)
    }

    // MARK: Animation

    /// Advances by `seconds`. Does nothing while a gesture is in control.
    public mutating func advance(by seconds: Double, tile: ZoomPlacement, page: ZoomPlacement) {
        guard phase != .underGesture else { return }
        Spring.zoom.move(&position, &velocity, toward: target(tile, page), seconds: seconds)
    }

    /// Returns whether the photo has come to rest at its end.
    public func hasArrived(tile: ZoomPlacement, page: ZoomPlacement) -> Bool {
        guard phase != .underGesture else { return false }
        let distance = position - target(tile, page)
        return (0..<7).allSatisfy {
            abs(distance[$0]) < ZoomTransition.arrived && abs(velocity[$0]) < ZoomTransition.still
        }
    }

    /// Puts the photo exactly where it goes, at rest.
    public mutating func rest(tile: ZoomPlacement, page: ZoomPlacement) {
        (position, velocity) = (target(tile, page), .zero)
    }

    /// Returns whether the photo is exactly where it goes, as after `rest`.
    public func isAtRest(tile: ZoomPlacement, page: ZoomPlacement) -> Bool {
        phase != .underGesture && velocity == .zero && position == target(tile, page)
    }

    /// Sets the direction; the spring goes on from its present state.
    public mutating func redirect(to phase: Phase) { self.phase = phase }

    /// Sets another ratio, because it is known better or the transition goes on with another photo. The visible part
    /// stays where it is.
    public mutating func setRatio(_ ratio: Double) {
        defer { self.ratio = ratio }
        // A difference of less than a pixel is rounding.
        guard abs(position[2] / ratio - position[2] / self.ratio) > 1 else { return }
        // The visible part ends where the photo does, and moves with the photo there.
        for (lane, size, share) in [(0, 5, 1), (1, 6, 1 / self.ratio)] {
            func edge(_ side: Double, of vector: Spring.Vector) -> (photo: Double, seen: Double) {
                (vector[lane] + side * vector[2] * share, vector[lane + 3] + side * vector[size])
            }
            let low = edge(-0.5, of: position), high = edge(0.5, of: position)
            let lowSpeed = edge(-0.5, of: velocity), highSpeed = edge(0.5, of: velocity)
            let isLow = low.photo > low.seen, isHigh = high.photo < high.seen
            let (start, end) = (max(low.photo, low.seen), min(high.photo, high.seen))
            let startSpeed = isLow ? lowSpeed.photo : lowSpeed.seen,
                endSpeed = isHigh ? highSpeed.photo : highSpeed.seen
            (position[lane + 3], position[size]) = ((start + end) / 2, end - start)
            (velocity[lane + 3], velocity[size]) = ((startSpeed + endSpeed) / 2, endSpeed - startSpeed)
        }
        // Position and velocity of a photo that covers the visible part.
        for lane in 0..<2 { (position[lane], velocity[lane]) = (position[lane + 3], velocity[lane + 3]) }
        let isWide = position[6] * ratio > position[5]
        position[2] = isWide ? position[6] * ratio : position[5]
        velocity[2] = isWide ? velocity[6] * ratio : velocity[5]
    }

    // MARK: Gestures

    /// Puts the transition under the control of a gesture, at rest.
    public mutating func grab() {
        phase = .underGesture
        velocity = .zero
    }

    /// Moves by a fraction of the way, toward the page where positive. Stays between the ends.
    public mutating func drag(by part: Double, tile: ZoomPlacement, page: ZoomPlacement) {
        let part = min(max(part, -max(0, progress)), max(0, 1 - progress))
        position += way(tile, page) * part
    }

    /// Releases with the gesture's velocity, in fractions of the way per second, positive toward the page.
    public mutating func letGo(toward phase: Phase, velocity part: Double, tile: ZoomPlacement, page: ZoomPlacement) {
        self.phase = phase
        velocity = way(tile, page) * min(max(part, -ZoomTransition.fastestGesture), ZoomTransition.fastestGesture)
    }

    private func way(_ tile: ZoomPlacement, _ page: ZoomPlacement) -> Spring.Vector {
        ZoomTransition.vector(page, progress: 1) - ZoomTransition.vector(tile, progress: 0)
    }

    private func target(_ tile: ZoomPlacement, _ page: ZoomPlacement) -> Spring.Vector {
        phase == .opening
            ? ZoomTransition.vector(page, progress: 1) : ZoomTransition.vector(tile, progress: 0)
    }

    private static func vector(_ placement: ZoomPlacement, progress: Double) -> Spring.Vector {
        let whole = placement.whole, visible = placement.visible
        return Spring.Vector(
            whole.midX, whole.midY, whole.width, visible.midX, visible.midY, visible.width, visible.height, progress)
    }
}
