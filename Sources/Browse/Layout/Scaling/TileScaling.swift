// The grid drawn larger or smaller than it is laid out, while its tiles change their size.
import func Glibc.exp
import func Glibc.log

/// The scale at which a grid is drawn around a point of one of its photos, the anchor.
///
/// Fingers change the height at which the anchor's cell is drawn, and nothing is laid out. Where that height comes
/// nearer to another step of sizes, `tileSize` changes: the grid is laid out for it, and `laidOut` re-bases the scale,
/// so that the anchor stays where it is, as large as it is. In the new layout it belongs into another column. The grid
/// slides there as time goes on, and after the fingers are gone it also comes to its own scale: then the layout is
/// drawn as it is. Ending it at once at any time leaves the last layout.
///
/// Points and lengths are logical pixels of the viewport, times are seconds.
public struct TileScaling: Hashable, Sendable {
    /// The place that a layout gives the anchor.
    public struct Home: Hashable, Sendable {
        public let x, y: Double
        /// Height of the photo's cell.
        public let height: Double

        /// Creates a place. What is no number is 0, and heights are at least 1.
        public init(x: Double, y: Double, height: Double) {
            self.x = x.isFinite ? x : 0
            self.y = y.isFinite ? y : 0
            self.height = height > 1 && height.isFinite ? height : 1
        }
    }

    /// The spring of what moves by itself: comes to rest within a third of a second, without overshoot.
    private static let spring = Spring(dampingRatio: 1, response: 0.28)
    /// A step that nobody drags is drawn from this ratio at most, and fades beyond it: a hundred times as many tiles
    /// would have to be there.
    private static let widestStep = log(2.0)
    /// What is as near as this to its place has arrived: logarithm of the scale, and pixels. Velocities are per second.
    private static let nearness = (scale: 3e-4, distance: 0.3, scaleVelocity: 0.02, velocity: 20.0)

    /// The size of the tiles that the grid is to be laid out for.
    public private(set) var tileSize: Int
    /// Where the present layout has the anchor.
    public private(set) var home: Home
    /// Whether fingers hold the size.
    public private(set) var isHeld = false
    private let ladder: TileSizeLadder
    /// The size of tiles of the present layout.
    private var laidOutSize: Int
    /// The height that cells of the usual kind would have at the present size. The anchor's own may be another one.
    private var height: Double
    /// `height` when the pinch began.
    private var heightAtStart: Double
    /// Logarithm of the scale, and distance of the anchor from its home, in x and y.
    private var offset = Spring.Vector()
    private var velocity = Spring.Vector()

    /// Creates a scaling that changes nothing yet.
    /// - Parameters:
    ///   - room: The room of the layout.
    ///   - home: The place of the anchor in it.
    public init(_ room: GridLayout.Room, home: Home) {
        ladder = TileSizeLadder(room)
        tileSize = room.tileSize
        laidOutSize = room.tileSize
        self.home = home
        height = ladder.height(of: room.tileSize)
        heightAtStart = height
    }

    // MARK: What is drawn

    /// Drawn size ÷ size in the layout.
    public var scale: Double { exp(offset[0]) }

    /// Where the anchor is drawn, and how high its cell is.
    public var place: Home { Home(x: home.x + offset[1], y: home.y + offset[2], height: home.height * scale) }

    /// Returns where a point of the viewport as it is laid out is drawn.
    public func drawn(x: Double, y: Double) -> (x: Double, y: Double) {
        let place = place, scale = scale
        return (place.x + (x - home.x) * scale, place.y + (y - home.y) * scale)
    }

    /// Returns the point of the viewport as it is laid out that is drawn at a point.
    public func laidOut(x: Double, y: Double) -> (x: Double, y: Double) {
        let place = place, scale = scale
        return (home.x + (x - place.x) / scale, home.y + (y - place.y) / scale)
    }

    /// Returns where a rectangle of the viewport as it is laid out is drawn.
    public func drawn(_ rectangle: Rectangle) -> Rectangle {
        let corner = drawn(x: rectangle.x, y: rectangle.y), scale = scale
        return Rectangle(x: corner.x, y: corner.y, width: rectangle.width * scale, height: rectangle.height * scale)
    }

    /// Returns the part of the layout that may be drawn before the next layout, as heights of the viewport as it is
    /// laid out: it begins above 0 where the grid is drawn smaller.
    /// - Parameter pageHeight: Height of the viewport.
    public func reach(pageHeight: Double) -> (top: Double, bottom: Double) {
        var lowest = min(scale, 1)
        if isHeld { lowest = min(lowest, scale * ladder.lowestHeight(of: laidOutSize) / height) }
        var top = 0.0, bottom = pageHeight
        for (y, scale) in [(place.y, lowest), (home.y, lowest), (place.y, 1), (home.y, 1)] {
            top = min(top, home.y - y / scale)
            bottom = max(bottom, home.y + (pageHeight - y) / scale)
        }
        return (top, bottom)
    }

    // MARK: Fingers

    /// Begins to hold the size.
    public mutating func hold() {
        isHeld = true
        velocity[0] = 0
        height = ladder.clamped(ladder.height(of: laidOutSize) * scale)
        heightAtStart = height
    }

    /// Changes the size to a multiple of what it was when it began to be held.
    /// - Parameter factor: Above 0; others are ignored.
    public mutating func pinch(to factor: Double) {
        guard isHeld, factor > 0, factor.isFinite else { return }
        set(height: ladder.clamped(heightAtStart * factor))
    }

    /// Changes the size by steps, or by parts of them, up where positive.
    public mutating func move(bySteps steps: Double) {
        guard isHeld else { return }
        set(height: ladder.height(height, movedBy: steps))
    }

    /// Lets the size go, to the nearest step.
    public mutating func letGo() {
        guard isHeld else { return }
        isHeld = false
        tileSize = ladder.tileSize(nearestTo: height, from: tileSize, isSettling: true)
        height = ladder.height(of: tileSize)
    }

    /// Goes to another size of the tiles.
    public mutating func go(to tileSize: Int) {
        isHeld = false
        self.tileSize = tileSize
        height = ladder.height(of: tileSize)
    }

    private mutating func set(height next: Double) {
        offset[0] += log(next / height)
        height = next
        tileSize = ladder.tileSize(nearestTo: height, from: tileSize, isSettling: false)
    }

    // MARK: Layouts

    /// Takes another point as the anchor. Nothing moves.
    public mutating func anchor(at home: Home) {
        let (x, y) = drawn(x: home.x, y: home.y), scale = scale
        velocity[1] += scale * velocity[0] * (home.x - self.home.x)
        velocity[2] += scale * velocity[0] * (home.y - self.home.y)
        (offset[1], offset[2]) = (x - home.x, y - home.y)
        self.home = home
    }

    /// Takes in that the grid has been laid out for a size of tiles: the anchor stays where it is, as high as it is.
    public mutating func laidOut(for tileSize: Int, home: Home) {
        let place = place
        laidOutSize = tileSize
        self.home = home
        offset[0] = log(place.height / home.height)
        if !isHeld { offset[0] = min(max(-Self.widestStep, offset[0]), Self.widestStep) }
        (offset[1], offset[2]) = (place.x - home.x, place.y - home.y)
    }

    // MARK: Time

    /// Whether time changes what is drawn.
    public var isMoving: Bool {
        let near = Self.nearness
        let isAtHome =
            abs(offset[1]) < near.distance && abs(offset[2]) < near.distance
            && abs(velocity[1]) < near.velocity && abs(velocity[2]) < near.velocity
        return !isAtHome || isSettling && (abs(offset[0]) >= near.scale || abs(velocity[0]) >= near.scaleVelocity)
    }

    /// Whether the scale goes to that of the layout: not before the grid is laid out for the step.
    private var isSettling: Bool { !isHeld && tileSize == laidOutSize }

    /// Whether the layout is that of a step, and drawn as it is.
    public var isOver: Bool { isSettling && !isMoving }

    /// Goes on by some seconds: to the anchor's home, and where nothing holds the size, to the size of the layout.
    public mutating func advance(by seconds: Double) {
        guard seconds > 0, seconds.isFinite else { return }
        let held = offset[0]
        Self.spring.move(&offset, &velocity, toward: Spring.Vector(), seconds: seconds)
        if !isSettling { (offset[0], velocity[0]) = (held, 0) }
    }
}
