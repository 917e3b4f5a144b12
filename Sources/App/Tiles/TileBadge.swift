// The labels in the corners of a tile that say what its photo is beside a picture, and which marks it has.
import Browse
import CGTK
import Desktop
import Photos

/// A dark label with light text in a lower corner, drawn by its tile: what the photo is at the end of the line, stars
/// and favourite at its beginning. It does not follow the theme, because the picture behind it does not.
final class TileBadge {
    /// What a label says.
    enum Content: Equatable {
        case badge(PhotoBadge)
        case marks(PhotoMarks)
    }

    let content: Content
    /// Owned.
    private let layout: OpaquePointer

    /// Scale of the text: libadwaita's for captions.
    private static let textScale = 0.82
    private static let ground = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    private static let ink = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    /// Opacity of the ground: white text on it has a contrast of 5.4 to 1 over a white picture.
    private static let groundOpacity = 0.6
    /// Space between text and ground's edge, in logical pixels.
    private static let padding = (x: 6.0, y: 1.0)
    /// Space between ground and picture's edge: a part of the tile's side, and no more logical pixels than this.
    private static let margin = (part: 1.0 / 16, most: 8.0)
    private static let radius = 5.0

    init(_ content: Content, on widget: Widget) {
        self.content = content
        let text =
            switch content {
            case .badge(let badge): BadgeText.label(badge)
            case .marks(let marks): MarkText.label(marks)
            }
        layout = made(gtk_widget_create_pango_layout(widget, text))
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_scale_new(Self.textScale))
        pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        if case .marks(let marks) = content, let colour = LabelDot.colour(marks.label) {
            let ink = made(pango_attr_foreground_new(colour.red, colour.green, colour.blue))
            // The dot comes first.
            (ink.pointee.start_index, ink.pointee.end_index) = (0, UInt32(MarkText.dot.utf8.count))
            pango_attr_list_insert(attributes, ink)
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
    }

    isolated deinit { g_object_unref(layout.object) }

    /// Width and height in logical pixels.
    private var size: (width: Double, height: Double) {
        var text = (width: Int32(0), height: Int32(0))
        pango_layout_get_pixel_size(layout, &text.width, &text.height)
        return (Double(text.width) + 2 * Self.padding.x, Double(text.height) + 2 * Self.padding.y)
    }

    /// Draws the label in its corner of a picture. Draws nothing in a tile that is too small for it.
    /// - Parameters:
    ///   - neighbour: The label in the other corner, over which this one is drawn where both are wider than the tile.
    ///   - picture: The visible part of the picture, in a square of `side`.
    ///   - scale: Device pixels per logical pixel.
    func draw(
        on drawing: Drawing, in picture: Rectangle, beside neighbour: TileBadge? = nil, side: Double, scale: Double,
        isRightToLeft: Bool, isOpaque: Bool
    ) {
        let margin = min(Self.margin.most, side * Self.margin.part), (width, height) = size
        var bottom = picture.maxY - margin
        if let other = neighbour?.size, width + other.width + 3 * margin > picture.width {
            bottom -= other.height + margin
        }
        guard width + 2 * margin <= side, height + 2 * margin <= side, bottom - height >= picture.y else { return }
        let isLeft = if case .badge = content { isRightToLeft } else { !isRightToLeft }
        let ground = Rectangle(
            x: isLeft ? picture.x + margin : picture.maxX - margin - width, y: bottom - height, width: width,
            height: height
        ).snapped(scale: scale)
        drawing.fill(ground, radius: Self.radius, Self.ground, opacity: isOpaque ? 1 : Self.groundOpacity)
        drawing.text(layout, x: ground.x + Self.padding.x, y: ground.y + Self.padding.y, Self.ink, opacity: 1)
    }
}
