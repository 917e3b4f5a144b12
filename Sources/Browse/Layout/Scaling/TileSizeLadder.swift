// The sizes of tiles in one room, as the heights that their cells have there.
import func Glibc.exp
import func Glibc.log

/// The steps of sizes between which tiles grow and shrink in a room. Several steps may give cells of the same height: a
/// window that is narrower than two tiles shows one column of all of them.
public struct TileSizeLadder: Hashable, Sendable {
    /// One step of sizes.
    private struct Step: Hashable {
        let tileSize: Int
        /// Usual height of a cell in logical pixels.
        let height: Double
    }

    private let steps: [Step]
    /// The different heights, in ascending order.
    private let heights: [Double]
    private let room: GridLayout.Room

    /// How far tiles go beyond the first and the last step, so that the user feels the end.
    private static let slack = 0.06
    /// A size has to be this much nearer to another step, as a logarithm, before that takes the place of its own.
    private static let hysteresis = 0.03

    /// - Parameter room: The room of the layout. Its own size of tiles does not matter.
    public init(_ room: GridLayout.Room) {
        self.room = room
        steps = GridMetrics.tileSizeSteps.filter { $0 <= room.largestTile }.map {
            Step(tileSize: $0, height: room.with(tileSize: $0).cellHeight)
        }
        heights = Set(steps.map(\.height)).sorted()
    }

    /// Returns the usual height of the cells of a size, which need not be one of the steps.
    func height(of tileSize: Int) -> Double { room.with(tileSize: tileSize).cellHeight }

    /// Returns a height within the ends of the ladder; NaN is the lower one.
    func clamped(_ height: Double) -> Double {
        let lowest = (heights.first ?? 1) * (1 - Self.slack), highest = (heights.last ?? 1) * (1 + Self.slack)
        return height > lowest ? min(height, highest) : lowest
    }

    /// Returns the size whose cells are nearest in height, seen as a ratio. Of several, the one nearest to the present
    /// size, which stays as long as another is not clearly nearer.
    /// - Parameter isSettling: Whether the answer has to be one of the steps even if the present size is not a step.
    func tileSize(nearestTo height: Double, from tileSize: Int, isSettling: Bool) -> Int {
        func distance(_ other: Double) -> Double { abs(log(height / other)) }
        let here = distance(self.height(of: tileSize))
        guard let best = steps.map({ distance($0.height) }).min() else { return tileSize }
        let isStep = steps.contains { $0.tileSize == tileSize }
        if isStep || !isSettling, best + Self.hysteresis >= here { return tileSize }
        let nearest = steps.filter { distance($0.height) == best }
        return nearest.min { abs($0.tileSize - tileSize) < abs($1.tileSize - tileSize) }?.tileSize ?? tileSize
    }

    /// Returns the lowest height at which the present size stays.
    func lowestHeight(of tileSize: Int) -> Double {
        let height = self.height(of: tileSize)
        guard let below = heights.last(where: { $0 < height }) else { return clamped(0) }
        return (below * height).squareRoot() * (1 - Self.hysteresis)
    }

    /// Returns the height that is some steps away, up where positive. Parts of a step are parts of the ratio between
    /// its ends.
    func height(_ height: Double, movedBy steps: Double) -> Double {
        guard steps.isFinite, heights.count > 1 else { return clamped(height) }
        let height = clamped(height)
        let above = min(max(1, heights.firstIndex { $0 > height } ?? heights.count), heights.count - 1)
        var index = Double(above - 1) + log(height / heights[above - 1]) / log(heights[above] / heights[above - 1])
        index = min(max(-1, index + steps), Double(heights.count))
        let below = min(max(0, Int(index.rounded(.down))), heights.count - 2)
        let ratio = heights[below + 1] / heights[below]
        return clamped(heights[below] * exp((index - Double(below)) * log(ratio)))
    }
}

extension GridLayout.Room {
    /// Returns the room with tiles of another size, no larger than its largest.
    public func with(tileSize: Int) -> GridLayout.Room {
        GridLayout.Room(
            kind: kind, width: width, scale: scale, tileSize: tileSize, largestTile: largestTile, margin: margin,
            headingHeight: headingHeight, headingWidth: headingWidth, captionHeight: wantedCaptionHeight)
    }

    /// Height of a cell without its caption in logical pixels; of justified rows, the wanted one.
    var cellHeight: Double {
        kind == .justified ? Double(tileSize + GridMetrics.gap(of: tileSize)) : Double(metrics.cell)
    }
}
