// The caption under the picture of a tile: the photo's name, and the date at which it was taken.
import Browse
import CGTK
import Desktop

/// The caption of one tile, drawn by it. The text is shaped when the tile is first drawn with it, and anew only for
/// another photo, width or contrast; one PangoLayout serves all photos of the tile.
final class TileCaption {
    var text: PhotoCaption
    private unowned let tile: Tile
    /// Owned; nil before the first drawing.
    private var layout: OpaquePointer?
    /// What the layout holds.
    private var shaped: Shape?

    private struct Shape: Equatable {
        let text: PhotoCaption
        let width: Int32
        let wantsContrast: Bool
    }

    /// Number of texts that were shaped since the program started; tests compare it.
    private(set) static var shapeCount = 0
    /// Number of times that the height was measured since the program started; tests compare it.
    private(set) static var measureCount = 0

    /// Scale of the text: libadwaita's for captions.
    private static let scale = 0.82
    /// Opacity of the date, which is less important than the name.
    private static let dateOpacity = 0.7
    /// Space above and below the lines in logical pixels. What is below keeps a caption apart from the next picture.
    private static let padding = (above: 1.0, below: 7.0)
    /// Space at both ends of the lines.
    private static let margin = 4.0

    init(_ text: PhotoCaption, of tile: Tile) { (self.text, self.tile) = (text, tile) }

    isolated deinit { if let layout { g_object_unref(layout.object) } }

    /// Returns the height of captions on a widget, in whole logical pixels.
    static func height(on widget: Widget) -> Int {
        measureCount += 1
        let layout = made(gtk_widget_create_pango_layout(widget, "0\n0"))
        defer { g_object_unref(layout.object) }
        setAttributes(of: layout, dateFrom: nil)
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, nil, &height)
        return Int((Double(height) + padding.above + padding.below).rounded(.up))
    }

    /// Draws the lines in the middle of a room.
    func draw(on drawing: Drawing, in room: Rectangle, wantsContrast: Bool) {
        let layout = layout ?? made(gtk_widget_create_pango_layout(tile.widget, nil))
        self.layout = layout
        shape(
            Shape(text: text, width: Int32(max(1, room.width - 2 * Self.margin)), wantsContrast: wantsContrast),
            in: layout)
        drawing.text(
            layout, x: room.x + Self.margin, y: room.y + Self.padding.above, drawing.textColour, opacity: 1)
    }

    private func shape(_ shape: Shape, in layout: OpaquePointer) {
        guard shape != shaped else { return }
        shaped = shape
        Self.shapeCount += 1
        // One paragraph each, of which one line is shown.
        pango_layout_set_text(layout, text.name + (text.date.map { "\n" + $0 } ?? ""), -1)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
        pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        pango_layout_set_width(layout, shape.width * PANGO_SCALE)
        Self.setAttributes(of: layout, dateFrom: shape.wantsContrast ? nil : text.name.utf8.count)
    }

    /// - Parameter start: Byte at which the paler date begins; nil for none.
    private static func setAttributes(of layout: OpaquePointer, dateFrom start: Int?) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        pango_attr_list_insert(attributes, pango_attr_scale_new(scale))
        if let start, let pale = pango_attr_foreground_alpha_new(UInt16(dateOpacity * Double(UInt16.max))) {
            pale.pointee.start_index = guint(start)
            pango_attr_list_insert(attributes, pale)
        }
        pango_layout_set_attributes(layout, attributes)
    }
}
