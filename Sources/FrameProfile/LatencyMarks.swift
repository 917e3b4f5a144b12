// How long the first picture and the first whole screen took.

/// Moments of the start in microseconds of the monotonic clock. Each is set by the first who marks it.
public struct LatencyMarks: Hashable, Sendable {
    /// When the process, or the scenario, began.
    public let start: Int64
    public private(set) var firstImage: Int64?
    public private(set) var fullViewport: Int64?

    public init(start: Int64) { self.start = start }

    /// A tile shows its own picture for the first time.
    public mutating func markFirstImage(at time: Int64) { firstImage = firstImage ?? time }

    /// Every visible tile shows its own picture for the first time.
    public mutating func markFullViewport(at time: Int64) { fullViewport = fullViewport ?? time }

    public var timeToFirstImageMs: Double? { firstImage.map(sinceStart) }
    public var timeToFullViewportMs: Double? { fullViewport.map(sinceStart) }

    private func sinceStart(_ time: Int64) -> Double { Double(time - start) / 1000 }
}
