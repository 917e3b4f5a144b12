// What the live overlay itself costs the main thread: said beside the figures that it spoils.

/// Microseconds that the overlay took of the latest frames. Adding some allocates nothing.
public struct OverlayCost: Sendable {
    /// Of the latest frames.
    public struct Figures: Hashable, Sendable {
        /// Milliseconds a frame.
        public let meanMs: Double
        /// Milliseconds of the frame that had most of it.
        public let mostMs: Double
    }

    private var frames: ContiguousArray<Int> = []
    private var next = 0
    private var current = 0

    /// Nothing yet.
    public init() { frames.reserveCapacity(FrameGraph.capacity) }

    /// Adds work, to the frame that is next to end.
    public mutating func add(microseconds: Int) { current += microseconds }

    /// A frame has been painted.
    public mutating func endFrame() {
        if frames.count < FrameGraph.capacity {
            frames.append(current)
        } else {
            frames[next] = current
            next = (next + 1) % FrameGraph.capacity
        }
        current = 0
    }

    /// Over the latest frames, as many as the graph shows; nil without any.
    public var figures: Figures? {
        guard let most = frames.max() else { return nil }
        return Figures(
            meanMs: Double(frames.reduce(0, +)) / Double(1000 * frames.count), mostMs: Double(most) / 1000)
    }
}
