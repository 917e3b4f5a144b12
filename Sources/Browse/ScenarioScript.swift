// What each scenario does, step by step. The same steps every time: what looks random comes from a fixed seed.
import Photos

/// One thing that a script does.
public enum ScenarioStep: Hashable, Sendable {
    /// A key of the grid.
    public enum Key: Hashable, Sendable { case home, end }

    /// What can be asked of the tiles' size.
    public enum TileSize: Hashable, Sendable { case larger, smaller, usual }

    /// Moves the list.
    case move(ScrollMotion)
    /// Presses a key of the grid and waits until the screen is whole and nothing is on its way. End is pressed again
    /// until there is nothing more to list.
    case press(Key)
    /// Waits, after a drag was let go, until the screen is whole and nothing is on its way.
    case land
    /// Waits as `land` does, after a movement whose end nobody times.
    case settle
    /// What follows goes over rows that were seen.
    case revisit
    /// Activates the tile at this position, waits for its final picture, and goes back to the grid.
    case visit(Int)
    /// Gives the tiles another size and waits until the screen is whole again and nothing is on its way.
    case resize(TileSize)
}

extension Scenario {
    /// Logical pixels a second of the sweep (DESIGN §6), and of other ways that are no matter of speed.
    static let sweepVelocity = 3000.0
    /// Seconds of the sweep in one direction: 45,000 px, about 1,250 tiles at 1280 px width. Longer lists are swept in
    /// part.
    static let sweepTime = 15.0
    /// Logical pixels a second with which a fling begins.
    static let flingVelocity = 10_000.0
    /// Seconds between two flicks of the same hand: the list has slowed down to 4 % of what it began with.
    static let flickTime = 0.8
    /// Seconds until a hand turns the list around: it still moves at 2,000 px/s.
    static let reversalTime = 0.4
    /// Places that the scroll bar is dragged to.
    static let drags = 20
    /// Screens that a revisit goes down in one movement, and how often. All of it fits the memory cache at 1280 × 800.
    /// The last way down ends a stop earlier: ahead of the lowest place are photos that were never seen.
    static let revisitScreens = 2.0
    static let revisitStops = 2
    /// Photos that are opened; the first ones, because every window shows them at the top of the list.
    static let visits = 8
    /// The sizes that a zoom goes through: up over two steps and down over three, where the window is wide enough for
    /// each of them to be another number of columns, and back.
    static let tileSizes: [ScenarioStep.TileSize] = [.larger, .larger, .smaller, .smaller, .smaller, .usual]

    /// The scenario from the top of a list whose screen is whole, to its end.
    public var steps: [ScenarioStep] {
        switch self {
        case .sweep:
            [
                .move(.steady(velocity: Scenario.sweepVelocity, seconds: Scenario.sweepTime)),
                .move(.steady(velocity: -Scenario.sweepVelocity, seconds: Scenario.sweepTime)),
            ]
        case .fling:
            Scenario.flicks(6, .down) + Scenario.reversals + Scenario.flicks(3, .down) + Scenario.reversals
                + Scenario.flicks(9, .up) + [.settle]
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
        }
    }

    private enum Direction: Double { case up = -1, down = 1 }

    private static func flicks(_ count: Int, _ direction: Direction) -> [ScenarioStep] {
        let flick = ScrollMotion.kinetic(velocity: direction.rawValue * flingVelocity, seconds: flickTime)
        return Array(repeating: .move(flick), count: count)
    }

    /// Up and down again before the list has come to rest.
    private static var reversals: [ScenarioStep] {
        [-flingVelocity, flingVelocity].map { .move(.kinetic(velocity: $0, seconds: reversalTime)) }
    }

    private static func walk(_ direction: Direction, stops: Int) -> [ScenarioStep] {
        (0..<stops).flatMap { _ in
            [.move(.screens(direction.rawValue * revisitScreens, speed: sweepVelocity)), .settle]
        }
    }

    /// Places between 0 and 1, the same for the same seed.
    static func places(_ count: Int, seed: UInt64) -> [Double] {
        var random = SplitMix(seed: seed)
        return (0..<count).map { _ in Double(random.next() >> 11) / Double(1 << 53) }
    }
}
