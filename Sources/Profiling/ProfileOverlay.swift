// The profile overlay of `--profile` and F12: live figures in a corner of the window.
import App
import CGTK
import CWidgets
import Desktop
import FrameProfile
import ImagePipeline

/// The profile overlay: bars of the latest frames, and lines of text that are updated at most four times a second.
final class ProfileOverlay {
    let root: WidgetReference
    private let view: OpaquePointer
    private let disk: DiskStore?
    private var words = OverlayText()
    private var stats: RollingStats
    private var graph: FrameGraph
    private var cost = OverlayCost()
    private var renewal: Task<Void, Never>?
    private weak var grid: (any GridProbe)?
    private var last: FrameRecord?
    /// Whether the text has changed since the last frame. A new text causes a frame of its own.
    private var hasNewText = false
    /// Whether frames were recorded since the text was updated.
    private var hasNews = false
    /// The shown text; for tests.
    private(set) var lines: [String] = []

    /// Time between two updates of the text: short enough to follow, long enough not to be the load itself.
    private static let pause = Duration.milliseconds(250)

    /// - Parameters:
    ///   - rendererReason: The reason for the renderer.
    ///   - refreshIntervalMs: Time between two refreshes; nil when the display does not report it.
    ///   - disk: The disk caches whose sizes are shown; nil if there are none.
    init(renderer: String?, rendererReason: String? = nil, refreshIntervalMs: Double?, disk: DiskStore?) {
        self.disk = disk
        words.renderer = renderer
        words.rendererReason = rendererReason
        graph = FrameGraph(budgetMs: refreshIntervalMs)
        stats = RollingStats(refreshIntervalMs: graph.budgetMs)
        let widget = made(
            tessera_overlay_new(
                Int32(FrameGraph.capacity), FrameGraph.budgetHeight, Int32(OverlayText.lineCount),
                Int32(OverlayText.columns)))
        root = WidgetReference(widget)
        view = widget.opaque
        renewAgainAndAgain()
    }

    isolated deinit { renewal?.cancel() }

    /// Whether the overlay is shown. While hidden it only records frames.
    var isVisible: Bool { gtk_widget_get_visible(root.widget) != 0 }

    /// Shows or hides the overlay.
    func toggle() {
        gtk_widget_set_visible(root.widget, isVisible ? 0 : 1)
        renewal?.cancel()
        if isVisible { renewAgainAndAgain() }
    }

    /// Redraws the graph within the current frame, in which the grid has changed; causes no frame of its own.
    func joinFrame() {
        if isVisible { gtk_widget_queue_draw(root.widget) }
    }

    /// Records a frame. `grid` is read when the text is updated.
    func record(_ frame: FrameRecord, grid: (any GridProbe)?) {
        let start = g_get_monotonic_time()
        defer {
            cost.add(microseconds: Int(g_get_monotonic_time() - start))
            cost.add(microseconds: Int(tessera_overlay_take_snapshot_time(view)))
            if isVisible { cost.endFrame() }
        }
        self.grid = grid
        defer { last = frame }
        let isOwn = hasNewText && isOnlyForText(frame)
        hasNewText = false
        // A frame that paints only the overlay's own new text is not recorded; otherwise a still window would keep
        // updating itself.
        if isOwn { return }
        stats.record(frame)
        let bar = graph.append(frame.mainThreadMs)
        tessera_overlay_set_bar(view, Int32(bar.position), bar.height, bar.isLate ? 1 : 0)
        words.frame = frame
        hasNews = true
    }

    /// Returns whether a frame after a new text shows nothing else: no other frame was painted just before, and nothing
    /// was delivered.
    private func isOnlyForText(_ frame: FrameRecord) -> Bool {
        if frame.continuesAnimation || frame.deliveries > 0 || frame.binds > 0 { return false }
        return last.map { Double(frame.frameTime - $0.frameTime) / 1000 > 2 * graph.budgetMs } ?? false
    }

    private func renewAgainAndAgain() {
        renewal = Task { [weak self] in
            while (try? await Task.sleep(for: Self.pause)) != nil { await self?.renew() }
        }
    }

    /// Updates the text. Redraws only if it has changed, so that a still window stays still.
    private func renew() async {
        let (photoBytes, tileBytes) = (await disk?.photos.size, await disk?.tileBytes)
        let activity = await grid?.loader?.activity
        guard !Task.isCancelled else { return }
        let start = g_get_monotonic_time()
        words.photosOnDisk = disk.map { (photoBytes, $0.budget.photos) }
        words.tilesOnDisk = disk.map { (tileBytes ?? nil, $0.budget.tiles) }
        words.activity = activity
        words.stats = stats
        words.graph = graph
        if hasNews { words.cost = cost.figures }
        hasNews = false
        words.binds = grid?.counters.binds
        words.loader = grid?.figures ?? LoaderFigures()
        words.stages = grid?.stageTimes
        words.memory = (grid?.loader?.memory).map { ($0.count, $0.bytes, $0.limit, $0.misses) }
        lines = words.lines
        for (line, text) in lines.enumerated() where tessera_overlay_set_line(view, Int32(line), text) != 0 {
            hasNewText = true
        }
        // Outside an animation this is not part of a frame's cost.
        if grid?.counters.isAnimating == true { cost.add(microseconds: Int(g_get_monotonic_time() - start)) }
    }
}
