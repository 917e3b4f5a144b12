// The input of the prefetch planner: what is on the screen and how it moves.

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

    /// A grid without photos, or before its first layout.
    public static let empty = Viewport(visible: 0..<0, columns: 1, count: 0, velocity: 0)
}
