// What a run of frames amounts to: how evenly they came, what they cost, and what was missing in them.

/// Figures of a run of frames.
public struct FrameStatistics: Hashable, Sendable {
    /// Frames recorded.
    public let frames: Int
    /// From the beginning of the first frame to the end of the last.
    public let wallSeconds: Double
    /// Wall time from the end of a frame to the end of the next, while continuously animating.
    public let frameIntervalMs: Percentiles
    /// Main-thread work per frame.
    public let mainThreadMs: Percentiles
    /// Processor time of the main thread per frame, without the jobs between frames: what other threads and programs take
    /// from the machine is not in it.
    public let processorMs: Percentiles
    /// Refreshes that went by without a new frame while continuously animating: Σ (round(Δ ÷ interval) − 1) over
    /// differences Δ of the frame clock's time, which shows a frame that was late by a little at most as no step and a
    /// stall as whole intervals.
    public let missedFrames: Int
    /// Milliseconds by which frames exceeded the refresh interval while continuously animating, by the frame clock,
    /// per second of wall time.
    public let hitchMsPerSecond: Double?
    /// Over all frames, visible tiles with nothing but a placeholder ÷ visible tiles.
    public let blankTileShare: Double?
    /// The largest share of blank tiles in one frame.
    public let worstBlankTileShare: Double?
    /// Over all frames, visible tiles with a picture below their size ÷ visible tiles.
    public let previewTileShare: Double?
    /// Pictures and failures handed to tiles.
    public let deliveries: Int
    /// Pictures and failures handed to tiles in one frame.
    public let deliveriesPerFrame: Percentiles
    /// Cells bound in one frame.
    public let bindsPerFrame: Percentiles
    /// What the main thread's work consists of.
    public let phases: FramePhases
    /// The longest turn of the main loop in milliseconds: how long input and frames had to wait at most. Between two
    /// turns the loop asks for events; waiting for them is not counted, so a program that rests has no long turns. Nil
    /// where nobody counts.
    public let longestTurnMs: Double?
    /// Turns longer than `FrameRecord.stallMs`.
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

    /// Refreshes that went by between two frames `step` milliseconds apart.
    static func missed(in step: Double, _ refreshIntervalMs: Double) -> Int {
        let intervals = (step / refreshIntervalMs).rounded()
        return intervals > 1 && intervals < 1e9 ? Int(intervals) - 1 : 0
    }
}
