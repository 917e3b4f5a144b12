// `--profile`: records the frames of a window, shows them live, and reports them at the end.
import App
import Browse
import CGTK
import Codecs
import Desktop
import FrameProfile
import Library
import Photos

/// The profile of one window. Costs nothing before it is requested by the option, or by the key that shows the overlay.
final class ProfileSession {
    private let window: MainWindow
    private let measuring: MeasuringOptions
    private let tileSize: Int?
    private let disk: DiskStore?
    private let rendererReason: String?
    private var marks: LatencyMarks
    private var recorder: FrameRecorder?
    private var memory: PeakTreeMemory?
    private(set) var profileOverlay: ProfileOverlay?
    private weak var grid: (any GridProbe)?
    private var player: ScenarioPlayer?
    private var gtkRenderer: String?
    private var sizeAtEnd: (width: Int, height: Int)?
    /// Figures of the page when they were last collected: the report is made after the window is closed.
    private var last = PageFigures()

    private struct PageFigures {
        var source: String?
        var photos: Int?
        var textureBytes: Int?
        var binds: Int?
        var loader = LoaderFigures()
        var peakPSSBytes: Int?
    }

    /// - Parameters:
    ///   - tileSize: Side of a tile in logical pixels, as the command line gives it.
    ///   - disk: The disk caches; nil if there are none.
    ///   - rendererReason: The reason for the window's renderer.
    ///   - start: Time at which the program began, in microseconds of the monotonic clock.
    init(
        window: MainWindow, measuring: MeasuringOptions, tileSize: Int?, disk: DiskStore?, rendererReason: String?,
        start: Int64
    ) {
        self.window = window
        (self.measuring, self.tileSize) = (measuring, tileSize)
        self.disk = disk
        self.rendererReason = rendererReason
        marks = LatencyMarks(start: start)
        guard measuring.profile else { return }
        memory = PeakTreeMemory()
        Signal.on(window.window, "realize") { [weak self] in
            self?.startRecording()
            self?.showOverlay()
        }
    }

    /// Records the frames of another page from now on.
    func follow(_ page: any BrowsePage) {
        grid = page as? any GridProbe
        recorder?.grid = grid
    }

    // MARK: Recording

    private func startRecording() {
        guard recorder == nil else { return }
        recorder = FrameRecorder(
            window: window.window, onGridChange: { [weak self] in self?.profileOverlay?.joinFrame() },
            onFrame: { [weak self] in self?.frameRecorded($0) })
        recorder?.grid = grid
    }

    private func frameRecorded(_ frame: FrameRecord) {
        if frame.visibleTiles > frame.blankTiles { marks.markFirstImage(at: frame.painted) }
        if frame.visibleTiles > 0, marks.fullViewport == nil, grid?.isViewportComplete ?? false {
            marks.markFullViewport(at: frame.painted)
        }
        profileOverlay?.record(frame, grid: grid)
        player?.painted(frame)
    }

    // MARK: Overlay

    /// Shows or hides the profile overlay.
    func toggleOverlay() {
        startRecording()
        if profileOverlay == nil { showOverlay() } else { profileOverlay?.toggle() }
    }

    private func showOverlay() {
        let profileOverlay = ProfileOverlay(
            renderer: WindowFacts.renderer(of: window.window), rendererReason: rendererReason,
            refreshIntervalMs: WindowFacts.refreshInterval, disk: disk)
        window.overlay(profileOverlay.root.widget)
        self.profileOverlay = profileOverlay
    }

    // MARK: Scripted use

    /// Plays `scenario` and calls `finished` at its end. The report excludes earlier frames.
    /// - Parameter finished: Gets the reason where it was not played to its end.
    func play(_ scenario: Scenario, finished: @escaping (_ failure: String?) -> Void) {
        let player = ScenarioPlayer(
            scenario, in: window,
            begin: { [weak self] in
                self?.recorder?.reset()
                self?.recorder?.isScripted = true
            },
            finish: { [weak self] in
                self?.collect()
                finished(nil)
            })
        self.player = player
        player.play { [weak self] in
            self?.collect()
            finished("The window is hidden: nothing of it is drawn, so the scenario was not played to its end.")
        }
    }

    // MARK: Report

    /// Collects the figures that exist only with the window. Called at the end of a scenario, and again before the
    /// window is closed.
    func collect() {
        guard let grid else { return }
        last = PageFigures(
            source: grid.model.source.identity.text, photos: grid.model.count, textureBytes: grid.textureBytes,
            binds: grid.counters.binds, loader: grid.figures, peakPSSBytes: memory?.peak)
        sizeAtEnd = WindowFacts.size(of: window.window)
        gtkRenderer = WindowFacts.renderer(of: window.window)
    }

    private var report: ProfileReport {
        var environment = ProfileEnvironment()
        environment.scenario = measuring.scenario?.rawValue
        environment.source = last.source
        environment.photos = last.photos
        environment.gtkVersion = WindowFacts.gtkVersion
        environment.renderer = gtkRenderer
        environment.rendererReason = rendererReason
        environment.display = WindowFacts.display
        environment.windowSize = sizeAtEnd
        environment.tileSize = tileSize ?? GridMetrics.defaultTileSize
        environment.refreshIntervalMs = WindowFacts.refreshInterval
        environment.peakRSSBytes = ProcessMemory.peakResident
        environment.peakPSSBytes = last.peakPSSBytes
        environment.textureBytes = last.textureBytes
        environment.binds = last.binds
        environment.loader = last.loader
        return ProfileReport(
            recorder?.log ?? FrameLog(), marks: marks, environment: environment, spans: player?.spans ?? [])
    }

    /// The report as text for a reader.
    var summary: String { report.summary }

    /// Writes the report as JSON, in place of the file as a whole.
    /// - Returns: The problem in a sentence, or nil.
    func writeJSON(to file: String) -> String? {
        var error: UnsafeMutablePointer<GError>?
        guard FilePath.withC(file, { g_file_set_contents($0, report.json, -1, &error) }) == 0 else { return nil }
        return "The profile \(FilePath.shown(file)) cannot be written: \(GLibError(adopting: error).message)"
    }

    /// Stops recording.
    func close() {
        recorder?.stop()
        recorder = nil
    }
}
