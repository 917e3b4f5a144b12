// The drawing layer of the zoom transition: the photo between its tile and its page, over the grid and under the page.
import Browse
import CGTK
import Desktop

/// A canvas that draws given frames and knows nothing of springs or pages. It takes no pointer events and requests no
/// size, and is hidden until a frame is drawn.
final class ZoomLayer: Canvas {
    /// One frame of the transition. Opacities are from 0 to 1.
    struct Frame {
        /// Bounds of the photo, before its rotation.
        var placement: ZoomPlacement
        /// Bounds of the page's photo view, which the blur fills.
        var view: Rectangle
        /// Rotation of the photo around its centre, in degrees clockwise.
        var angle: Double
        /// Opacity of the layer's CSS colour over the whole layer.
        var ground: Double
        /// Opacity of the blurred texture over that.
        var blur: Double
        /// Opacity of the picture over the tile's texture.
        var picture: Double
    }

    private var frame: Frame?
    private var tile: DrawnTexture?
    private var picture: DrawnTexture?
    private var blur: DrawnTexture?

    init() {
        super.init(cssName: "zoomlayer", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_widget_set_can_target(widget, 0)
        gtk_widget_set_can_focus(widget, 0)
        gtk_widget_set_visible(widget, 0)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    /// Number of textures of the photo in the last frame: 0 means that nothing of the photo is drawn.
    var pictureCount: Int {
        (tile != nil ? 1 : 0) + (picture != nil && !Drawing.isInvisible(frame?.picture ?? 0) ? 1 : 0)
    }

    /// Sets the frame to draw, and its textures.
    /// - Parameters:
    ///   - tile: A centre crop of the photo.
    ///   - picture: The whole photo.
    ///   - blur: Covers the page's view.
    func show(_ frame: Frame, tile: OpaquePointer?, picture: OpaquePointer?, blur: OpaquePointer?) {
        self.frame = frame
        self.tile.set(tile)
        self.picture.set(picture)
        self.blur.set(blur)
        gtk_widget_set_visible(widget, 1)
        redraw()
    }

    /// Hides the layer and drops its textures.
    func clear() {
        (frame, tile, picture, blur) = (nil, nil, nil, nil)
        gtk_widget_set_visible(widget, 0)
    }

    // MARK: Canvas

    override func measure(_ orientation: GtkOrientation, for other: Int32) -> Int32 { 0 }

    override func destroyed() { (frame, tile, picture, blur) = (nil, nil, nil, nil) }

    override func draw(_ drawing: Drawing) {
        guard let frame else { return }
        if !Drawing.isInvisible(frame.ground) { drawing.fill(bounds, drawing.textColour, opacity: frame.ground) }
        if let blur {
            drawing.clipped(to: frame.view) {
                drawing.faded(to: frame.blur) { drawing.draw(blur, in: frame.view.covered(ratio: blur.ratio)) }
            }
        }
        let placement = frame.placement
        guard frame.angle != 0 else {
            // Cairo clips whole device pixels by rows, but other rectangles by a mask.
            let visible = placement.visible.snapped(scale: scale)
            return draw(drawing, whole: placement.whole, visible: visible, opacity: frame.picture)
        }
        let (x, y) = (placement.whole.midX, placement.whole.midY)
        drawing.rotated(degrees: frame.angle, aroundX: x, y: y) {
            draw(
                drawing, whole: placement.whole.moved(x: -x, y: -y), visible: placement.visible.moved(x: -x, y: -y),
                opacity: frame.picture)
        }
    }

    private func draw(_ drawing: Drawing, whole: Rectangle, visible: Rectangle, opacity: Double) {
        guard visible.width > 0, visible.height > 0 else { return }
        func drawTextures() {
            let isHidden = picture != nil && Drawing.isOpaque(opacity)
            if let tile, !isHidden { drawing.draw(tile, in: whole.crop(ratio: tile.ratio)) }
            if let picture { drawing.faded(to: opacity) { drawing.draw(picture, in: whole) } }
        }
        if visible.contains(whole) { drawTextures() } else { drawing.clipped(to: visible, drawTextures) }
    }
}
