// Measurements of one frame, taken by handlers of the frame clock.

/// One painted frame. Times are microseconds: `frameTime` the frame clock's, the others of the monotonic clock.
public struct FrameRecord: Hashable, Sendable {
    /// The frame clock's counter.
    public var counter: Int64
    /// The frame clock's time, which GTK smooths to the refresh grid: it advances steadily while frames are in time,
    /// and by additional whole intervals when they are late.
    public var frameTime: Int64
    /// Start of the frame.
    public var began: Int64
    /// Time when the tick callbacks had run.
    public var updated: Int64
    /// Time when the widgets had been laid out.
    public var laidOut: Int64
    /// Time when it had been painted; work that the renderer does afterwards is not main-thread time.
    public var painted: Int64
    /// Whether this frame had been requested when the previous one ended, as in scrolling and animations. Only then
    /// does the time between the two count as lateness; otherwise the program was idle.
    public var continuesAnimation: Bool
    /// Milliseconds that main-actor jobs ran between the previous frame and this one. 0 for a frame that does not
    /// continue an animation: what ran while the program was idle belongs to no frame.
    public var jobsMs: Double
    /// Milliseconds of the update phase in which the grid planned what it wants; nil where that is not measured.
    public var planMs: Double?
    /// Milliseconds of the update phase in which pictures were delivered to tiles; nil where that is not measured. The
    /// renderer's work on a new texture is part of painting.
    public var handOverMs: Double?
    /// Processor time of the main thread from the start of the frame until it was painted, milliseconds. On a busy
    /// machine it is less than the elapsed time. Nil where it is not measured.
    public var processorMs: Double?
    /// Longest main-loop iteration that has ended since the previous frame, milliseconds; nil where that is not
    /// measured. The iteration of this frame belongs to the next one.
    public var longestTurnMs: Double?
    /// Number of main-loop iterations since the previous frame that were longer than `stallMs`.
    public var stalls: Int
    /// Number of tiles at least partly on the screen.
    public var visibleTiles: Int
    /// Number of visible tiles that showed nothing but a placeholder.
    public var blankTiles: Int
    /// Number of visible tiles that showed a picture smaller than their own size.
    public var previewTiles: Int
    /// Number of cells bound since the previous frame.
    public var binds: Int
    /// Number of pictures delivered to tiles since the previous frame.
    public var deliveries: Int

    /// Length of a main-loop iteration, in milliseconds, above which it is a noticeable freeze (DESIGN, "Budgets": none
    /// above 50 ms).
    public static let stallMs = 50.0

    /// Creates a record; times in microseconds.
    public init(
        counter: Int64, frameTime: Int64, began: Int64, updated: Int64, laidOut: Int64, painted: Int64,
        continuesAnimation: Bool, jobsMs: Double = 0, planMs: Double? = nil, handOverMs: Double? = nil,
        processorMs: Double? = nil, longestTurnMs: Double? = nil, stalls: Int = 0, visibleTiles: Int = 0,
        blankTiles: Int = 0,
        previewTiles: Int = 0, binds: Int = 0, deliveries: Int = 0
    ) {
        self.counter = counter
        self.frameTime = frameTime
        self.began = began
        self.updated = updated
        self.laidOut = laidOut
        self.painted = painted
        self.continuesAnimation = continuesAnimation
        self.jobsMs = jobsMs
        self.planMs = planMs
        self.handOverMs = handOverMs
        self.processorMs = processorMs
        self.longestTurnMs = longestTurnMs
        self.stalls = stalls
        self.visibleTiles = visibleTiles
        self.blankTiles = blankTiles
        self.previewTiles = previewTiles
        self.binds = binds
        self.deliveries = deliveries
    }

    /// Milliseconds of main-thread work for this frame: from its start until it was painted, plus the jobs before it.
    public var mainThreadMs: Double { Double(painted - began) / 1000 + jobsMs }
    /// Milliseconds of tick callbacks, including planning and delivery.
    public var updateMs: Double { Double(updated - began) / 1000 }
    /// Milliseconds of measuring and allocating widgets.
    public var layoutMs: Double { Double(laidOut - updated) / 1000 }
    /// Milliseconds of snapshots and of the renderer's work on the main thread.
    public var paintMs: Double { Double(painted - laidOut) / 1000 }
}
