// The bars of the live overlay: what the latest frames have cost the main thread, against the time that a frame has.

/// A ring of the latest frames' main-thread times. Every bar has its position until it is overwritten, so that a frame
/// changes one bar of the picture. Adding one allocates nothing.
public struct FrameGraph: Sendable {
    /// Frames that are kept: two seconds at 60 Hz.
    public static let capacity = 120
    /// The graph's height in budgets: what takes longer fills it.
    private static let budgets = 2.0
    /// Height of the budget's line, as a share of the graph's.
    public static let budgetHeight = 1 / budgets

    /// One frame.
    public struct Bar: Hashable, Sendable {
        /// From the left, counted from 0.
        public let position: Int
        /// A share of the graph's height, 0 to 1.
        public let height: Double
        /// Whether the frame took more than its budget.
        public let isLate: Bool
    }

    /// Milliseconds that the main thread has for a frame: the time between two refreshes.
    public let budgetMs: Double
    private var times: ContiguousArray<Double> = []
    private var next = 0
    /// Frames that took more than the budget, of those kept.
    public private(set) var late = 0

    /// - Parameter budgetMs: nil, or nothing above 0, for a display that does not tell its rate.
    public init(budgetMs: Double?) {
        self.budgetMs = budgetMs.flatMap { $0 > 0 ? $0 : nil } ?? ProfileReport.assumedRefreshIntervalMs
        times.reserveCapacity(FrameGraph.capacity)
    }

    /// Frames that are kept.
    public var count: Int { times.count }

    /// Takes in the main-thread time of a frame, in place of the oldest one when there are enough.
    /// - Returns: Its bar.
    public mutating func append(_ milliseconds: Double) -> Bar {
        let position = next
        next = (next + 1) % FrameGraph.capacity
        if times.count < FrameGraph.capacity {
            times.append(milliseconds)
        } else {
            if times[position] > budgetMs { late -= 1 }
            times[position] = milliseconds
        }
        let isLate = milliseconds > budgetMs
        if isLate { late += 1 }
        let height = min(1, max(0, milliseconds / (FrameGraph.budgets * budgetMs)))
        return Bar(position: position, height: height, isLate: isLate)
    }
}
