// What a canvas draws in one frame, as rectangles in its logical pixels.
import Browse
import CGTK
import CWidgets
import Desktop

/// One snapshot of a canvas.
struct Drawing {
    private let snapshot: OpaquePointer
    private let widget: Widget

    /// Opacities below and above which eight-bit pixels look fully transparent or opaque.
    private static let nothing = 0.5 / 255, everything = 254.5 / 255

    init(on snapshot: OpaquePointer, of widget: Widget) { (self.snapshot, self.widget) = (snapshot, widget) }

    /// The CSS colour of the canvas.
    var textColour: GdkRGBA {
        var colour = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour)
        return colour
    }

    /// Returns a named colour of the theme; nil where it has none of the name.
    func themeColour(_ name: String) -> GdkRGBA? {
        var colour = GdkRGBA()
        return gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &colour) != 0 ? colour : nil
    }

    /// Draws a texture over a rectangle.
    func draw(_ texture: DrawnTexture, in rectangle: Rectangle) {
        var bounds = rectangle.graphene
        tessera_texture_append(texture.pointer, widget, snapshot, &bounds)
    }

    /// Draws over a rectangle what lies under a texture that lets something through.
    /// - Returns: False, without an effect, where the texture is opaque.
    func drawGround(of texture: DrawnTexture, in rectangle: Rectangle) -> Bool {
        var bounds = rectangle.graphene
        return tessera_texture_append_ground(texture.pointer, widget, snapshot, &bounds) != 0
    }

    /// Draws what was drawn before.
    func draw(_ node: DrawnNode) { gtk_snapshot_append_node(snapshot, node.pointer) }

    // The opacity of the six functions below is the fraction of the colour's own that is drawn.

    /// Fills a rectangle with a colour.
    func fill(_ rectangle: Rectangle, _ colour: GdkRGBA, opacity: Double = 1) {
        var (bounds, colour) = (rectangle.graphene, colour.faded(to: opacity))
        gtk_snapshot_append_color(snapshot, &colour, &bounds)
    }

    /// Fills a rectangle with rounded corners.
    func fill(_ rectangle: Rectangle, radius: Double, _ colour: GdkRGBA, opacity: Double) {
        clipped(to: rectangle, radius: radius) { fill(rectangle, colour, opacity: opacity) }
    }

    /// Draws the outline of a rectangle, one logical pixel wide.
    func outline(_ rectangle: Rectangle, _ colour: GdkRGBA, opacity: Double) {
        var (bounds, outline) = (rectangle.graphene, GskRoundedRect())
        let colour = colour.faded(to: opacity)
        gsk_rounded_rect_init_from_rect(&outline, &bounds, 0)
        gtk_snapshot_append_border(snapshot, &outline, [1, 1, 1, 1], [colour, colour, colour, colour])
    }

    /// Draws a band of a width along the inner side of a rectangle's edge, whose corners are rounded.
    func ring(_ rectangle: Rectangle, radius: Double, width: Double, _ colour: GdkRGBA, opacity: Double = 1) {
        var (bounds, outline) = (rectangle.graphene, GskRoundedRect())
        let colour = colour.faded(to: opacity), width = Float(width)
        gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
        gtk_snapshot_append_border(
            snapshot, &outline, [width, width, width, width], [colour, colour, colour, colour])
    }

    /// Draws text with its upper left corner at a point.
    func text(_ layout: OpaquePointer, x: Double, y: Double, _ colour: GdkRGBA, opacity: Double) {
        var (corner, colour) = (graphene_point_t(x: Float(x), y: Float(y)), colour.faded(to: opacity))
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &corner)
        gtk_snapshot_append_layout(snapshot, layout, &colour)
        gtk_snapshot_restore(snapshot)
    }

    /// Draws a symbolic icon of the theme, a GtkIconPaintable, in one colour.
    func symbol(_ icon: OpaquePointer, in rectangle: Rectangle, _ colour: GdkRGBA, opacity: Double) {
        var corner = graphene_point_t(x: Float(rectangle.x), y: Float(rectangle.y))
        var colours = [colour.faded(to: opacity)]
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &corner)
        gtk_symbolic_paintable_snapshot_symbolic(
            icon, snapshot, rectangle.width, rectangle.height, &colours, gsize(colours.count))
        gtk_snapshot_restore(snapshot)
    }

    /// Draws only what lies in a rectangle. A clip doubles the cost of a picture under software rendering.
    func clipped(to rectangle: Rectangle, _ body: () -> Void) {
        var bounds = rectangle.graphene
        gtk_snapshot_push_clip(snapshot, &bounds)
        body()
        gtk_snapshot_pop(snapshot)
    }

    /// Draws only what lies in a rectangle with rounded corners.
    func clipped(to rectangle: Rectangle, radius: Double, _ body: () -> Void) {
        var (bounds, shape) = (rectangle.graphene, GskRoundedRect())
        gsk_rounded_rect_init_from_rect(&shape, &bounds, Float(radius))
        gtk_snapshot_push_rounded_clip(snapshot, &shape)
        body()
        gtk_snapshot_pop(snapshot)
    }

    /// Draws with an opacity from 0 to 1. What looks transparent is not drawn, and what looks opaque is drawn without
    /// an intermediate layer, which doubles the cost of its area under the cairo renderer.
    func faded(to opacity: Double, _ body: () -> Void) {
        if Self.isInvisible(opacity) { return }
        if Self.isOpaque(opacity) { return body() }
        gtk_snapshot_push_opacity(snapshot, opacity)
        body()
        gtk_snapshot_pop(snapshot)
    }

    /// Whether nothing is seen of what is drawn with an opacity.
    static func isInvisible(_ opacity: Double) -> Bool { opacity < nothing }
    /// Whether what is drawn with an opacity hides everything behind it.
    static func isOpaque(_ opacity: Double) -> Bool { opacity >= everything }

    /// Draws as if a place lay at another one, and what is around it accordingly.
    func moved(from home: TileScaling.Home, to place: TileScaling.Home, _ body: () -> Void) {
        let scale = place.height / home.height
        var shift = graphene_point_t(x: Float(place.x - home.x * scale), y: Float(place.y - home.y * scale))
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &shift)
        if scale != 1 { gtk_snapshot_scale(snapshot, Float(scale), Float(scale)) }
        body()
        gtk_snapshot_restore(snapshot)
    }

    /// Draws a child of the widget where it was placed, moved down by some pixels.
    func draw(child: Widget, movedDown distance: Double = 0) {
        var shift = graphene_point_t(x: 0, y: Float(distance))
        gtk_snapshot_save(snapshot)
        if distance != 0 { gtk_snapshot_translate(snapshot, &shift) }
        gtk_widget_snapshot_child(widget, child, snapshot)
        gtk_snapshot_restore(snapshot)
    }

    /// Calls a function of the shim that draws.
    func withSnapshot(_ body: (OpaquePointer) -> Void) { body(snapshot) }

    /// Draws what was drawn before.
    func append(_ node: OpaquePointer) { gtk_snapshot_append_node(snapshot, node) }

    /// Draws in coordinates around a point, rotated clockwise.
    func rotated(degrees: Double, aroundX x: Double, y: Double, _ body: () -> Void) {
        var middle = graphene_point_t(x: Float(x), y: Float(y))
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &middle)
        gtk_snapshot_rotate(snapshot, Float(degrees))
        body()
        gtk_snapshot_restore(snapshot)
    }
}

extension Rectangle {
    var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}

extension GdkRGBA {
    /// Returns the colour with a fraction of its opacity.
    fileprivate func faded(to opacity: Double) -> GdkRGBA {
        GdkRGBA(red: red, green: green, blue: blue, alpha: alpha * Float(opacity))
    }
}
