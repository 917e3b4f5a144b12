// What is noted of one frame: a few numbers, taken by handlers of the frame clock.

/// One painted frame. Times are microseconds: `frameTime` the frame clock's, the others of the monotonic clock.
public struct FrameRecord: Hashable, Sendable {
    /// The frame clock's counter.
    public var counter: Int64
    /// The frame clock's own time, which GTK smooths to the refresh grid: steady while frames are in time, whole
    /// intervals more when they are not.
    public var frameTime: Int64
    /// When the frame began.
    public var began: Int64
    /// When tick callbacks had run.
    public var updated: Int64
    /// When widgets had been laid out.
    public var laidOut: Int64
    /// When it had been painted; what the renderer still does after that is not the main thread's time.
    public var painted: Int64
    /// Whether this frame was wanted already when the one before ended, as in scrolling and animations. Only then is
    /// the time between the two a matter of lateness; otherwise the program was rightly idle.
    public var continuesAnimation: Bool
    /// Milliseconds that main-actor jobs ran between the frame before and this one. 0 for a frame that continues
    /// nothing: what ran while the program rested was no frame's work.
    public var jobsMs: Double
    /// Milliseconds of the update phase in which the grid looked up what it wants; nil where nobody stamps that.
    public var planMs: Double?
    /// Milliseconds of the update phase in which arrived pictures were handed to tiles; nil where nobody stamps that.
    /// What the renderer does with a new texture is part of the painting.
    public var handOverMs: Double?
    /// Milliseconds of a processor that the main thread had from the frame's beginning until it was painted: on a machine
    /// that others use too, the rest of that time was theirs. Nil where nobody counts.
    public var processorMs: Double?
    /// The longest turn of the main loop that has ended since the frame before, milliseconds; nil where nobody counts.
    /// This frame's own turn is the next one's.
    public var longestTurnMs: Double?
    /// Turns of the main loop since the frame before that were longer than `stallMs`.
    public var stalls: Int
    /// Tiles at least partly on the screen.
    public var visibleTiles: Int
    /// Visible tiles that showed nothing but a placeholder.
    public var blankTiles: Int
    /// Visible tiles that showed a picture of less than their own size.
    public var previewTiles: Int
    /// Cells bound since the frame before.
    public var binds: Int
    /// Pictures handed to tiles since the frame before.
    public var deliveries: Int

    /// A turn of the main loop that is longer is a freeze that is felt (DESIGN §7: none above 50 ms).
    public static let stallMs = 50.0

    /// A frame; times in microseconds.
    public init(
        counter: Int64, frameTime: Int64, began: Int64, updated: Int64, laidOut: Int64, painted: Int64,
        continuesAnimation: Bool, jobsMs: Double = 0, planMs: Double? = nil, handOverMs: Double? = nil,
        processorMs: Double? = nil, longestTurnMs: Double? = nil, stalls: Int = 0, visibleTiles: Int = 0, blankTiles: Int = 0,
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

    /// Milliseconds that the main thread worked for this frame: from its beginning until it was painted, and the jobs
    /// before it.
    public var mainThreadMs: Double { Double(painted - began) / 1000 + jobsMs }
    /// Milliseconds of tick callbacks, planning and hand-over among them.
    public var updateMs: Double { Double(updated - began) / 1000 }
    /// Milliseconds of measuring and placing widgets.
    public var layoutMs: Double { Double(laidOut - updated) / 1000 }
    /// Milliseconds of snapshots and of the renderer, as far as that works on the main thread.
    public var paintMs: Double { Double(painted - laidOut) / 1000 }
}
