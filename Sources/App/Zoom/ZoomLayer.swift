// The drawing layer of the zoom transition: the photo between its tile and its page, over the grid and under the page.
import Browse
import CGTK
import Desktop
import Photos

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
        /// Opacity of the layer's CSS colour over the layer, but for the header's room.
        var ground: Double
        /// Height of the header at the layer's upper edge.
        var header: Double
        /// Opacity of that colour there: the grid's title is gone before the photo's comes.
        var headerGround: Double
        /// Opacity of the blurred texture over that.
        var blur: Double
        /// Opacity of the tile's texture, and of what the tile says beside it, over everything else of the photo: it
        /// leaves and arrives as the tile draws it.
        var tile: Double
    }

    private var frame: Frame?
    private var tile: DrawnTexture?
    private var photo = PhotoLayers()
    private var blur: DrawnTexture?
    /// Draws what the tile says beside its picture, over the picture's visible part.
    private var marks: (Drawing, Rectangle) -> Void = { _, _ in }

    init() {
        super.init(cssName: "zoomlayer", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        gtk_widget_set_can_target(widget, 0)
        gtk_widget_set_can_focus(widget, 0)
        gtk_widget_set_visible(widget, 0)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    /// Number of textures of the photo in the last frame: 0 means that nothing but its colour is drawn.
    var pictureCount: Int {
        (tile ?? photo.preview != nil ? 1 : 0)
            + (photo.picture != nil && !Drawing.isInvisible(photo.pictureOpacity) ? 1 : 0)
    }

    /// How much of what lies under the header's room is hidden in the last frame; 0 where none is drawn.
    var groundOfHeader: Double { frame?.headerGround ?? 0 }

    /// Sets the frame to draw, and its textures.
    /// - Parameters:
    ///   - tile: A centre crop of the photo, as its tile shows it.
    ///   - photo: What is drawn of the photo elsewhere than in its tile.
    ///   - blur: Covers the page's view.
    ///   - marks: Draws what the tile says beside its picture, over that.
    func show(
        _ frame: Frame, tile: OpaquePointer?, photo: PhotoLayers, blur: OpaquePointer?,
        marks: @escaping (Drawing, Rectangle) -> Void
    ) {
        (self.frame, self.photo, self.marks) = (frame, photo, marks)
        self.tile.set(tile)
        self.blur.set(blur)
        gtk_widget_set_visible(widget, 1)
        redraw()
    }

    /// Hides the layer and drops its textures.
    func clear() {
        drop()
        gtk_widget_set_visible(widget, 0)
    }

    private func drop() { (frame, tile, photo, blur, marks) = (nil, nil, PhotoLayers(), nil, { _, _ in }) }

    // MARK: Canvas

    override func measure(_ orientation: GtkOrientation, for other: Int32) -> Int32 { 0 }

    override func destroyed() { drop() }

    override func draw(_ drawing: Drawing) {
        guard let frame else { return }
        let placement = frame.placement
        let bounds = bounds, colour = drawing.textColour, header = min(frame.header, bounds.height)
        if !Drawing.isInvisible(frame.headerGround) {
            drawing.fill(
                Rectangle(x: 0, y: 0, width: bounds.width, height: header), colour, opacity: frame.headerGround)
        }
        if !Drawing.isInvisible(frame.ground) {
            drawing.fill(
                Rectangle(x: 0, y: header, width: bounds.width, height: bounds.height - header), colour,
                opacity: frame.ground)
        }
        if let blur, !Drawing.isInvisible(frame.blur) {
            let hidden = frame.angle == 0 && photo.hidesAll ? pixels.snapped(placement.visible) : nil
            drawing.draw(backdrop: blur, over: frame.view, hidden: hidden, opacity: frame.blur, scale: scale)
        }
        guard frame.angle != 0 else {
            // Cairo clips whole device pixels by rows, but other rectangles by a mask.
            let visible = pixels.snapped(placement.visible)
            return draw(frame, on: drawing, whole: placement.whole, visible: visible)
        }
        let (x, y) = (placement.whole.midX, placement.whole.midY)
        drawing.rotated(degrees: frame.angle, aroundX: x, y: y) {
            draw(
                frame, on: drawing, whole: placement.whole.moved(x: -x, y: -y),
                visible: placement.visible.moved(x: -x, y: -y))
        }
    }

    private func draw(_ frame: Frame, on drawing: Drawing, whole: Rectangle, visible: Rectangle) {
        guard visible.width > 0, visible.height > 0 else { return }
        func drawPhoto() {
            let isTileAlone = tile != nil && Drawing.isOpaque(frame.tile)
            if !isTileAlone { photo.draw(on: drawing, in: whole, seen: visible, scale: scale) }
            guard let tile, isTileAlone || photo.picture != nil else { return }
            drawing.faded(to: frame.tile) { drawing.draw(tile, in: TileGeometry.place(of: tile.size, within: whole)) }
        }
        if visible.contains(whole) { drawPhoto() } else { drawing.clipped(to: visible, drawPhoto) }
        drawing.faded(to: frame.tile) { marks(drawing, visible) }
    }
}
