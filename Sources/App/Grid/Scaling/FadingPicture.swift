// What a grid looked like before it was laid out for another size of its tiles, fading over what it looks like now.
import Browse
import CGTK
import Desktop

/// The drawing of the last frame before a layout. It keeps the textures in it until it is released.
final class FadingPicture {
    /// Duration of the fade, in microseconds.
    private static let time: Int64 = 160_000
    /// Number of pictures that may lie over each other: those of steps that follow each other within one fade.
    private static let most = 3

    private let node: OpaquePointer
    /// Where the anchor lies in it, in logical pixels of the viewport.
    private let home: TileScaling.Home
    private var fade = Tween(1, duration: time)
    /// Number of pictures in it, itself among them.
    private let depth: Int

    /// Draws a picture; nil where nothing is drawn.
    /// - Parameters:
    ///   - widget: The widget on which it is drawn.
    ///   - home: Where the anchor is drawn now.
    ///   - before: The picture that still fades.
    init?(
        on widget: Widget, home: TileScaling.Home, over before: FadingPicture?,
        _ draw: (Drawing, FadingPicture?) -> Void
    ) {
        let before = before.flatMap { $0.depth < Self.most ? $0 : nil }
        let snapshot = made(gtk_snapshot_new())
        draw(Drawing(on: snapshot, of: widget), before)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        (self.node, self.home, depth) = (node, home, (before?.depth ?? 0) + 1)
    }

    isolated deinit { gsk_render_node_unref(node) }

    /// Begins the fade with the next frame.
    func start() { fade.go(to: 0) }

    /// Goes on to the time of a frame in microseconds.
    func advance(to time: Int64) { fade.advance(to: time) }

    /// Whether nothing is left of it.
    var isOver: Bool { fade.value <= 0 }

    /// Draws it with the anchor at a place.
    func draw(on drawing: Drawing, at place: TileScaling.Home) {
        drawing.faded(to: fade.value) { drawing.moved(from: home, to: place) { drawing.append(node) } }
    }
}
