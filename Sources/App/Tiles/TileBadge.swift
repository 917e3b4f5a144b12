// The label in the corner of a tile that says what its photo is beside a picture.
import Browse
import CGTK
import Desktop
import Photos

/// A dark label with light text in the lower corner at the end of the line, drawn by its tile. It does not follow the
/// theme, because the picture behind it does not.
final class TileBadge {
    let badge: PhotoBadge
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

    init(_ badge: PhotoBadge, on widget: Widget) {
        self.badge = badge
        layout = made(gtk_widget_create_pango_layout(widget, BadgeText.label(badge)))
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_scale_new(Self.textScale))
        pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
    }

    isolated deinit { g_object_unref(layout.object) }

    /// Draws the label in the corner of a picture. Draws nothing in a tile that is too small for it.
    /// - Parameters:
    ///   - picture: The visible part of the picture, in a square of `side`.
    ///   - scale: Device pixels per logical pixel.
    func draw(
        on drawing: Drawing, in picture: Rectangle, side: Double, scale: Double, isRightToLeft: Bool, isOpaque: Bool
    ) {
        let margin = min(Self.margin.most, side * Self.margin.part)
        var text = (width: Int32(0), height: Int32(0))
        pango_layout_get_pixel_size(layout, &text.width, &text.height)
        let width = Double(text.width) + 2 * Self.padding.x, height = Double(text.height) + 2 * Self.padding.y
        guard width + 2 * margin <= side, height + 2 * margin <= side else { return }
        let ground = Rectangle(
            x: isRightToLeft ? picture.x + margin : picture.maxX - margin - width, y: picture.maxY - margin - height,
            width: width, height: height
        ).snapped(scale: scale)
        drawing.fill(ground, radius: Self.radius, Self.ground, opacity: isOpaque ? 1 : Self.groundOpacity)
        drawing.text(layout, x: ground.x + Self.padding.x, y: ground.y + Self.padding.y, Self.ink, opacity: 1)
    }
}
