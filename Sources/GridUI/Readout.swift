// The live figures of `--profile` and F12, laid over a corner of the window.
import CDesktop
import CShim
import Desktop
import FrameProfile
import ImagePipeline

/// Bars of the latest frames, and lines of text that are renewed four times a second at most.
final class Readout {
    let root: WidgetReference
    private let view: OpaquePointer
    private let disk: DiskStore?
    private var words = OverlayText()
    private var stats: RollingStats
    private var graph: FrameGraph
    private var cost = OverlayCost()
    private var renewal: Task<Void, Never>?
    private weak var surface: (any GridSurface)?
    private var last: FrameRecord?
    /// The text has changed since the last frame, which alone makes one.
    private var hasNewText = false
    /// Frames were taken in since the text was renewed.
    private var hasNews = false
    /// The text that is shown; tests look at it.
    private(set) var lines: [String] = []

    /// Time between two renewals of the text: often enough to follow, seldom enough not to be the load.
    private static let pause = Duration.milliseconds(250)

    /// - Parameters:
    ///   - rendererReason: Why that renderer draws.
    ///   - refreshIntervalMs: Time between two refreshes; nil when the display does not say.
    ///   - disk: Whose sizes are shown; nil where nothing is kept on disk.
    init(renderer: String?, rendererReason: String? = nil, refreshIntervalMs: Double?, disk: DiskStore?) {
        self.disk = disk
        words.renderer = renderer
        words.rendererReason = rendererReason
        graph = FrameGraph(budgetMs: refreshIntervalMs)
        stats = RollingStats(refreshIntervalMs: graph.budgetMs)
        let widget = made(
            tessera_readout_new(
                Int32(FrameGraph.capacity), FrameGraph.budgetHeight, Int32(OverlayText.lineCount),
                Int32(OverlayText.columns)))
        root = WidgetReference(widget)
        view = widget.opaque
        renewAgainAndAgain()
    }

    isolated deinit { renewal?.cancel() }

    /// Whether it is shown. Hidden it goes on taking in frames, and does no more than that.
    var isVisible: Bool { gtk_widget_get_visible(root.widget) != 0 }

    /// Shows or hides it.
    func toggle() {
        gtk_widget_set_visible(root.widget, isVisible ? 0 : 1)
        renewal?.cancel()
        if isVisible { renewAgainAndAgain() }
    }

    /// The grid has changed in a frame that is not painted yet: the graph joins in. It causes no frame of its own.
    func joinFrame() {
        if isVisible { gtk_widget_queue_draw(root.widget) }
    }

    /// Takes in a frame; `surface` is questioned when the text is renewed.
    func record(_ frame: FrameRecord, surface: (any GridSurface)?) {
        let start = g_get_monotonic_time()
        defer {
            cost.add(microseconds: Int(g_get_monotonic_time() - start))
            cost.add(microseconds: Int(tessera_readout_take_snapshot_time(view)))
            if isVisible { cost.endFrame() }
        }
        self.surface = surface
        defer { last = frame }
        let isOwn = hasNewText && isOnlyForText(frame)
        hasNewText = false
        // The frame that only paints the readout's own new text is no news, or a still window would tell of it for ever.
        if isOwn { return }
        stats.record(frame)
        let bar = graph.append(frame.mainThreadMs)
        tessera_readout_set_bar(view, Int32(bar.position), bar.height, bar.isLate ? 1 : 0)
        words.frame = frame
        hasNews = true
    }

    /// Whether a frame after a new text shows nothing else: no other has just been painted, and nothing has come.
    private func isOnlyForText(_ frame: FrameRecord) -> Bool {
        if frame.continuesAnimation || frame.deliveries > 0 || frame.binds > 0 { return false }
        return last.map { Double(frame.frameTime - $0.frameTime) / 1000 > 2 * graph.budgetMs } ?? false
    }

    private func renewAgainAndAgain() {
        renewal = Task { [weak self] in
            while (try? await Task.sleep(for: Self.pause)) != nil { await self?.renew() }
        }
    }

    /// Redraws only if there is something new to say: a still window stays still.
    private func renew() async {
        let (photoBytes, tileBytes) = (await disk?.photos.size, await disk?.tileBytes)
        let activity = await surface?.activity
        guard !Task.isCancelled else { return }
        let start = g_get_monotonic_time()
        words.photosOnDisk = disk.map { _ in (photoBytes, DiskStore.photoBudget) }
        words.tilesOnDisk = disk.map { _ in (tileBytes ?? nil, DiskStore.tileBudget) }
        words.activity = activity ?? nil
        words.stats = stats
        words.graph = graph
        if hasNews { words.cost = cost.figures }
        hasNews = false
        words.binds = surface?.binds
        words.loader = surface?.loaderFigures ?? LoaderFigures()
        words.stages = surface?.stageTimes
        words.memory = surface?.memoryCache.map { ($0.count, $0.bytes, $0.limit, $0.misses) }
        lines = words.lines
        for (line, text) in lines.enumerated() where tessera_readout_set_line(view, Int32(line), text) != 0 {
            hasNewText = true
        }
        // While the program rests this is no frame's work.
        if surface?.isAnimating == true { cost.add(microseconds: Int(g_get_monotonic_time() - start)) }
    }
}
