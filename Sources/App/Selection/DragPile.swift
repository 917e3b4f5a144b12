// The picture under the pointer while photos are dragged: a pile of them, and their number.
import Browse
import CGTK
import CWidgets
import Desktop

/// A pile of at most three pictures, the first on top.
struct DragPile {
    private let textures: [OpaquePointer]
    private let count: Int

    /// Longer side of a picture in logical pixels.
    private static let side = 112.0
    /// Distance of a picture from the one that lies on it, in either direction.
    private static let step = 6.0
    private static let most = 3
    private static let ink = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
    private static let shade = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    private static let edgeOpacity = 0.35
    private static let padding = (x: 8.0, y: 3.0)

    /// - Parameters:
    ///   - textures: GdkTextures, borrowed.
    ///   - count: Number of all photos that are dragged.
    init(_ textures: [OpaquePointer], count: Int) {
        self.textures = Array(textures.prefix(Self.most))
        self.count = count
    }

    /// Sets the picture of a drag that is about to begin.
    func setIcon(of source: OpaquePointer, on widget: Widget) {
        let snapshot = made(gtk_snapshot_new())
        draw(Drawing(on: snapshot, of: widget), on: widget)
        let icon = gtk_snapshot_free_to_paintable(snapshot, nil)
        gtk_drag_source_set_icon(source, icon, Int32(Self.side / 2), Int32(Self.side / 2))
        if let icon { g_object_unref(icon.object) }
    }

    private func draw(_ drawing: Drawing, on widget: Widget) {
        for (number, texture) in textures.enumerated().reversed() {
            let texture = DrawnTexture(texture)
            let room = Rectangle(
                x: Double(number) * Self.step, y: Double(number) * Self.step, width: Self.side, height: Self.side)
            let picture = room.crop(ratio: texture.ratio).snapped(scale: 1)
            drawing.draw(texture, in: picture)
            drawing.ring(picture, radius: 0, width: 1, Self.shade, opacity: Self.edgeOpacity)
        }
        guard count > 1 else { return }
        let layout = made(gtk_widget_create_pango_layout(widget, GalleryTitle.grouped(count)))
        defer { g_object_unref(layout.object) }
        var text = (width: Int32(0), height: Int32(0))
        pango_layout_get_pixel_size(layout, &text.width, &text.height)
        let height = Double(text.height) + 2 * Self.padding.y
        let pill = Rectangle(
            midX: Self.side / 2, midY: Self.side / 2, width: max(height, Double(text.width) + 2 * Self.padding.x),
            height: height
        ).snapped(scale: 1)
        drawing.fill(pill, radius: height / 2, drawing.themeColour("accent_bg_color") ?? Self.shade, opacity: 1)
        drawing.text(
            layout, x: pill.midX - Double(text.width) / 2, y: pill.y + Self.padding.y, Self.ink, opacity: 1)
    }
}
