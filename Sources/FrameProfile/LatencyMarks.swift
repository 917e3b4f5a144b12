// How long the first picture and the first whole screen took.

/// Moments of the start in microseconds of the monotonic clock. Each is set by the first who marks it.
public struct LatencyMarks: Hashable, Sendable {
    /// When the process, or the scenario, began.
    public let start: Int64
    /// When the first picture was painted, microseconds of the monotonic clock.
    public private(set) var firstImage: Int64?
    /// When every visible tile was first painted whole, microseconds of the monotonic clock.
    public private(set) var fullViewport: Int64?

    /// `start` is when the program began, microseconds of the monotonic clock.
    public init(start: Int64) { self.start = start }

    /// A tile shows its own picture for the first time.
    public mutating func markFirstImage(at time: Int64) { firstImage = firstImage ?? time }

    /// Every visible tile shows its own picture for the first time.
    public mutating func markFullViewport(at time: Int64) { fullViewport = fullViewport ?? time }

    /// Milliseconds from the start to the first picture; nil before it.
    public var timeToFirstImageMs: Double? { firstImage.map(sinceStart) }
    /// Milliseconds from the start to the first whole viewport; nil before it.
    public var timeToFullViewportMs: Double? { fullViewport.map(sinceStart) }

    private func sinceStart(_ time: Int64) -> Double { Double(time - start) / 1000 }
}
