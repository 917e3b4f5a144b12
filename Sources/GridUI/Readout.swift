// The live figures of `--profile` and F12, laid over a corner of the window.
import CDesktop
import CShim
import Desktop
import FrameProfile
import ImagePipeline

/// Bars of the latest frames and a few lines that are renewed twice a second.
final class Readout {
    let root: WidgetReference
    private let view: OpaquePointer
    private let renderer: String
    private var stats = RollingStats()
    private var renewal: Task<Void, Never>?
    private var latest: (frame: FrameRecord, surface: (any GridSurface)?)?

    /// Time between two renewals of the text: often enough to follow, seldom enough not to be the load.
    private static let pause = Duration.milliseconds(500)
    private static let budgetMs = ProfileReport.assumedRefreshIntervalMs

    init(renderer: String) {
        self.renderer = renderer
        let widget = made(tessera_readout_new())
        root = WidgetReference(widget)
        view = widget.opaque
    }

    isolated deinit { renewal?.cancel() }

    func toggle() { gtk_widget_set_visible(root.widget, gtk_widget_get_visible(root.widget) == 0 ? 1 : 0) }

    /// Takes in a frame; `surface` is questioned when the text is renewed, half a second later.
    func record(_ frame: FrameRecord, surface: (any GridSurface)?) {
        stats.record(frame)
        tessera_readout_add_frame(view, frame.mainThreadMs, Self.budgetMs)
        latest = (frame, surface)
        // The frame that only paints the readout's own new text is no news, or it would renew itself for ever.
        let isNews = frame.continuesAnimation || frame.deliveries > 0 || frame.binds > 0
        guard isNews, renewal == nil else { return }
        renewal = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
            self?.renew()
        }
    }

    private func renew() {
        renewal = nil
        guard let (frame, surface) = latest else { return }
        latest = nil
        tessera_readout_set_text(view, text(frame, surface))
    }

    private func text(_ frame: FrameRecord, _ surface: (any GridSurface)?) -> String {
        let rate = stats.framesPerSecond.map { "\(Int($0.rounded())) frames/s" } ?? "resting"
        let p95 = stats.intervalMs.p95.map { "p95 \(Int($0.rounded())) ms" } ?? ""
        var lines = [
            "\(rate)  \(p95)  missed \(stats.missed)", "main thread \(tenths(frame.mainThreadMs)) ms",
            "tiles \(frame.visibleTiles)  blank \(frame.blankTiles)  preview \(frame.previewTiles)",
        ]
        if let surface {
            let loader = surface.loaderFigures
            let held = surface.textureBytes.map { "\(tenths(Double($0) / 1_048_576)) MB" } ?? "uncounted"
            lines.append("memory \(held)  binds \(surface.binds)")
            lines.append("fetched \(figure(loader.fetches))  joined \(figure(loader.joined))  hits \(figure(loader.memoryHits))")
            lines.append(
                "decoded \(figure(loader.decoded))  cancelled \(figure(loader.cancelled))  evicted \(figure(loader.evicted))")
            if let times = surface.stageTimes, let total = times.total {
                lines.append("picture \(milliseconds(total)) ms  shared \(times.shared) of \(times.pictures)")
                lines.append(
                    "queue \(milliseconds(times.queued)) fetch \(milliseconds(times.fetch)) "
                        + "wait \(milliseconds(times.waitingForDecode)) decode \(milliseconds(times.decode))")
            }
        }
        lines.append(renderer)
        return lines.joined(separator: "\n")
    }

    private func figure(_ number: Int?) -> String { number.map(String.init) ?? "–" }

    private func milliseconds(_ time: Duration?) -> String {
        time.map { tenths($0 / .milliseconds(1)) } ?? "–"
    }

    private func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
