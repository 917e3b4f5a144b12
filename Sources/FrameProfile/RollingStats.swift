// Statistics of the latest two seconds of frames, for the live overlay.
import Photos

/// Frame intervals of a rolling window while continuously animating. Adding one allocates nothing.
public struct RollingStats: Sendable {
    /// Number of intervals in the window: two seconds at 60 Hz.
    public static let window = 120

    private let refreshIntervalMs: Double
    private var intervals = Ring<Double>(capacity: window, isReserved: true)
    private var last: (painted: Int64, frameTime: Int64)?
    private var missedByFrame = Ring<Int>(capacity: window, isReserved: true)
    /// Refreshes without a new frame, within the window.
    public private(set) var missed = 0

    /// - Parameter refreshIntervalMs: Time between two refreshes, above 0.
    public init(refreshIntervalMs: Double = ProfileReport.assumedRefreshIntervalMs) {
        self.refreshIntervalMs = refreshIntervalMs > 0 ? refreshIntervalMs : ProfileReport.assumedRefreshIntervalMs
    }

    /// Adds a frame. One that does not continue an animation only marks the start of the next interval.
    public mutating func record(_ frame: FrameRecord) {
        defer { last = (frame.painted, frame.frameTime) }
        guard let last, frame.continuesAnimation else { return }
        let interval = Double(frame.painted - last.painted) / 1000
        let late = FrameStatistics.missed(in: Double(frame.frameTime - last.frameTime) / 1000, refreshIntervalMs)
        missed += late - (missedByFrame.append(late) ?? 0)
        intervals.append(interval)
    }

    /// Latest intervals in milliseconds, oldest first, for tests.
    var recentMs: ContiguousArray<Double> { intervals.all }

    /// Percentiles of the window's intervals. Sorts 120 numbers, so it is meant for a few calls a second.
    public var intervalMs: Percentiles { Percentiles(intervals.unordered) }

    /// Frames per second while animating; nil before there are two frames.
    public var framesPerSecond: Double? {
        let total = intervals.unordered.reduce(0, +)
        return total > 0 ? 1000 * Double(intervals.count) / total : nil
    }
}
