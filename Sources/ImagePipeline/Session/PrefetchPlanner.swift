// The choice and order of the photos to load for a viewport. Pure: the same viewport gives the same plan.
import Photos

/// The state of the grid's scroll area at one frame.
public struct Viewport: Hashable, Sendable {
    /// Indices of the photos that are at least partly visible.
    public var visible: Range<Int>
    /// Photos per row.
    public var columns: Int
    /// Photos listed so far.
    public var count: Int
    /// Rows per second; positive toward higher indices.
    public var velocity: Double

    public init(visible: Range<Int>, columns: Int, count: Int, velocity: Double) {
        self.visible = visible
        self.columns = max(1, columns)
        self.count = count
        self.velocity = velocity
    }

    /// Seconds that a photo stays in view at this velocity; infinite at rest.
    public var secondsInView: Double {
        let rows = Double(visible.count) / Double(columns)
        return velocity == 0 ? .infinity : rows / abs(velocity)
    }

    /// A grid without photos, or before its first layout.
    public static let empty = Viewport(visible: 0..<0, columns: 1, count: 0, velocity: 0)
}

/// A planner that turns a viewport into an ordered wanted set: what is on the screen, from its centre outward, then
/// what will come into it, nearest first, then what has just left. The plan has no duplicates and stays within the
/// list; its length depends only on the screen, never on the number of photos.
public enum PrefetchPlanner {
    /// Distances in screens, where a screen is as many rows as are visible now.
    public struct Configuration: Hashable, Sendable {
        /// Distance loaded ahead of a slow scroll, and on both sides of a resting one.
        public var aheadScreens: Double
        /// Upper limit of the distance ahead, at any speed.
        public var maximumAheadScreens: Double
        /// Distance kept behind a moving viewport.
        public var behindScreens: Double
        /// Seconds of travel to load ahead, between the two limits above.
        public var lookahead: Double
        /// Seconds from a request to its image. During a fast scroll, what will be on the screen by then counts as
        /// visible.
        public var latency: Double
        /// Screens per second from which a scroll is fast.
        public var fastScreensPerSecond: Double

        public init(
            aheadScreens: Double = 1, maximumAheadScreens: Double = 2, behindScreens: Double = 0.5,
            lookahead: Double = 0.5, latency: Double = 0.2, fastScreensPerSecond: Double = 3
        ) {
            self.aheadScreens = aheadScreens
            self.maximumAheadScreens = max(aheadScreens, maximumAheadScreens)
            self.behindScreens = behindScreens
            self.lookahead = lookahead
            self.latency = latency
            self.fastScreensPerSecond = fastScreensPerSecond
        }
    }

    /// Returns the plan for `viewport`, most urgent first. Empty while nothing is visible.
    public static func plan(
        viewport: Viewport, configuration: Configuration = .init()
    ) -> [(index: Int, priority: LoadPriority)] {
        let visible = viewport.visible.clamped(to: 0..<max(0, viewport.count))
        guard !visible.isEmpty else { return [] }
        let rows = Rows(visible: visible, columns: viewport.columns, count: viewport.count)
        let speed = abs(viewport.velocity)
        let isForward = viewport.velocity >= 0
        let screen = Double(rows.screen.count)
        let isFast = speed > configuration.fastScreensPerSecond * screen

        // Where the screen will be when an image requested now arrives; a scroll stops at the ends of the list.
        let passed = isFast ? rowCount(speed * configuration.latency, atMost: rows.total) : 0
        let arrival = rows.screen(movedBy: isForward ? passed : -passed)
        let ahead = rowCount(
            min(
                max(configuration.aheadScreens * screen, speed * configuration.lookahead),
                configuration.maximumAheadScreens * screen),
            atMost: rows.total)
        let behind = isFast ? 0 : rowCount(configuration.behindScreens * screen, atMost: rows.total)

        var plan = rows.fromCentre(of: arrival, visible: visible).map { (index: $0, priority: LoadPriority.visible) }
        // Still on the screen, and soon off it: last to begin, but what has begun comes within moments. Left out, it
        // would be cancelled in the last of them, and so would all that follow.
        let passing = rows.screen.filter { !arrival.contains($0) }
        plan += passing.flatMap { rows.items($0, .visible) }
        if passed == 0 { plan += rows.rest(behind: visible).map { ($0, .ahead) } }
        let below = rows.below(arrival, count: isForward || speed == 0 ? ahead : behind)
        let above = rows.above(arrival, count: isForward && speed != 0 ? behind : ahead)
        if speed == 0 {
            for step in 0..<max(below.count, above.count) {
                if step < below.count { plan += rows.items(below[step], .ahead) }
                if step < above.count { plan += rows.items(above[step], .ahead) }
            }
        } else {
            plan += (isForward ? below : above).flatMap { rows.items($0, .ahead) }
            plan += (isForward ? above : below).flatMap { rows.items($0, .behind) }
        }
        return plan
    }

    /// Returns as much of a plan, from its beginning, as fits into memory, and whatever of it is on the screen: what is
    /// loaded beyond that would evict what is seen sooner.
    /// - Parameters:
    ///   - visible: what is on the screen.
    ///   - budget: bytes for all pictures of the plan.
    ///   - cost: returns the bytes of the picture of a photo.
    public static func fitting(
        _ plan: [(index: Int, priority: LoadPriority)], visible: Range<Int>, budget: Int, cost: (Int) -> Int
    ) -> [(index: Int, priority: LoadPriority)] {
        var left = budget
        for index in visible { left -= cost(index) }
        return plan.filter { index, _ in
            if visible.contains(index) { return true }
            left -= max(0, cost(index))
            return left >= 0
        }
    }

    /// Converts a distance to rows, rounded up. Limited before the conversion, because a velocity may be any number.
    private static func rowCount(_ rows: Double, atMost limit: Int) -> Int {
        rows.isFinite ? Int(min(max(0, rows.rounded(.up)), Double(limit))) : limit
    }
}

/// The list of photos divided into rows.
private struct Rows {
    let columns: Int
    let count: Int
    /// Places that are missing in the first row, so that the range begins with a row: sections have shorter rows.
    let missing: Int
    let total: Int
    /// Rows that are at least partly visible.
    let screen: Range<Int>

    init(visible: Range<Int>, columns: Int, count: Int) {
        self.columns = columns
        self.count = count
        missing = (columns - visible.lowerBound % columns) % columns
        total = (count + missing + columns - 1) / columns
        screen = (visible.lowerBound + missing) / columns..<(visible.upperBound - 1 + missing) / columns + 1
    }

    func screen(movedBy rows: Int) -> Range<Int> {
        let first = max(0, min(screen.lowerBound + rows, total - screen.count))
        return first..<min(total, first + screen.count)
    }

    /// Returns rows below `rows`, nearest first.
    func below(_ rows: Range<Int>, count: Int) -> [Int] {
        Array(rows.upperBound..<min(total, rows.upperBound + count))
    }

    /// Returns rows above `rows`, nearest first.
    func above(_ rows: Range<Int>, count: Int) -> [Int] {
        (max(0, rows.lowerBound - count)..<rows.lowerBound).reversed()
    }

    func items(_ row: Int, _ priority: LoadPriority) -> [(index: Int, priority: LoadPriority)] {
        indices(row).map { ($0, priority) }
    }

    /// Returns the photos of `rows`, from the middle row and the middle column outward. Of a row on the screen only the
    /// visible photos.
    func fromCentre(of rows: Range<Int>, visible: Range<Int>) -> [Int] {
        // Twice the distance, so that the middle of an even number of rows or columns needs no fraction.
        func distance(_ index: Int) -> (Int, Int) {
            (
                abs(2 * ((index + missing) / columns) - (rows.lowerBound + rows.upperBound - 1)),
                abs(2 * ((index + missing) % columns) - (columns - 1))
            )
        }
        let indices = rows.flatMap { row in
            screen.contains(row) ? Array(self.indices(row).clamped(to: visible)) : Array(self.indices(row))
        }
        return indices.map { (distance($0), $0) }.sorted { ($0.0.0, $0.0.1, $0.1) < ($1.0.0, $1.0.1, $1.1) }.map(\.1)
    }

    /// Returns what the last row on the screen holds beyond the range.
    func rest(behind visible: Range<Int>) -> Range<Int> {
        visible.upperBound..<max(visible.upperBound, indices(screen.upperBound - 1).upperBound)
    }

    private func indices(_ row: Int) -> Range<Int> {
        max(0, row * columns - missing)..<min(count, (row + 1) * columns - missing)
    }
}
