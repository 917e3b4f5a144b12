// The histogram in the info panel: the tones of the picture that is shown.
import Browse
import CGTK
import CWidgets
import Codecs
import Desktop
import Photos

/// Draws the three channels of a histogram over each other, on a dark ground in any colour scheme. Where two of them
/// lie over each other is the colour that they make.
final class HistogramView: Canvas {
    /// The shown tones; nil for an empty ground.
    private(set) var tones: ToneHistogram?
    private var counting: Task<Void, Never>?

    /// Height in logical pixels: a quarter of the panel's width.
    private static let height: Int32 = 80
    private static let radius = 9.0
    private static let ground = GdkRGBA(red: 0.11, green: 0.11, blue: 0.12, alpha: 1)
    /// The light of a channel in its own colour and in the two others, of 1. The sum of all three is almost white.
    private static let light = (own: 0.65, other: 0.15)

    init() {
        super.init(cssName: "histogram", role: GTK_ACCESSIBLE_ROLE_IMG)
        tessera_accessible_set_label(widget.object, FactText.histogram)
    }

    /// Counts the tones of some pixels on another thread, and shows them; what is shown stays until then. Where the
    /// next photo is in memory, nothing is shown in between.
    /// - Parameter pixels: Nil for none.
    func show(_ pixels: PixelBuffer?) {
        counting?.cancel()
        counting = Task { [weak self] in
            let tones = await Self.tones(of: pixels)
            if !Task.isCancelled { self?.take(tones) }
        }
    }

    @concurrent private nonisolated static func tones(of pixels: PixelBuffer?) async -> ToneHistogram? {
        Task.isCancelled ? nil : pixels?.toneHistogram
    }

    private func take(_ tones: ToneHistogram?) {
        guard tones != self.tones else { return }
        self.tones = tones
        let text = tones.map(FactText.clipped)
        gtk_widget_set_tooltip_text(widget, text)
        tessera_accessible_set_description(widget.object, text ?? "")
        redraw()
    }

    override func measure(_ orientation: GtkOrientation, for other: Int32) -> Int32 {
        orientation == GTK_ORIENTATION_VERTICAL ? Self.height : 1
    }

    override func draw(_ drawing: Drawing) {
        drawing.clipped(to: bounds, radius: Self.radius) {
            drawing.fill(bounds, Self.ground)
            guard let tones, tones.count > 0 else { return }
            drawing.withSnapshot { draw(tones, on: $0) }
        }
    }

    private func draw(_ tones: ToneHistogram, on snapshot: OpaquePointer) {
        var bounds = bounds.graphene
        guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
        defer { cairo_destroy(cairo) }
        cairo_set_operator(cairo, CAIRO_OPERATOR_ADD)
        for (number, channel) in [tones.red, tones.green, tones.blue].enumerated() {
            let light = (0..<3).map { $0 == number ? Self.light.own : Self.light.other }
            cairo_set_source_rgb(cairo, light[0], light[1], light[2])
            outline(channel, peak: tones.peak, on: cairo)
            cairo_fill(cairo)
        }
    }

    /// Adds the area below the numbers of a channel to the path.
    private func outline(_ channel: [Int], peak: Int, on cairo: OpaquePointer) {
        let (width, height) = (bounds.width, bounds.height), step = width / Double(channel.count)
        cairo_move_to(cairo, 0, height)
        for (value, number) in channel.enumerated() {
            let top = height * (1 - min(1, Double(number) / Double(peak)))
            cairo_line_to(cairo, Double(value) * step, top)
            cairo_line_to(cairo, Double(value + 1) * step, top)
        }
        cairo_line_to(cairo, width, height)
        cairo_close_path(cairo)
    }

    override func destroyed() {
        counting?.cancel()
        tones = nil
    }
}
