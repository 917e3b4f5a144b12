// What `--profile` reports: the frames' figures beside what was run, where, and what the loader did for it.

/// The loader's counters. What cannot be known is nil, never an invented zero.
public struct LoaderFigures: Hashable, Sendable {
    /// Pictures asked for.
    public var requests: Int?
    /// Requests that joined work already under way.
    public var joined: Int?
    /// Requests answered from memory.
    public var memoryHits: Int?
    /// Fetches answered from disk.
    public var diskHits: Int?
    /// Fetches that went to a source.
    public var fetches: Int?
    /// Bytes that those brought.
    public var bytesFetched: Int?
    /// Fetches of bytes that had been fetched before in this run.
    public var duplicateFetches: Int?
    /// Pieces of work given up because nobody waited any more.
    public var cancelled: Int?
    /// Running work that made way for more urgent work.
    public var preempted: Int?
    /// Pictures decoded.
    public var decoded: Int?
    /// Pictures that memory gave up for others.
    public var evicted: Int?

    /// Nothing known.
    public init() {}
}

/// What was run and where.
public struct ProfileEnvironment: Hashable, Sendable {
    /// Nil when a person used the window.
    public var scenario: String?
    /// Identity of the source shown.
    public var source: String?
    /// Photos listed when the profile was taken.
    public var photos: Int?
    /// Version of the GTK that ran.
    public var gtkVersion: String?
    /// Class of the renderer that drew.
    public var renderer: String?
    /// Why that one was chosen, in a few words.
    public var rendererReason: String?
    /// The display backend: X11, Wayland.
    public var display: String?
    /// Logical pixels, width first.
    public var windowSize: (width: Int, height: Int)? {
        get { windowWidth.flatMap { width in windowHeight.map { (width, $0) } } }
        set {
            windowWidth = newValue?.width
            windowHeight = newValue?.height
        }
    }
    private var windowWidth: Int?
    private var windowHeight: Int?
    /// Wanted side of a tile in logical pixels.
    public var tileSize: Int?
    /// Time between two refreshes; nil when the display does not say, as Xvfb does not.
    public var refreshIntervalMs: Double?
    /// Most resident memory of the process, bytes.
    public var peakRSSBytes: Int?
    /// Memory of the pictures that are kept.
    public var textureBytes: Int?
    /// Cells bound since the start.
    public var binds: Int?
    /// What the loader counted.
    public var loader = LoaderFigures()

    /// Nothing known.
    public init() {}
}

/// One profile, complete.
public struct ProfileReport: Hashable, Sendable {
    /// What GTK assumes of a display that does not tell its rate: 60 Hz.
    public static let assumedRefreshIntervalMs = 1000.0 / 60

    /// Where it was measured.
    public let environment: ProfileEnvironment
    /// What the frames say.
    public let statistics: FrameStatistics
    /// When the first pictures were there.
    public let marks: LatencyMarks
    /// What the scenario was played for.
    public let scenario: ScenarioFigures
    /// Frames that were no longer kept when the report was made.
    public let droppedFrames: Int

    /// Summarises `log`; O(n log n) in its frames. `spans` are the stretches of its scenario that have figures of their
    /// own.
    public init(
        _ log: FrameLog, marks: LatencyMarks, environment: ProfileEnvironment, spans: [ScenarioSpan] = []
    ) {
        self.environment = environment
        self.marks = marks
        droppedFrames = log.dropped
        let frames = log.frames
        let interval = ProfileReport.interval(environment)
        statistics = FrameStatistics(frames, refreshIntervalMs: interval)
        scenario = ScenarioFigures(spans, frames: frames, refreshIntervalMs: interval)
    }

    /// The interval that lateness is measured against.
    public var refreshIntervalMs: Double { ProfileReport.interval(environment) }

    private static func interval(_ environment: ProfileEnvironment) -> Double {
        guard let interval = environment.refreshIntervalMs, interval > 0 else { return assumedRefreshIntervalMs }
        return interval
    }
}
