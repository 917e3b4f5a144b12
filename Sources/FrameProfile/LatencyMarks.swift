// Times until the first image and until the first full viewport.

/// Events of the start in microseconds of the monotonic clock. Only the first mark of each event counts.
public struct LatencyMarks: Hashable, Sendable {
    /// Start of the process, or of the scenario.
    public let start: Int64
    /// Time when the first picture was painted, microseconds of the monotonic clock.
    public private(set) var firstImage: Int64?
    /// Time when all visible tiles were first painted in full, microseconds of the monotonic clock.
    public private(set) var fullViewport: Int64?

    /// Creates marks relative to `start`, microseconds of the monotonic clock.
    public init(start: Int64) { self.start = start }

    /// Marks that a tile shows its own picture for the first time.
    public mutating func markFirstImage(at time: Int64) { firstImage = firstImage ?? time }

    /// Marks that every visible tile shows its own picture for the first time.
    public mutating func markFullViewport(at time: Int64) { fullViewport = fullViewport ?? time }

    /// Milliseconds from the start to the first picture; nil before it.
    public var timeToFirstImageMs: Double? { firstImage.map(sinceStart) }
    /// Milliseconds from the start to the first full viewport; nil before it.
    public var timeToFullViewportMs: Double? { fullViewport.map(sinceStart) }

    private func sinceStart(_ time: Int64) -> Double { Double(time - start) / 1000 }
}
