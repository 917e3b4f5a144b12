// Bars of the live overlay: main-thread time of the latest frames against the frame budget.
import Photos

/// Main-thread times of the latest frames. Every bar keeps its position until it is overwritten, so a frame changes
/// only one bar. Adding one allocates nothing.
public struct FrameGraph: Sendable {
    /// Number of frames kept: two seconds at 60 Hz.
    public static let capacity = 120
    /// Height of the graph as a multiple of the budget; longer frames are cut off.
    private static let budgets = 2.0
    /// Height of the budget line, as a share of the graph's.
    public static let budgetHeight = 1 / budgets

    /// Bar of one frame.
    public struct Bar: Hashable, Sendable {
        /// Position from the left, counted from 0.
        public let position: Int
        /// Height as a share of the graph's, 0 to 1.
        public let height: Double
        /// Whether the frame took more than its budget.
        public let isLate: Bool
    }

    /// Milliseconds that the main thread has per frame: the refresh interval.
    public let budgetMs: Double
    private var times = Ring<Double>(capacity: capacity, isReserved: true)
    /// Number of frames kept that took more than the budget.
    public private(set) var late = 0

    /// - Parameter budgetMs: nil, or not above 0, for a display that does not report its rate.
    public init(budgetMs: Double?) {
        self.budgetMs = budgetMs.flatMap { $0 > 0 ? $0 : nil } ?? ProfileReport.assumedRefreshIntervalMs
    }

    /// Number of frames kept.
    public var count: Int { times.count }

    /// Adds the main-thread time of a frame, replacing the oldest one when the ring is full.
    /// - Returns: Its bar.
    public mutating func append(_ milliseconds: Double) -> Bar {
        let position = times.next
        if let replaced = times.append(milliseconds), replaced > budgetMs { late -= 1 }
        let isLate = milliseconds > budgetMs
        if isLate { late += 1 }
        let height = min(1, max(0, milliseconds / (FrameGraph.budgets * budgetMs)))
        return Bar(position: position, height: height, isLate: isLate)
    }
}
