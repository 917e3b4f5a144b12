// A symbol in the middle of a tile that has no picture.
import Browse
import CGTK
import Desktop

/// An icon of the desktop's theme, drawn by its tile in the colour of text.
final class TileSymbol {
    /// Owned.
    private let icon: OpaquePointer

    /// Part of the tile's side that the icon takes, and the most logical pixels.
    private static let size = (part: 1.0 / 3, most: 64.0)

    init(_ name: String, on widget: Widget) {
        icon = made(
            gtk_icon_theme_lookup_icon(
                gtk_icon_theme_get_for_display(gtk_widget_get_display(widget)), name, nil, Int32(Self.size.most),
                DeviceScale.whole(of: widget), gtk_widget_get_direction(widget), GTK_ICON_LOOKUP_FORCE_SYMBOLIC))
    }

    isolated deinit { g_object_unref(icon.object) }

    /// Draws the icon in the middle of a tile.
    func draw(on drawing: Drawing, in bounds: Rectangle, _ colour: GdkRGBA, opacity: Double) {
        let side = min(Self.size.most, min(bounds.width, bounds.height) * Self.size.part).rounded(.down)
        draw(on: drawing, side: side, middle: (bounds.midX, bounds.midY), colour, opacity: opacity)
    }

    /// Draws the icon in a square around a point.
    func draw(
        on drawing: Drawing, side: Double, middle: (x: Double, y: Double), _ colour: GdkRGBA, opacity: Double
    ) {
        guard side >= 1 else { return }
        drawing.symbol(
            icon, in: Rectangle(midX: middle.x, midY: middle.y, width: side, height: side), colour, opacity: opacity)
    }
}
