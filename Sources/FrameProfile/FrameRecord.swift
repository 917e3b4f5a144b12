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
    /// Milliseconds that the main thread worked for this frame.
    public var mainThreadMs: Double
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

    /// - Parameter mainThreadMs: Nil for the time from `began` to `painted`; more where the caller also measures jobs
    ///   that ran on the main thread between two frames.
    public init(
        counter: Int64, frameTime: Int64, began: Int64, updated: Int64, laidOut: Int64, painted: Int64,
        continuesAnimation: Bool, mainThreadMs: Double? = nil, visibleTiles: Int = 0, blankTiles: Int = 0,
        previewTiles: Int = 0, binds: Int = 0, deliveries: Int = 0
    ) {
        self.counter = counter
        self.frameTime = frameTime
        self.began = began
        self.updated = updated
        self.laidOut = laidOut
        self.painted = painted
        self.continuesAnimation = continuesAnimation
        self.mainThreadMs = mainThreadMs ?? Double(painted - began) / 1000
        self.visibleTiles = visibleTiles
        self.blankTiles = blankTiles
        self.previewTiles = previewTiles
        self.binds = binds
        self.deliveries = deliveries
    }
}
