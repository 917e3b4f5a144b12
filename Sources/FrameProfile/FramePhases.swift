// What the main thread did in the time that it worked for frames.

/// Milliseconds a frame, part by part. `update`, `layout`, `paint` and `jobs` of one frame are its main-thread work;
/// `plan` and `handOver` are parts of `update`.
public struct FramePhases: Hashable, Sendable {
    /// Tick callbacks.
    public let update: Percentiles
    /// The grid looking up what it wants; empty where nobody stamps that.
    public let plan: Percentiles
    /// Arrived pictures handed to tiles; empty where nobody stamps that.
    public let handOver: Percentiles
    /// Measuring and placing widgets.
    public let layout: Percentiles
    /// Snapshots and the renderer, uploads of new textures among them.
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
