// The photos that slide out of the page while the next one slides in.
import Browse
import CGTK
import Desktop

/// The slide of a photo view, on its frame clock.
final class PhotoSlide {
    /// A photo that is or was shown, as it lies on its page.
    struct Page {
        var layers: PhotoLayers
        /// Bounds of the whole photo after its rotation; nil while they are not known.
        var place: Rectangle?
        var quarterTurns = 0
    }

    private let view: Widget
    private let pulse: FramePulse
    private let onFrame: () -> Void
    private var slide = PageSlide()
    /// The photos before the shown one, with their distance from it in pages.
    private var leaving: [(page: Page, distance: Double)] = []
    private var last: Int64?
    private var stopPulse: (@MainActor () -> Void)?

    /// - Parameter view: Borrowed.
    init(on view: Widget, pulse: @escaping FramePulse = frameClock, onFrame: @escaping () -> Void) {
        (self.view, self.pulse, self.onFrame) = (view, pulse, onFrame)
    }

    isolated deinit { stopPulse?() }

    var isRunning: Bool { stopPulse != nil }

    /// Distance of the shown photo from its place, in whole device pixels, at which a picture is drawn one to one.
    var offset: Double { isRunning ? pixels(slide.offset) : 0 }

    /// The photos that are still to be seen, and how far they lie from their place.
    var pages: [(page: Page, offset: Double)] {
        leaving.filter { abs($0.distance + slide.offset) < 1 }.map { ($0.page, pixels($0.distance + slide.offset)) }
    }

    /// Lets a photo move out and the next one in.
    /// - Parameter step: 1 for a photo further on in the list, −1 for one further back.
    func begin(from page: Page, step: Int) {
        slide.turn(step)
        leaving = (leaving + [(page, 0)]).map { ($0.page, $0.distance - Double(step)) }
            .filter { $0.distance != 0 && abs($0.distance) <= PageSlide.mostPages }
        if stopPulse == nil {
            last = nil
            stopPulse = pulse(view) { [weak self] in self?.advance(to: $0) ?? false }
        }
        onFrame()
    }

    /// Shows the photo in its place at once.
    func end() {
        guard isRunning else { return }
        stopPulse?()
        finish()
    }

    private func finish() {
        (stopPulse, leaving) = (nil, [])
        slide.stop()
        onFrame()
    }

    private func advance(to time: Int64) -> Bool {
        slide.advance(by: Double(time - (last ?? time)) / 1_000_000)
        last = time
        if slide.isOver(width: Double(gtk_widget_get_width(view)) * scale) {
            finish()
            return false
        }
        onFrame()
        return true
    }

    private var scale: Double { DeviceScale.of(view) }

    /// Converts pages to logical pixels, the end of the list to the end of the line.
    private func pixels(_ pages: Double) -> Double {
        let sign = gtk_widget_get_direction(view) == GTK_TEXT_DIR_RTL ? -1.0 : 1.0
        return (sign * pages * Double(gtk_widget_get_width(view)) * scale).rounded() / scale
    }
}
