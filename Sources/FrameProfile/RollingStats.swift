// How the latest two seconds of frames came: the figures of the live overlay.

/// The latest frame intervals while continuously animating. Adding one allocates nothing.
public struct RollingStats: Sendable {
    /// Two seconds at 60 Hz.
    public static let window = 120

    private let refreshIntervalMs: Double
    private var intervals: ContiguousArray<Double> = []
    private var next = 0
    private var last: (painted: Int64, frameTime: Int64)?
    private var missedByFrame: ContiguousArray<Int> = []
    /// Refreshes that went by without a new frame, within the window.
    public private(set) var missed = 0

    /// - Parameter refreshIntervalMs: Time between two refreshes, above 0.
    public init(refreshIntervalMs: Double = ProfileReport.assumedRefreshIntervalMs) {
        self.refreshIntervalMs = refreshIntervalMs > 0 ? refreshIntervalMs : ProfileReport.assumedRefreshIntervalMs
        intervals.reserveCapacity(RollingStats.window)
        missedByFrame.reserveCapacity(RollingStats.window)
    }

    /// Takes in a frame; one that does not continue an animation only says when the next interval begins.
    public mutating func record(_ frame: FrameRecord) {
        defer { last = (frame.painted, frame.frameTime) }
        guard let last, frame.continuesAnimation else { return }
        let interval = Double(frame.painted - last.painted) / 1000
        let late = FrameStatistics.missed(in: Double(frame.frameTime - last.frameTime) / 1000, refreshIntervalMs)
        missed += late
        guard intervals.count == RollingStats.window else {
            intervals.append(interval)
            missedByFrame.append(late)
            return
        }
        missed -= missedByFrame[next]
        intervals[next] = interval
        missedByFrame[next] = late
        next = (next + 1) % RollingStats.window
    }

    /// The latest intervals in milliseconds, oldest first; tests look at them.
    var recentMs: ContiguousArray<Double> { ContiguousArray(intervals[next...]) + intervals[..<next] }

    /// Percentiles of the window's intervals; sorts 120 numbers, so for a few times a second.
    public var intervalMs: Percentiles { Percentiles(intervals) }

    /// Frames a second while animating; nil before there are two.
    public var framesPerSecond: Double? {
        let total = intervals.reduce(0, +)
        return total > 0 ? 1000 * Double(intervals.count) / total : nil
    }
}
