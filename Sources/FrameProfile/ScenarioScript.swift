// The steps of each scenario. They are the same in every run: random places come from a fixed seed.
import Photos

import func Glibc.cos
import func Glibc.sin

/// One step of a script.
public enum ScenarioStep: Hashable, Sendable {
    /// A key of the grid.
    public enum Key: Hashable, Sendable { case home, end }

    /// A change of the size of the tiles.
    public enum TileSize: Hashable, Sendable { case larger, smaller, usual }

    /// Moves the list.
    case move(ScrollMotion)
    /// Moves the list by the handle of the timeline, and lets that go; by the plain scroll bar if there is none.
    case dragTimeline(ScrollMotion)
    /// Presses a key of the grid and waits until the screen is complete and the loader idle. End is pressed again until
    /// the list is complete.
    case press(Key)
    /// Waits, after the end of a drag, until the screen is complete and the loader idle.
    case land
    /// Waits as `land` does, after a movement whose end is not timed.
    case waitUntilIdle
    /// Marks the beginning of steps over rows that were seen before.
    case revisit
    /// Activates the tile at this position, waits for the final picture, and goes back to the grid.
    case visit(Int)
    /// Changes the size of the tiles and waits until the screen is complete and the loader idle.
    case resize(TileSize)
    /// Selects from the first photo to another one, which goes up to this position and back, as with Shift.
    case range(to: Int, seconds: Double)
    /// Holds a rubber band from the upper corner of the viewport to the lower one while the list moves.
    case band(ScrollMotion)
    /// Leaves the selection.
    case leaveSelection
    /// Culls from the first photo on: decides on so many photos in the pace of a held key, and leaves.
    case cull(photos: Int, interval: Double)
    /// Compares the first photos: waits until all are shown, magnifies them to their own pixels, waits until all are
    /// sharp, moves them in circles for so many seconds, and leaves.
    case compare(photos: Int, seconds: Double)
}

extension Scenario {
    /// Velocity of the sweep, and of other movements whose speed does not matter, in logical pixels a second.
    static let sweepVelocity = 3000.0
    /// Seconds of the sweep in one direction: 45,000 px, about 1,250 tiles at a width of 1280 px. Longer lists are
    /// swept in part.
    static let sweepTime = 15.0
    /// Initial velocity of a fling in logical pixels a second.
    static let flingVelocity = 10_000.0
    /// Seconds between two flings in the same direction: the list has slowed to 4 % of the initial velocity.
    static let flickTime = 0.8
    /// Seconds until a fling is reversed: the list still moves at 2,000 px/s.
    static let reversalTime = 0.4
    /// Number of places to which the scroll bar is dragged.
    static let drags = 20
    /// Seconds of a drag of the scroll bar through the whole list, in which dates are read on the way, and of one to a
    /// place that is looked for.
    static let searchTime = 4.0, reachTime = 0.75
    /// Screens that a revisit scrolls in one movement, and the number of movements. All of it fits into the memory
    /// cache at 1280 × 800. The last way down ends a movement earlier, because prefetching below the lowest place would
    /// load photos that were never seen.
    static let revisitScreens = 2.0
    static let revisitStops = 2
    /// Number of photos that are opened: the first ones, because every window shows them at the top of the list.
    static let visits = 8
    /// The sizes that the zoom scenario steps through: two steps up, three down, and back. In a wide window each has
    /// another number of columns.
    static let tileSizes: [ScenarioStep.TileSize] = [.larger, .larger, .smaller, .smaller, .smaller, .usual]

    /// Photos over which a range goes, and its seconds.
    static let range = (photos: 10_000, seconds: 4.0)
    /// Velocity of the list under a rubber band in logical pixels a second, the highest at the edge of the viewport,
    /// and its seconds: with tiles of 64 px in a window of 1280 some 17,000 photos.
    static let band = (velocity: 6_000.0, seconds: 10.0)

    /// Photos that are culled, and seconds from one to the next: the usual repeat of a held key, 30 a second.
    static let culled = (photos: 600, interval: 1.0 / 30)

    /// Photos that are compared, and the seconds for which they are moved.
    static let compared = (photos: 6, seconds: 10.0)
    /// The circle in which compared photos are moved, in logical pixels, and its seconds: some 470 px a second, and
    /// further than what was decoded around the first place.
    static let circle = (radius: 300.0, seconds: 4.0)

    /// Where compared photos are after so many seconds, from where they began.
    public static func circle(after seconds: Double) -> (x: Double, y: Double) {
        let angle = seconds / circle.seconds * 2 * Double.pi
        return (circle.radius * (1 - cos(angle)), circle.radius * sin(angle))
    }

    /// The steps of the scenario, from the top of a list whose screen is complete.
    public var steps: [ScenarioStep] {
        switch self {
        case .sweep:
            [
                .move(.steady(velocity: Scenario.sweepVelocity, seconds: Scenario.sweepTime)),
                .move(.steady(velocity: -Scenario.sweepVelocity, seconds: Scenario.sweepTime)),
            ]
        case .fling:
            Scenario.flicks(6, .down) + Scenario.reversals + Scenario.flicks(3, .down) + Scenario.reversals
                + Scenario.flicks(9, .up) + [.waitUntilIdle]
        case .jump:
            [.press(.end), .press(.home)]
                + Scenario.places(Scenario.drags, seed: 0x7E55_E8A0).flatMap { [.move(.drag(to: $0)), .land] }
                + [.press(.end), .press(.home)]
        case .revisit:
            Scenario.walk(.down, stops: Scenario.revisitStops) + [.revisit]
                + Scenario.walk(.up, stops: Scenario.revisitStops)
                + Scenario.walk(.down, stops: Scenario.revisitStops - 1)
        case .zoom:
            (0..<Scenario.visits).map(ScenarioStep.visit) + Scenario.tileSizes.map(ScenarioStep.resize)
        case .select:
            [
                .press(.end), .press(.home), .range(to: Scenario.range.photos, seconds: Scenario.range.seconds),
                .leaveSelection,
                .band(.steady(velocity: Scenario.band.velocity, seconds: Scenario.band.seconds)), .leaveSelection,
            ]
        case .cull: [.cull(photos: Scenario.culled.photos, interval: Scenario.culled.interval)]
        case .compare:
            [.compare(photos: Scenario.compared.photos, seconds: Scenario.compared.seconds), .leaveSelection]
        case .timeline:
            [1.0, 0].map { .dragTimeline(.drag(to: $0, seconds: Scenario.searchTime)) }
                + Scenario.places(Scenario.drags, seed: 0x7133_11E5).flatMap {
                    [.dragTimeline(.drag(to: $0, seconds: Scenario.reachTime)), .land]
                }
        }
    }

    private enum Direction: Double { case up = -1, down = 1 }

    private static func flicks(_ count: Int, _ direction: Direction) -> [ScenarioStep] {
        let flick = ScrollMotion.kinetic(velocity: direction.rawValue * flingVelocity, seconds: flickTime)
        return Array(repeating: .move(flick), count: count)
    }

    /// A fling up and one down, each before the list has come to rest.
    private static var reversals: [ScenarioStep] {
        [-flingVelocity, flingVelocity].map { .move(.kinetic(velocity: $0, seconds: reversalTime)) }
    }

    private static func walk(_ direction: Direction, stops: Int) -> [ScenarioStep] {
        (0..<stops).flatMap { _ in
            [.move(.screens(direction.rawValue * revisitScreens, speed: sweepVelocity)), .waitUntilIdle]
        }
    }

    /// Returns places between 0 and 1, the same for the same seed.
    static func places(_ count: Int, seed: UInt64) -> [Double] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in Double(random.next() >> 11) / Double(1 << 53) }
    }
}
