// The detail page while its photo flies: where that will lie, and what the page leaves to the flight.
import Browse
import CDesktop
import CShim
import Desktop

extension DetailPage {
    /// What the page leaves to the flight.
    enum FlightPart {
        /// Nothing: it is shown as it is.
        case landed
        /// Its ground and its photo; what else there is has not been seen yet.
        case departing
        /// Its ground and its photo; what else there is fades in.
        case arriving
        /// All of it: what else there is fades out, and keyboard and pointer go through it.
        case leaving
    }

    /// Where the whole photo lies in `widget` now, and what is seen of the page; nil while that is not known, and for a
    /// photo that is turned, which does not lie in its tile as it does here.
    func place(in widget: Widget) -> (whole: Rectangle, view: Rectangle)? {
        var place = graphene_rect_t()
        guard zoom.turns == 0, let origin = Rectangle(of: view.cast(), in: widget),
            tessera_photo_view_get_place(view, &place) != 0
        else { return nil }
        return (Rectangle(place).moved(x: origin.x, y: origin.y), origin)
    }

    /// The blur behind the photo, borrowed.
    var backdrop: OpaquePointer? { tessera_photo_view_get_backdrop(view) }

    func show(_ part: FlightPart) {
        tessera_photo_view_set_lent(view, part == .landed ? 0 : 1)
        gtk_widget_set_can_target(root.widget, part == .leaving ? 0 : 1)
        gtk_widget_set_can_focus(root.widget, part == .leaving ? 0 : 1)
        setClass("flying", part != .landed)
        setClass("bare", part == .departing || part == .leaving)
    }

    private func setClass(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(root.widget, name) } else { gtk_widget_remove_css_class(root.widget, name) }
    }
}

extension Rectangle {
    init(_ rectangle: graphene_rect_t) {
        self.init(
            x: Double(rectangle.origin.x), y: Double(rectangle.origin.y), width: Double(rectangle.size.width),
            height: Double(rectangle.size.height))
    }

    /// Where a widget lies in another one above it; nil before both are laid out.
    init?(of widget: Widget, in other: Widget) {
        var x = 0.0, y = 0.0
        let width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget)
        guard width > 1, height > 1, gtk_widget_translate_coordinates(widget, other, 0, 0, &x, &y) != 0 else { return nil }
        self.init(x: x, y: y, width: Double(width), height: Double(height))
    }

    var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}
