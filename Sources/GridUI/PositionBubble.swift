// Where in the list a quick scroll is: a number beside the scroll bar.
import Browse
import CDesktop
import Desktop

/// Lays a label over the grid that says which photo is at the top. Shown while the grid moves faster than anybody reads
/// and until it rests: with the scroll bar in the hand, in a fling, at End.
final class PositionBubble {
    /// The grid with the label over it.
    let root: WidgetReference
    private let label: FadingLabel
    private var shownAt: Int64 = 0

    /// Screens a second from which on the photos themselves do not say where one is.
    private static let quick = 4.0
    /// Microseconds between two texts: a new one lays the label out.
    private static let pause: Int64 = 50_000

    init(over grid: Widget) {
        let overlay = made(gtk_overlay_new())
        root = WidgetReference(overlay)
        gtk_overlay_set_child(overlay.opaque, grid)
        label = FadingLabel(over: overlay.opaque, halign: GTK_ALIGN_END, valign: GTK_ALIGN_START)
    }

    /// Whether the label is shown, or coming.
    var isShown: Bool { label.isShown }
    /// What the label says.
    var text: String { label.text }

    /// Follows the grid in a frame.
    /// - Parameters:
    ///   - time: The frame clock's time in microseconds.
    ///   - screensPerSecond: How fast the grid moves, either way.
    ///   - fraction: How far down in the list it is, 0 to 1.
    func follow(_ viewport: Range<Int>, of count: Int, at time: Int64, screensPerSecond: Double, fraction: Double) {
        if !isShown {
            guard screensPerSecond > Self.quick else { return }
            label.show()
        }
        guard time - shownAt >= Self.pause else { return }
        shownAt = time
        label.text = GalleryTitle.position(viewport.lowerBound + 1, of: count)
        let room = max(0, gtk_widget_get_height(root.widget) - gtk_widget_get_height(label.widget))
        gtk_widget_set_margin_top(label.widget, Int32((Double(room) * min(max(0, fraction), 1)).rounded()))
    }

    /// The grid rests.
    func hide() {
        if isShown { label.hide() }
    }
}
