// The heading of one section in the grid: its title, and the number of its photos.
import Browse
import CGTK
import CWidgets
import Desktop

/// A heading over the photos of a section. A new text costs a redraw, but no layout.
final class SectionHeading: Canvas {
    /// Distance of the text from the side at which lines begin, in logical pixels: that of libadwaita's lists.
    private static let margin = 12.0
    /// Distance of the number from the title.
    private static let gap = 9.0
    /// Space above and below the line.
    private static let padding = 12.0
    /// Opacity of the number, which is less important than the title.
    private static let countOpacity = 0.6

    /// PangoLayouts, owned; nil before there is a text.
    private var title: OpaquePointer?
    private var count: OpaquePointer?
    /// The title and the number that are shown.
    private(set) var text = (title: "", count: "")

    init() { super.init(cssName: "sectionheading", role: GTK_ACCESSIBLE_ROLE_HEADING) }

    /// Shows a title and a number.
    func show(title: String, count: String) {
        guard text != (title, count) else { return }
        text = (title, count)
        drop()
        self.title = made(gtk_widget_create_pango_layout(widget, title))
        self.count = made(gtk_widget_create_pango_layout(widget, count))
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        pango_layout_set_attributes(self.title, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_ellipsize(self.title, PANGO_ELLIPSIZE_MIDDLE)
        tessera_accessible_set_label(widget.object, "\(title), \(count)")
        redraw()
    }

    /// Returns the height of headings on a widget, in whole logical pixels.
    static func height(on widget: Widget) -> Int {
        let layout = made(gtk_widget_create_pango_layout(widget, "0"))
        defer { g_object_unref(layout.object) }
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, nil, &height)
        return Int(height) + 2 * Int(padding)
    }

    override func draw(_ drawing: Drawing) {
        guard let title, let count else { return }
        let bounds = bounds, isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        let countWidth = Self.width(of: count)
        let room = max(0, bounds.width - 2 * Self.margin - Self.gap - countWidth)
        pango_layout_set_width(title, -1)
        let titleWidth = min(room, Self.width(of: title))
        pango_layout_set_width(title, Int32(titleWidth.rounded(.up)) * PANGO_SCALE)
        func put(_ layout: OpaquePointer, x: Double, width: Double, opacity: Double) {
            drawing.text(
                layout, x: isRightToLeft ? bounds.width - x - width : x, y: Self.padding, drawing.textColour,
                opacity: opacity)
        }
        put(title, x: Self.margin, width: titleWidth, opacity: 1)
        put(count, x: Self.margin + titleWidth + Self.gap, width: countWidth, opacity: Self.countOpacity)
    }

    override func destroyed() { drop() }

    private func drop() {
        for layout in [title, count] { if let layout { g_object_unref(layout.object) } }
        (title, count) = (nil, nil)
    }

    private static func width(of layout: OpaquePointer) -> Double {
        var width: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        return Double(width)
    }
}
