// The heading of one section in the grid: its title, the number of its photos, and a check for all of them.
import Browse
import CGTK
import CWidgets
import Desktop

/// A heading over the photos of a section. A new text costs a redraw, but no layout.
final class SectionHeading: Canvas {
    /// Distance of the text from the side at which lines begin, in logical pixels: that of the pictures below.
    private static let margin = Double(TileGrid.margin)
    /// Distance of the number from the title.
    private static let gap = 9.0
    /// Space above and below the line.
    private static let padding = 12.0
    /// Opacity of the number, which is less important than the title.
    private static let countOpacity = 0.6
    /// Diameter of the check, and logical pixels around it that are part of it for the pointer.
    private static let check = (diameter: 20.0, reach: 8.0)

    /// Level for assistive technology: below the window's title.
    private static let level: Int32 = 2

    /// PangoLayouts, owned; nil before there is a text.
    private var title: OpaquePointer?
    private var count: OpaquePointer?
    /// The title and the number that are shown.
    private(set) var text = (title: "", count: "")

    /// How many photos of the section are selected.
    private(set) var selection = SectionSelection.none
    /// Whether an empty check is shown without the pointer too.
    private var isOffered = false

    init() {
        super.init(cssName: "sectionheading", role: GTK_ACCESSIBLE_ROLE_HEADING)
        tessera_accessible_set_level(widget.object, Self.level)
        tessera_accessible_set_checked(widget.object, GTK_ACCESSIBLE_TRISTATE_FALSE)
        Signal.onNumber(widget, "state-flags-changed") { [weak self] _ in self?.redraw() }
    }

    /// Shows how many photos of the section are selected.
    func show(_ selection: SectionSelection, isOffered: Bool) {
        guard selection != self.selection || isOffered != self.isOffered else { return }
        let isOther = selection != self.selection
        (self.selection, self.isOffered) = (selection, isOffered)
        if isOther { tessera_accessible_set_checked(widget.object, selection.tristate) }
        redraw()
    }

    /// Returns whether a point of the heading is on the check, shown or not.
    func isOnCheck(x: Double) -> Bool {
        guard let place = places?.check else { return false }
        return abs(x - place.midX) <= Self.check.diameter / 2 + Self.check.reach
    }

    /// Shows a title and the number of photos.
    func show(title: String, count photos: Int) {
        let count = GalleryTitle.grouped(photos)
        guard text != (title, count) else { return }
        text = (title, count)
        drop()
        let titleLayout = made(gtk_widget_create_pango_layout(widget, title))
        self.title = titleLayout
        self.count = made(gtk_widget_create_pango_layout(widget, count))
        Self.embolden(titleLayout)
        pango_layout_set_ellipsize(titleLayout, PANGO_ELLIPSIZE_MIDDLE)
        tessera_accessible_set_label(widget.object, "\(title), \(GalleryTitle.photos(photos))")
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

    /// Returns the width that the longest of some titles needs beside a number of two digits and the check.
    static func width(of titles: [String], on widget: Widget) -> Int {
        func measured(_ text: String, isTitle: Bool) -> Double {
            let layout = made(gtk_widget_create_pango_layout(widget, text))
            defer { g_object_unref(layout.object) }
            if isTitle { embolden(layout) }
            return width(of: layout)
        }
        let title = titles.map { measured($0, isTitle: true) }.max() ?? 0
        let rest = measured("00", isTitle: false) + check.diameter + 2 * (margin + gap)
        return Int((title + rest).rounded(.up))
    }

    private static func embolden(_ title: OpaquePointer) {
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
        pango_layout_set_attributes(title, attributes)
        pango_attr_list_unref(attributes)
    }

    override func draw(_ drawing: Drawing) {
        guard let title, let count, let places else { return }
        pango_layout_set_width(title, Int32(places.title.width.rounded(.up)) * PANGO_SCALE)
        drawing.text(title, x: places.title.x, y: Self.padding, drawing.textColour, opacity: 1)
        drawing.text(count, x: places.count.x, y: Self.padding, drawing.textColour, opacity: Self.countOpacity)
        let isHovered = gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
        if selection != .none {
            SelectionCheck.drawFilled(
                on: drawing, in: places.check, isPartial: selection == .some, wantsContrast: wantsContrast)
        } else if isOffered || isHovered {
            SelectionCheck.drawEmpty(on: drawing, in: places.check, over: .window, wantsContrast: wantsContrast)
        }
    }

    /// Where the parts lie: one after another from the side at which lines begin. The title gives way where
    /// there is little room.
    private var places: (title: Rectangle, count: Rectangle, check: Rectangle)? {
        guard let title, let count else { return nil }
        let bounds = bounds, isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        let countWidth = Self.width(of: count), diameter = Self.check.diameter
        let room = max(0, bounds.width - 2 * (Self.margin + Self.gap) - countWidth - diameter)
        pango_layout_set_width(title, -1)
        let titleWidth = min(room, Self.width(of: title))
        var x = Self.margin
        func next(_ width: Double) -> Rectangle {
            defer { x += width + Self.gap }
            return Rectangle(
                x: isRightToLeft ? bounds.width - x - width : x, y: ((bounds.height - diameter) / 2).rounded(),
                width: width, height: diameter)
        }
        return (next(titleWidth), next(countWidth), next(diameter))
    }

    private var wantsContrast: Bool {
        adw_style_manager_get_high_contrast(adw_style_manager_get_for_display(gtk_widget_get_display(widget))) != 0
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

extension SectionSelection {
    fileprivate var tristate: GtkAccessibleTristate {
        switch self {
        case .none: GTK_ACCESSIBLE_TRISTATE_FALSE
        case .some: GTK_ACCESSIBLE_TRISTATE_MIXED
        case .all: GTK_ACCESSIBLE_TRISTATE_TRUE
        }
    }
}
