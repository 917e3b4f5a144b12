// Cost of the live overlay on the main thread, shown beside the figures that it affects.
import Photos

/// Microseconds that the overlay took in the latest frames. Adding to it allocates nothing.
public struct OverlayCost: Sendable {
    /// Summary of the latest frames.
    public struct Figures: Hashable, Sendable {
        /// Mean milliseconds per frame.
        public let meanMs: Double
        /// Maximum milliseconds in one frame.
        public let mostMs: Double
    }

    private var frames = Ring<Int>(capacity: FrameGraph.capacity, isReserved: true)
    private var current = 0

    /// Creates an empty record.
    public init() {}

    /// Adds work to the current frame.
    public mutating func add(microseconds: Int) { current += microseconds }

    /// Call when a frame has been painted.
    public mutating func endFrame() {
        frames.append(current)
        current = 0
    }

    /// Summary of the latest frames, as many as the graph shows; nil without any.
    public var figures: Figures? {
        guard let most = frames.unordered.max() else { return nil }
        return Figures(
            meanMs: Double(frames.unordered.reduce(0, +)) / Double(1000 * frames.count), mostMs: Double(most) / 1000)
    }
}
