// The text of the labels of small pictures.
import CGTK
import Desktop
import Photos

/// What a label says, in one short line; the dot of a colour is drawn in that.
final class BadgeLayout {
    /// Owned.
    let layout: OpaquePointer

    /// Scale of the text: libadwaita's for captions.
    private static let textScale = 0.82

    init(_ content: TileBadge.Content, on widget: Widget) {
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
    var size: (width: Double, height: Double) {
        var text = (width: Int32(0), height: Int32(0))
        pango_layout_get_pixel_size(layout, &text.width, &text.height)
        return (Double(text.width), Double(text.height))
    }
}
