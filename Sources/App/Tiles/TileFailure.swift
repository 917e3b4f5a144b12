// What a tile shows instead of a picture that cannot be shown: an icon, and in a tile with room for it the reason and
// what to do.
import Browse
import CGTK
import Desktop

/// The failure of one tile.
final class TileFailure {
    /// Owned.
    private let layout: OpaquePointer
    private let icon: TileSymbol

    /// Margin between the text and the square's edge, in logical pixels.
    private static let margin = 12.0
    /// Space between icon and text.
    private static let gap = 6.0
    /// Side of the icon above a text.
    private static let iconSide = 24.0
    /// Lines of the text: name, reason and remedy, each perhaps wrapped.
    private static let lines: Int32 = 6
    /// Side of a tile from which on it has room for the text. In a smaller one, the reason is in the tooltip.
    static let smallestWithText = 140.0

    init(_ text: String, on widget: Widget) {
        layout = made(gtk_widget_create_pango_layout(widget, text))
        pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        // Negative: lines, not pixels.
        pango_layout_set_height(layout, -Self.lines)
        icon = TileSymbol("dialog-warning-symbolic", on: widget)
    }

    isolated deinit { g_object_unref(layout.object) }

    /// Draws icon and text in the middle of the tile's square.
    func draw(on drawing: Drawing, in square: Rectangle, _ colour: GdkRGBA, opacity: Double) {
        guard square.width >= Self.smallestWithText else {
            return icon.draw(on: drawing, in: square, colour, opacity: opacity)
        }
        var text: Int32 = 0
        pango_layout_set_width(layout, Int32((square.width - 2 * Self.margin) * Double(PANGO_SCALE)))
        pango_layout_get_pixel_size(layout, nil, &text)
        let height = Self.iconSide + Self.gap + Double(text)
        let top = square.y + max(0, (square.height - height) / 2).rounded(.down)
        icon.draw(
            on: drawing, side: Self.iconSide, middle: (square.midX, top + Self.iconSide / 2), colour, opacity: opacity)
        drawing.text(
            layout, x: square.x + Self.margin, y: top + Self.iconSide + Self.gap, colour, opacity: opacity)
    }
}
