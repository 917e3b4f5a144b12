// The picture of the detail page: placement, rotation, preview and full picture, and the fades of picture and backdrop.
import Browse
import CGTK
import Desktop
import ImagePipeline
import Photos

/// A canvas that shows a photo: the tile's texture at first, the full picture faded in over it, and a backdrop behind
/// both. Its owner loads the textures and sets the photo's place.
final class PhotoView: Canvas {
    /// The backdrop that is replaced, until its successor has faded in.
    private var oldBackdrop: DrawnTexture?
    private var newBackdrop: DrawnTexture?
    private var preview: DrawnTexture?
    private var picture: DrawnTexture?
    private var sharperPicture: DrawnTexture?
    /// The region of the photo that `sharperPicture` shows.
    private var sharperRegion = PictureRegion(of: PixelSize(square: 1), x: 0, y: 0, size: PixelSize(square: 1))
    /// Drawn instead of a preview.
    private var colour: AverageColour?
    /// Bounds of the whole photo after its rotation; nil while they are not known.
    private(set) var place: Rectangle?
    private var quarterTurns = 0
    private lazy var pictureFade = fade()
    private lazy var backdropFade = fade()

    /// Whether photo and backdrop are drawn elsewhere for now, and therefore not here. Fades continue.
    var isHidden = false {
        didSet { if isHidden != oldValue { redraw() } }
    }
    /// Called during layout when the size available to the photo has changed: may place the photo, and must postpone
    /// everything else.
    var onResize: () -> Void = {}

    /// Duration of a fade, in microseconds.
    private static let fadeTime: Int64 = 250_000
    /// Fraction of a colour's brightness where it fills the whole view: as dark as a backdrop.
    private static let backdropLight = 0.45

    init() {
        super.init(cssName: "photoview", role: GTK_ACCESSIBLE_ROLE_IMG)
        gtk_widget_set_hexpand(widget, 1)
        gtk_widget_set_vexpand(widget, 1)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    private func fade() -> WidgetAnimation {
        WidgetAnimation(Tween(1, duration: Self.fadeTime), on: widget) { [weak self] _ in self?.redraw() }
    }

    // MARK: Content

    /// The full picture if it is set, else the preview, borrowed; nil where there is neither.
    var shown: OpaquePointer? { (picture ?? preview)?.pointer }
    /// The backdrop, borrowed.
    var backdrop: OpaquePointer? { newBackdrop?.pointer }
    /// The high-resolution texture, borrowed.
    var sharper: OpaquePointer? { sharperPicture?.pointer }

    /// Starts with a photo that has no place yet, and drops the previous one; its backdrop stays until another is set.
    /// - Parameters:
    ///   - preview: A centre crop of the photo.
    ///   - colour: Without a preview, fills the photo's place; while there is none, a darker shade of it fills the
    ///     view.
    func show(preview: OpaquePointer?, colour: AverageColour?) {
        // The preview may be the texture that is shown, with no other reference to it.
        let preview = preview.map(DrawnTexture.init)
        dropPhoto()
        (self.preview, self.colour) = (preview, colour)
        redraw()
    }

    /// Places the whole photo. Until the first call neither preview nor picture is drawn.
    /// - Parameters:
    ///   - place: In logical pixels of the view, after the rotation.
    ///   - quarterTurns: Clockwise quarter turns, 0…3.
    func put(at place: Rectangle, quarterTurns: Int) {
        guard place != self.place || quarterTurns != self.quarterTurns else { return }
        (self.place, self.quarterTurns) = (place, quarterTurns)
        redraw()
    }

    /// Sets a better preview, the whole photo or a centre crop of it, which is drawn at once. Does nothing once the
    /// picture is set.
    func setPreview(_ texture: OpaquePointer) {
        guard picture == nil else { return }
        preview.set(texture)
        redraw()
    }

    /// Sets the full picture. The first one fades in over preview or colour, or appears at once where there is neither;
    /// another one replaces it without a fade.
    func setPicture(_ texture: OpaquePointer) {
        let isFirst = picture == nil
        picture.set(texture)
        if isFirst, preview != nil || colour != nil {
            pictureFade.jump(to: 0)
            pictureFade.go(to: 1) { [weak self] in self?.dropPreview() }
        } else if !pictureFade.isRunning {
            dropPreview()
        }
        redraw()
    }

    /// Sets the same photo at a higher resolution, for a magnified view; nil removes it. It is not drawn at less than
    /// `PictureLevel.smallestScale`.
    /// - Parameter region: The region that it shows, drawn over the picture; nil for the whole, drawn in its place.
    func setSharper(_ texture: OpaquePointer?, region: PictureRegion? = nil) {
        guard sharperPicture.set(texture) else { return }
        redraw()
        guard let whole = sharperPicture?.size else { return }
        sharperRegion = region ?? PictureRegion(of: whole, x: 0, y: 0, size: whole)
    }

    /// Sets the backdrop, which covers the whole view. Nil without a fade removes it.
    /// - Parameter fades: Whether it fades in over the previous one.
    func setBackdrop(_ texture: OpaquePointer?, fades: Bool) {
        guard texture != newBackdrop?.pointer else { return }
        defer { redraw() }
        guard fades else {
            oldBackdrop = nil
            backdropFade.jump(to: 1)
            newBackdrop.set(texture)
            return
        }
        // A backdrop that is still fading in is replaced by the next; the one behind it stays.
        if oldBackdrop == nil || !backdropFade.isRunning { oldBackdrop = newBackdrop }
        newBackdrop.set(texture)
        backdropFade.jump(to: 0)
        backdropFade.go(to: 1) { [weak self] in self?.oldBackdrop = nil }
    }

    /// Drops all textures.
    func clear() {
        backdropFade.jump(to: 1)
        dropPhoto()
        (oldBackdrop, newBackdrop) = (nil, nil)
        redraw()
    }

    private func dropPhoto() {
        pictureFade.jump(to: 1)
        (place, quarterTurns) = (nil, 0)
        dropPreview()
        (picture, sharperPicture) = (nil, nil)
    }

    private func dropPreview() { (preview, colour) = (nil, nil) }

    // MARK: Canvas

    override func allocated() { onResize() }

    override func unmapped() {
        pictureFade.finish()
        backdropFade.finish()
    }

    override func destroyed() { clear() }

    override func draw(_ drawing: Drawing) {
        guard !isHidden else { return }
        let sight = bounds
        if let oldBackdrop { drawing.draw(oldBackdrop, in: sight.covered(ratio: oldBackdrop.ratio)) }
        if let newBackdrop {
            drawing.faded(to: backdropFade.value) {
                drawing.draw(newBackdrop, in: sight.covered(ratio: newBackdrop.ratio))
            }
        }
        guard let place else {
            if let colour { drawing.fill(sight, colour.opaque(light: Self.backdropLight)) }
            return
        }
        guard quarterTurns != 0 else { return drawPhoto(drawing, in: place, seen: place.intersection(sight)) }
        let upright = ZoomPlacement(whole: place, in: sight).unrotated(quarters: quarterTurns)
        // Around the centre, where coordinates are small: the pixels of a large photo must meet device pixels.
        drawing.rotated(degrees: Double(90 * quarterTurns), aroundX: place.midX, y: place.midY) {
            drawPhoto(
                drawing, in: upright.whole.moved(x: -place.midX, y: -place.midY),
                seen: upright.visible.moved(x: -place.midX, y: -place.midY))
        }
    }

    /// Draws the photo before its rotation.
    private func drawPhoto(_ drawing: Drawing, in place: Rectangle, seen: Rectangle) {
        if picture == nil || pictureFade.isRunning {
            if let preview {
                // As the tile was cropped.
                drawing.draw(preview, in: place.crop(ratio: preview.ratio))
            } else if let colour {
                drawing.fill(place, colour.opaque())
            }
        }
        guard let picture else { return }
        drawing.faded(to: pictureFade.value) {
            let sharperPlace =
                sharperPicture == nil ? nil : PictureLevel.place(of: sharperRegion, in: place, scale: scale)
            // A region is decoded only of opaque photos, so it may be drawn over the picture; a whole sharper picture,
            // which may have transparent pixels, replaces it.
            let isHidden = sharperPlace?.contains(seen) ?? false
            if !isHidden { drawing.draw(picture, in: place) }
            if let sharperPicture, let sharperPlace { drawing.draw(sharperPicture, in: sharperPlace) }
        }
    }
}

extension AverageColour {
    /// Returns the colour without transparency.
    /// - Parameter light: Fraction of its brightness.
    func opaque(light: Double = 1) -> GdkRGBA {
        GdkRGBA(
            red: Float(Double(red) * light / 255), green: Float(Double(green) * light / 255),
            blue: Float(Double(blue) * light / 255), alpha: 1)
    }
}
