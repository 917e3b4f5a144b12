// The flight of a picture between its tile and its page: one spring, which can be turned around or taken in hand.

/// Where the picture is on its way and how fast it moves. The ends are given anew for each frame, since both may move.
///
/// Every side of every rectangle is a part of one spring's vector. So whatever changes in mid-flight, the end, its
/// place, the photo, is another target for the spring: position and velocity carry over. And since all parts move alike,
/// the photo's ratio holds, and what is seen stays within the photo.
public struct ZoomTransition: Hashable, Sendable {
    /// Where it is going.
    public enum Phase: Hashable, Sendable {
        /// To the page.
        case opening
        /// To the tile.
        case closing
        /// Nowhere until it is let go.
        case byHand
    }

    /// Where it is going.
    public private(set) var phase: Phase
    /// Width ÷ height of the photo.
    public private(set) var ratio: Double
    private var position: Spring.Vector
    private var velocity = Spring.Vector.zero

    /// A hand moves no faster than ten times from end to end in a second, so that letting go carries the picture past
    /// its end by a third of the way at most.
    private static let fastestHand = 10.0
    /// It has arrived within half a pixel, moving by half a pixel a frame.
    private static let arrived = 0.5, still = 30.0

    /// At rest in its tile or on its page.
    public init(at start: ZoomPlacement, ratio: Double, toward phase: Phase) {
        self.phase = phase
        self.ratio = ratio
        position = ZoomTransition.vector(start, progress: phase == .opening ? 0 : 1)
    }

    /// 0 in the tile, 1 on the page; a little beyond either when it swings.
    public var progress: Double { position[7] }

    /// Where the picture is.
    public var placement: ZoomPlacement {
        let width = max(1, position[2])
        let whole = Rectangle(midX: position[0], midY: position[1], width: width, height: width / ratio)
        let window = Rectangle(
            midX: position[3], midY: position[4], width: max(0, position[5]), height: max(0, position[6]))
        return ZoomPlacement(whole: whole, in: window)
    }

    // MARK: On its way

    /// Goes on by `seconds`. Nothing happens in a hand.
    public mutating func advance(by seconds: Double, tile: ZoomPlacement, page: ZoomPlacement) {
        guard phase != .byHand else { return }
        Spring.zoom.move(&position, &velocity, toward: target(tile, page), seconds: seconds)
    }

    /// Whether it lies where it was going to.
    public func hasArrived(tile: ZoomPlacement, page: ZoomPlacement) -> Bool {
        guard phase != .byHand else { return false }
        let distance = position - target(tile, page)
        return (0..<7).allSatisfy {
            abs(distance[$0]) < ZoomTransition.arrived && abs(velocity[$0]) < ZoomTransition.still
        }
    }

    /// Goes to the other end, or on to the same.
    public mutating func turn(_ phase: Phase) { self.phase = phase }

    /// The photo's ratio is known better, or another photo flies on from here: what is seen stays where it is.
    public mutating func setRatio(_ ratio: Double) {
        defer { self.ratio = ratio }
        // Less than a pixel is the same ratio, rounded.
        guard abs(position[2] / ratio - position[2] / self.ratio) > 1 else { return }
        // What is seen ends where the photo does, and there it moves as the photo does.
        for (lane, size, share) in [(0, 5, 1), (1, 6, 1 / self.ratio)] {
            func edge(_ side: Double, of vector: Spring.Vector) -> (photo: Double, seen: Double) {
                (vector[lane] + side * vector[2] * share, vector[lane + 3] + side * vector[size])
            }
            let low = edge(-0.5, of: position), high = edge(0.5, of: position)
            let lowSpeed = edge(-0.5, of: velocity), highSpeed = edge(0.5, of: velocity)
            let isLow = low.photo > low.seen, isHigh = high.photo < high.seen
            let (start, end) = (max(low.photo, low.seen), min(high.photo, high.seen))
            let startSpeed = isLow ? lowSpeed.photo : lowSpeed.seen, endSpeed = isHigh ? highSpeed.photo : highSpeed.seen
            (position[lane + 3], position[size]) = ((start + end) / 2, end - start)
            (velocity[lane + 3], velocity[size]) = ((startSpeed + endSpeed) / 2, endSpeed - startSpeed)
        }
        // The photo covers what is seen; its velocity likewise.
        for lane in 0..<2 { (position[lane], velocity[lane]) = (position[lane + 3], velocity[lane + 3]) }
        let isWide = position[6] * ratio > position[5]
        position[2] = isWide ? position[6] * ratio : position[5]
        velocity[2] = isWide ? velocity[6] * ratio : velocity[5]
    }

    // MARK: By hand

    /// Takes it in hand.
    public mutating func grab() {
        phase = .byHand
        velocity = .zero
    }

    /// Moves it by a part of the way, toward the page where positive. It stays between the ends.
    public mutating func drag(by part: Double, tile: ZoomPlacement, page: ZoomPlacement) {
        let part = min(max(part, -max(0, progress)), max(0, 1 - progress))
        position += way(tile, page) * part
    }

    /// Lets it go with the hand's velocity, in parts of the way a second, positive toward the page.
    public mutating func letGo(toward phase: Phase, velocity part: Double, tile: ZoomPlacement, page: ZoomPlacement) {
        self.phase = phase
        velocity = way(tile, page) * min(max(part, -ZoomTransition.fastestHand), ZoomTransition.fastestHand)
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
