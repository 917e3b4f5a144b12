// The detail page during a zoom transition: the geometry of its photo, and which parts the page draws itself.
import Browse
import CGTK
import Desktop

extension DetailPage {
    /// A state of the page during a zoom transition: what the zoom layer draws in place of the page.
    enum TransitionPart {
        /// The page draws everything itself.
        case landed
        /// The zoom layer draws background and photo.
        case flying
        /// The zoom layer draws background and photo, and the page takes no pointer or keyboard input.
        case leaving
        /// The page draws everything itself, but takes no pointer or keyboard input.
        case fading
    }

    /// The geometry of the shown photo.
    struct PhotoGeometry {
        /// Bounds of the whole photo, as it is rotated.
        let whole: Rectangle
        /// Bounds of the page's view.
        let view: Rectangle
        /// Clockwise quarter turns, 0…3.
        let quarterTurns: Int

        /// The placement of the photo before its rotation, around the same centre.
        var unrotated: ZoomPlacement { ZoomPlacement(whole: whole, in: view).unrotated(quarters: quarterTurns) }
        /// Width ÷ height of the photo before its rotation.
        var ratio: Double { quarterTurns % 2 == 0 ? whole.width / whole.height : whole.height / whole.width }
        /// Clockwise rotation in degrees, the shortest way: −90 for three quarters.
        var angle: Double { quarterTurns == 3 ? -90 : Double(quarterTurns) * 90 }
        /// Whether the view shows the whole photo.
        var isWhole: Bool { whole.width <= view.width + 1 && whole.height <= view.height + 1 }
    }

    /// Returns the geometry of the photo in `widget`; nil while it is not known.
    func geometry(in widget: Widget) -> PhotoGeometry? {
        guard let frame = Rectangle(of: view.cast(), in: widget), let bounds = widgets.picture.place else { return nil }
        // A photo that slides in is taken from where it is.
        let pixels = widgets.picture.pixels
        return PhotoGeometry(
            whole: bounds.moved(x: frame.x + pixels.x + widgets.picture.slideOffset, y: frame.y + pixels.y),
            view: frame,
            quarterTurns: zoom.quarterTurns)
    }

    /// The blur behind the photo, borrowed.
    var backdrop: OpaquePointer? { widgets.picture.backdrop }

    /// Applies a state of the zoom transition to the page.
    func show(_ part: TransitionPart) {
        let isWhole = part == .landed || part == .fading, isGoing = part == .leaving || part == .fading
        widgets.picture.isHidden = !isWhole
        gtk_widget_set_can_target(root.widget, isGoing ? 0 : 1)
        gtk_widget_set_can_focus(root.widget, isGoing ? 0 : 1)
        if isWhole {
            gtk_widget_remove_css_class(root.widget, "in-transition")
            widgets.setOpacityOfControls(1)
        } else {
            gtk_widget_add_css_class(root.widget, "in-transition")
        }
    }
}

extension Rectangle {
    /// The bounds of a widget in the coordinates of one above it; nil before both are laid out.
    init?(of widget: Widget, in other: Widget) {
        var x = 0.0, y = 0.0
        let width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget)
        guard width > 1, height > 1, gtk_widget_translate_coordinates(widget, other, 0, 0, &x, &y) != 0 else {
            return nil
        }
        self.init(x: x, y: y, width: Double(width), height: Double(height))
    }
}
