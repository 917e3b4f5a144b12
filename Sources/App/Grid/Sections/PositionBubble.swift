// The position label beside the scroll bar during a quick scroll.
import Browse
import CGTK
import Desktop

/// A label over the grid that names the photo at the top of the viewport. Shown from the moment at which the grid moves
/// too fast for photos to be recognised until it rests: while the scroll bar is dragged, in a fling, after End.
final class PositionBubble {
    /// The grid with the label over it.
    let root: WidgetReference
    private let label: FadingLabel
    private var shownAt: Int64 = 0

    /// Scroll speed in screens a second above which the label is shown.
    static let quick = 4.0
    /// Microseconds between two changes of the text; each one causes a layout of the label.
    private static let pause: Int64 = 50_000

    init(over grid: Widget) {
        let overlay = made(gtk_overlay_new())
        root = WidgetReference(overlay)
        gtk_overlay_set_child(overlay.opaque, grid)
        label = FadingLabel(over: overlay.opaque, halign: GTK_ALIGN_END, valign: GTK_ALIGN_START)
    }

    /// Whether the label is shown or fading in.
    var isShown: Bool { label.isShown }
    /// The label's text.
    var text: String { label.text }

    /// Updates the label in a frame.
    /// - Parameters:
    ///   - section: Title of the section at the top of the viewport; nil where photos are not grouped.
    ///   - time: The frame clock's time in microseconds.
    ///   - screensPerSecond: Scroll speed, in either direction.
    ///   - fraction: Scroll position as a fraction of the list, 0 to 1.
    func follow(
        _ viewport: Range<Int>, of count: Int, in section: String?, at time: Int64, screensPerSecond: Double,
        fraction: Double
    ) {
        if !isShown {
            guard screensPerSecond > Self.quick else { return }
            label.show()
        }
        guard time - shownAt >= Self.pause else { return }
        shownAt = time
        let position = GalleryTitle.position(viewport.lowerBound + 1, of: count)
        label.text = section.map { "\($0)\n\(position)" } ?? position
        let room = max(0, gtk_widget_get_height(root.widget) - gtk_widget_get_height(label.widget))
        gtk_widget_set_margin_top(label.widget, Int32((Double(room) * min(max(0, fraction), 1)).rounded()))
    }

    /// Hides the label: the grid rests.
    func hide() {
        if isShown { label.hide() }
    }
}
