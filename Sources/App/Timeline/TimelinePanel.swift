// The opened timeline: its ground, a tick for each section, and the names of years and months.
import Browse
import CGTK
import Desktop
import Library

/// Draws a timeline's marks. Texts are laid out once for as long as they are shown; the drawing is kept until the
/// marks, the colours or the room are others.
final class TimelinePanel {
    /// Where a panel lies, and in which colours it is drawn.
    struct Style {
        let bounds: Rectangle
        let isRightToLeft: Bool
        /// Device pixels per logical pixel.
        let scale: Double
        let text: GdkRGBA, ground: GdkRGBA
        let wantsContrast: Bool

        /// Returns a rectangle by its distance from the edge of the window at which the timeline lies.
        func placed(near: Double, width: Double, y: Double, height: Double) -> Rectangle {
            Rectangle(x: isRightToLeft ? near : bounds.width - near - width, y: y, width: width, height: height)
        }

        func isSame(as other: Style) -> Bool {
            func isSame(_ one: GdkRGBA, _ other: GdkRGBA) -> Bool {
                (one.red, one.green, one.blue, one.alpha) == (other.red, other.green, other.blue, other.alpha)
            }
            return bounds == other.bounds && isRightToLeft == other.isRightToLeft && scale == other.scale
                && wantsContrast == other.wantsContrast && isSame(text, other.text) && isSame(ground, other.ground)
        }
    }

    /// Distances from the edge of the window, in logical pixels: of the ticks and of the labels, and the room between
    /// these and the photos.
    static let tick = (near: 14.0, length: 8.0), label = (near: 30.0, padding: 12.0)
    /// Logical pixels between two labels, and the fewest between two ticks: below, they can no longer be told apart.
    private static let labelGap = 4.0, tickGap = 4.0
    /// Opacities of ground, ticks, and the line toward the photos, unless high contrast is asked for. Text on the
    /// ground has a contrast of 10 to 1 at least over any photo.
    private static let opacity = (ground: 0.92, tick: 0.4, edge: 0.15)
    /// Scale of the text: libadwaita's for captions.
    private static let textScale = 0.82

    private struct Word: Hashable {
        let text: String
        let isYear: Bool
    }

    private let widget: Widget
    /// PangoLayouts, owned: those of the labels that are shown.
    private var words: [Word: OpaquePointer] = [:]
    private var drawn: (node: DrawnNode?, labels: [Timeline.Label], ticks: [Double], style: Style)?

    /// Number of texts laid out since the program started; tests compare it.
    private(set) static var textCount = 0

    /// - Parameter widget: Borrowed: the panel is not used after it.
    init(on widget: Widget) { self.widget = widget }

    isolated deinit { drop() }

    /// Releases the texts and the drawing.
    func drop() {
        for layout in words.values { g_object_unref(layout.object) }
        (words, drawn) = ([:], nil)
    }

    /// Width with the widest label, and the height of a label with its distance to the next one, in logical pixels.
    func size() -> (width: Double, labelHeight: Double) {
        let sizes = TimelineText.months.map { month in
            let layout = layout(of: Word(text: month, isYear: true))
            defer { g_object_unref(layout.object) }
            return Self.size(of: layout)
        }
        let width = sizes.map(\.width).max() ?? 0, height = sizes.map(\.height).max() ?? 0
        return (Self.label.near + width + Self.label.padding, height + Self.labelGap)
    }

    /// Draws the marks of a timeline.
    func draw(_ timeline: Timeline, labelHeight: Double, style: Style, on drawing: Drawing) {
        let isSame = drawn.map {
            $0.labels == timeline.labels && $0.ticks == timeline.ticks && $0.style.isSame(as: style)
        }
        if isSame != true {
            let node = DrawnNode(on: widget) { drawMarks(of: timeline, labelHeight: labelHeight, style, on: $0) }
            drawn = (node, timeline.labels, timeline.ticks, style)
        }
        if let node = drawn?.node { drawing.draw(node) }
    }

    private func drawMarks(of timeline: Timeline, labelHeight: Double, _ style: Style, on drawing: Drawing) {
        let bounds = style.bounds
        drawing.fill(bounds, style.ground, opacity: style.wantsContrast ? 1 : Self.opacity.ground)
        let edge = style.placed(near: bounds.width - 1, width: 1, y: 0, height: bounds.height)
        drawing.fill(edge, style.text, opacity: style.wantsContrast ? 1 : Self.opacity.edge)
        var last = -Self.tickGap
        for y in timeline.ticks where y - last >= Self.tickGap {
            last = y
            let tick = style.placed(near: Self.tick.near, width: Self.tick.length, y: y, height: 1 / style.scale)
            drawing.fill(tick, style.text, opacity: style.wantsContrast ? 1 : Self.opacity.tick)
        }
        var shown: [Word: OpaquePointer] = [:]
        for (label, text) in zip(timeline.labels, TimelineText.labels(timeline.labels.map(\.key))) {
            var word = Word(text: text, isYear: false)
            if case .year = label.key { word = Word(text: text, isYear: true) }
            let layout = shown[word] ?? words.removeValue(forKey: word) ?? layout(of: word)
            shown[word] = layout
            let size = Self.size(of: layout)
            let place = style.placed(
                near: Self.label.near, width: size.width, y: label.y + (labelHeight - size.height) / 2,
                height: size.height)
            drawing.text(layout, x: place.x, y: place.y, style.text, opacity: 1)
        }
        for layout in words.values { g_object_unref(layout.object) }
        words = shown
    }

    private func layout(of word: Word) -> OpaquePointer {
        Self.textCount += 1
        let layout = made(gtk_widget_create_pango_layout(widget, word.text))
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_scale_new(Self.textScale))
        if word.isYear { pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        return layout
    }

    private static func size(of layout: OpaquePointer) -> (width: Double, height: Double) {
        var width: Int32 = 0, height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        return (Double(width), Double(height))
    }
}
