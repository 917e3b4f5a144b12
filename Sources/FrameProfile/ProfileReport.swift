// Result of `--profile`: statistics of the frames, what was run and where, and the loader's counters.

/// The loader's counters; nil where unknown, never a made-up zero.
public struct LoaderFigures: Hashable, Sendable {
    /// Images requested.
    public var requests: Int?
    /// Requests that joined a running job.
    public var joined: Int?
    /// Requests answered from memory.
    public var memoryHits: Int?
    /// Fetches answered from disk.
    public var diskHits: Int?
    /// Fetches that were sent to a source.
    public var fetches: Int?
    /// Bytes received by those fetches.
    public var bytesFetched: Int?
    /// Fetches of data that had been fetched before in this run.
    public var duplicateFetches: Int?
    /// Jobs cancelled because their last subscriber left.
    public var cancelled: Int?
    /// Running jobs that were preempted by more urgent ones.
    public var preempted: Int?
    /// Images decoded.
    public var decoded: Int?
    /// Images evicted from memory.
    public var evicted: Int?
    /// Images that could not be loaded.
    public var failures: Int?
    /// Bytes of the beginnings of files in which embedded thumbnails were looked for.
    public var bytesOfBeginnings: Int?
    /// Tiny pictures made of photos that nobody had decoded.
    public var tinyMade: Int?

    /// Creates a value of which nothing is known.
    public init() {}
}

/// Description of what was run, and where.
public struct ProfileEnvironment: Hashable, Sendable {
    /// Name of the scenario; nil for interactive use.
    public var scenario: String?
    /// Identity of the source shown.
    public var source: String?
    /// Photos listed when the profile was taken.
    public var photos: Int?
    /// Version of the running GTK.
    public var gtkVersion: String?
    /// Class of the renderer in use.
    public var renderer: String?
    /// Reason for the choice of renderer, in a few words.
    public var rendererReason: String?
    /// Display backend: X11 or Wayland.
    public var display: String?
    /// Size of the window in logical pixels.
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
    /// Time between two refreshes; nil when the display does not report it, as with Xvfb.
    public var refreshIntervalMs: Double?
    /// Peak resident memory of the process, bytes.
    public var peakRSSBytes: Int?
    /// Peak of the proportional set sizes of all processes together, bytes.
    public var peakPSSBytes: Int?
    /// Memory of the textures that are kept, bytes.
    public var textureBytes: Int?
    /// Number of cells bound since the start.
    public var binds: Int?
    /// Counters of the loader.
    public var loader = LoaderFigures()

    /// Creates a value of which nothing is known.
    public init() {}
}

/// Complete profile of one run.
public struct ProfileReport: Hashable, Sendable {
    /// Interval that GTK assumes for a display that does not report its rate: 60 Hz.
    public static let assumedRefreshIntervalMs = 1000.0 / 60

    /// Environment of the measurement.
    public let environment: ProfileEnvironment
    /// Statistics over all frames.
    public let statistics: FrameStatistics
    /// Times of the first image and of the first full viewport.
    public let marks: LatencyMarks
    /// Figures specific to the scenario.
    public let scenario: ScenarioFigures
    /// Number of frames that had been overwritten when the report was made.
    public let droppedFrames: Int

    /// Summarises `log`; O(n log n) in its frames. `spans` are the parts of its scenario that have figures of their
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

    /// Refresh interval that lateness is measured against, milliseconds.
    public var refreshIntervalMs: Double { ProfileReport.interval(environment) }

    private static func interval(_ environment: ProfileEnvironment) -> Double {
        guard let interval = environment.refreshIntervalMs, interval > 0 else { return assumedRefreshIntervalMs }
        return interval
    }
}
