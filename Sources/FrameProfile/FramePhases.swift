// Breakdown of the main thread's work per frame.

/// Milliseconds per frame by phase. `update`, `layout`, `paint` and `jobs` of one frame add up to its main-thread work;
/// `plan` and `handOver` are parts of `update`.
public struct FramePhases: Hashable, Sendable {
    /// Tick callbacks.
    public let update: Percentiles
    /// Planning of what the grid wants; empty where that is not measured.
    public let plan: Percentiles
    /// Delivery of pictures to tiles; empty where that is not measured.
    public let handOver: Percentiles
    /// Measuring and allocating widgets.
    public let layout: Percentiles
    /// Snapshots and the renderer, including uploads of new textures.
    public let paint: Percentiles
    /// Main-actor jobs between frames.
    public let jobs: Percentiles

    init(_ frames: some Collection<FrameRecord>) {
        update = Percentiles(frames.map(\.updateMs))
        plan = Percentiles(frames.compactMap(\.planMs))
        handOver = Percentiles(frames.compactMap(\.handOverMs))
        layout = Percentiles(frames.map(\.layoutMs))
        paint = Percentiles(frames.map(\.paintMs))
        jobs = Percentiles(frames.map(\.jobsMs))
    }
}
