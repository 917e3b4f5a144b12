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
        /// Nothing, but keyboard and pointer go through it.
        case fading
    }

    /// Where the shown photo lies.
    struct Place {
        /// All of it, turned as it is.
        let whole: Rectangle
        /// What is seen of the page.
        let view: Rectangle
        /// Quarters clockwise that it is turned by, 0…3.
        let turns: Int

        /// The photo before it was turned, around the same middle.
        var unturned: ZoomPlacement { ZoomPlacement(whole: whole, in: view).unturned(quarters: turns) }
        /// Width ÷ height of that.
        var ratio: Double { turns % 2 == 0 ? whole.width / whole.height : whole.height / whole.width }
        /// Degrees clockwise that it is turned by, the shortest way.
        var angle: Double { turns == 3 ? -90 : Double(turns) * 90 }
        /// Whether all of it is seen.
        var isWhole: Bool { whole.width <= view.width + 1 && whole.height <= view.height + 1 }
    }

    /// Where the photo lies in `widget` now; nil while that is not known.
    func place(in widget: Widget) -> Place? {
        var place = graphene_rect_t()
        guard let origin = Rectangle(of: view.cast(), in: widget), tessera_photo_view_get_place(view, &place) != 0 else {
            return nil
        }
        return Place(whole: Rectangle(place).moved(x: origin.x, y: origin.y), view: origin, turns: zoom.turns)
    }

    /// The blur behind the photo, borrowed.
    var backdrop: OpaquePointer? { tessera_photo_view_get_backdrop(view) }

    func show(_ part: FlightPart) {
        let isWhole = part == .landed || part == .fading, isGoing = part == .leaving || part == .fading
        tessera_photo_view_set_lent(view, isWhole ? 0 : 1)
        gtk_widget_set_can_target(root.widget, isGoing ? 0 : 1)
        gtk_widget_set_can_focus(root.widget, isGoing ? 0 : 1)
        setClass("flying", !isWhole)
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
