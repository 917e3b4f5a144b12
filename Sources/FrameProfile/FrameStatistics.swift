// Statistics over a run of frames.

/// Statistics of a run of frames: their intervals, their cost, missed refreshes and tiles without pictures.
public struct FrameStatistics: Hashable, Sendable {
    /// Frames recorded.
    public let frames: Int
    /// Time from the beginning of the first frame to the end of the last.
    public let wallSeconds: Double
    /// Wall time from the end of a frame to the end of the next, while continuously animating.
    public let frameIntervalMs: Percentiles
    /// Main-thread work per frame.
    public let mainThreadMs: Percentiles
    /// Processor time of the main thread per frame, without the jobs between frames. Time that other threads and
    /// programs took from the machine is not included.
    public let processorMs: Percentiles
    /// Refreshes without a new frame while continuously animating: Σ (round(Δ ÷ interval) − 1) over differences Δ of
    /// the frame clock's time. The frame clock hides a slight delay, and reports a stall as whole intervals.
    public let missedFrames: Int
    /// Milliseconds by which frames exceeded the refresh interval while continuously animating, by the frame clock, per
    /// second of wall time.
    public let hitchMsPerSecond: Double?
    /// Visible tiles with nothing but a placeholder ÷ visible tiles, over all frames.
    public let blankTileShare: Double?
    /// The largest share of blank tiles in one frame.
    public let worstBlankTileShare: Double?
    /// Visible tiles with a picture below their size ÷ visible tiles, over all frames.
    public let previewTileShare: Double?
    /// Pictures and failures delivered to tiles.
    public let deliveries: Int
    /// Pictures and failures delivered to tiles in one frame.
    public let deliveriesPerFrame: Percentiles
    /// Cells bound in one frame.
    public let bindsPerFrame: Percentiles
    /// Breakdown of the main thread's work.
    public let phases: FramePhases
    /// Longest main-loop iteration in milliseconds: the longest time that input and frames had to wait. Waiting for
    /// events between iterations is not counted, so an idle program has no long ones. Nil where they are not measured.
    public let longestTurnMs: Double?
    /// Iterations longer than `FrameRecord.stallMs`.
    public let stalls: Int

    /// - Parameter refreshIntervalMs: Time between two refreshes of the display, above 0.
    public init(_ frames: some Collection<FrameRecord>, refreshIntervalMs: Double) {
        let first = frames.first
        var previous: FrameRecord?
        var end: Int64 = 0
        var intervals: [Double] = []
        var missed = 0
        var hitch = 0.0
        var visible = 0
        var blank = 0
        var previews = 0
        var worst: Double?
        var deliveries = 0
        intervals.reserveCapacity(frames.count)
        for frame in frames {
            if let previous, frame.continuesAnimation {
                intervals.append(Double(frame.painted - previous.painted) / 1000)
                let step = Double(frame.frameTime - previous.frameTime) / 1000
                missed += FrameStatistics.missed(in: step, refreshIntervalMs)
                hitch += max(0, step - refreshIntervalMs)
            }
            if frame.visibleTiles > 0 {
                worst = max(worst ?? 0, Double(frame.blankTiles) / Double(frame.visibleTiles))
            }
            visible += frame.visibleTiles
            blank += frame.blankTiles
            previews += frame.previewTiles
            deliveries += frame.deliveries
            end = frame.painted
            previous = frame
        }
        self.frames = frames.count
        wallSeconds = first.map { Double(end - $0.began) / 1_000_000 } ?? 0
        frameIntervalMs = Percentiles(intervals)
        mainThreadMs = Percentiles(frames.map(\.mainThreadMs))
        processorMs = Percentiles(frames.compactMap(\.processorMs))
        missedFrames = missed
        hitchMsPerSecond = wallSeconds > 0 ? hitch / wallSeconds : nil
        blankTileShare = visible > 0 ? Double(blank) / Double(visible) : nil
        worstBlankTileShare = worst
        previewTileShare = visible > 0 ? Double(previews) / Double(visible) : nil
        self.deliveries = deliveries
        deliveriesPerFrame = Percentiles(frames.map { Double($0.deliveries) })
        bindsPerFrame = Percentiles(frames.map { Double($0.binds) })
        phases = FramePhases(frames)
        longestTurnMs = frames.compactMap(\.longestTurnMs).max()
        stalls = frames.reduce(0) { $0 + $1.stalls }
    }

    /// Returns the number of refreshes missed between two frames `step` milliseconds apart.
    static func missed(in step: Double, _ refreshIntervalMs: Double) -> Int {
        let intervals = (step / refreshIntervalMs).rounded()
        return intervals > 1 && intervals < 1e9 ? Int(intervals) - 1 : 0
    }
}
