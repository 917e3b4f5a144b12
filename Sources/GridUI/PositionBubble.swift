// Where in the list a quick scroll is: a number beside the scroll bar.
import Browse
import CDesktop
import Desktop

/// Lays a label over the grid that says which photo is at the top. Shown while the grid moves faster than anybody reads
/// and until it rests: with the scroll bar in the hand, in a fling, at End.
final class PositionBubble {
    /// The grid with the label over it.
    let root: WidgetReference
    private let revealer: OpaquePointer
    private let label: OpaquePointer
    private var shownAt: Int64 = 0

    /// Screens a second from which on the photos themselves do not say where one is.
    private static let quick = 4.0
    /// Microseconds between two texts: a new one lays the label out.
    private static let pause: Int64 = 50_000
    /// Milliseconds of the label's coming and going.
    private static let fade: UInt32 = 150

    init(over grid: Widget) {
        let overlay = made(gtk_overlay_new())
        root = WidgetReference(overlay)
        gtk_overlay_set_child(overlay.opaque, grid)
        let label = made(gtk_label_new(nil))
        self.label = label.opaque
        gtk_widget_add_css_class(label, "position")
        let revealer = made(gtk_revealer_new())
        self.revealer = revealer.opaque
        gtk_revealer_set_transition_type(self.revealer, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_revealer_set_transition_duration(self.revealer, Self.fade)
        gtk_revealer_set_child(self.revealer, label)
        gtk_widget_set_halign(revealer, GTK_ALIGN_END)
        gtk_widget_set_valign(revealer, GTK_ALIGN_START)
        // The wheel and the pointer belong to what lies under it.
        gtk_widget_set_can_target(revealer, 0)
        gtk_overlay_add_overlay(overlay.opaque, revealer)
    }

    /// Whether the label is shown, or coming.
    var isShown: Bool { gtk_revealer_get_reveal_child(revealer) != 0 }
    /// What the label says.
    var text: String { String(cString: gtk_label_get_text(label)) }

    /// Follows the grid in a frame.
    /// - Parameters:
    ///   - time: The frame clock's time in microseconds.
    ///   - screensPerSecond: How fast the grid moves, either way.
    ///   - fraction: How far down in the list it is, 0 to 1.
    func follow(_ viewport: Range<Int>, of count: Int, at time: Int64, screensPerSecond: Double, fraction: Double) {
        if !isShown {
            guard screensPerSecond > Self.quick else { return }
            gtk_revealer_set_reveal_child(revealer, 1)
        }
        guard time - shownAt >= Self.pause else { return }
        shownAt = time
        gtk_label_set_text(label, GalleryTitle.position(viewport.lowerBound + 1, of: count))
        let room = max(0, gtk_widget_get_height(root.widget) - gtk_widget_get_height(revealer.cast()))
        gtk_widget_set_margin_top(revealer.cast(), Int32((Double(room) * min(max(0, fraction), 1)).rounded()))
    }

    /// The grid rests.
    func hide() {
        if isShown { gtk_revealer_set_reveal_child(revealer, 0) }
    }
}
