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
    /// The shown photo.
    private var page = PhotoSlide.Page(layers: PhotoLayers())
    private lazy var slide = PhotoSlide(on: widget) { [weak self] in self?.redraw() }
    private lazy var pictureFade = fade()
    private lazy var backdropFade = fade()
    /// The part of the photo that was drawn before its ratio was known, from which the drawn part grows or shrinks to
    /// all of it; nil at rest.
    private var settledFrom: Rectangle?
    private lazy var settling = WidgetAnimation(
        Tween(1, duration: PhotoView.fadeTime, easing: .easeOut), on: widget
    ) { [weak self] _ in self?.redraw() }

    /// How the photo was drawn when the latest turn began, from which it turns to where it lies; nil at rest.
    private var turnedFrom: TurnMotion?
    private lazy var turning = WidgetAnimation(
        Tween(1, duration: PhotoView.turnTime, easing: .easeOut), on: widget
    ) { [weak self] _ in self?.redraw() }

    /// Whether photo and backdrop are drawn elsewhere for now, and therefore not here. Fades continue.
    var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            // What would not be seen to move is in its place when it is seen again.
            if isHidden { endMovement() }
            redraw()
        }
    }
    /// Whether a photo of which only the colour is known fills the view with that, as its backdrop will.
    var fillsWithColour = false
    /// Called during layout when the size available to the photo has changed: may place the photo, and must postpone
    /// everything else.
    var onResize: () -> Void = {}

    /// Duration of a fade, in microseconds.
    private static let fadeTime: Int64 = 250_000
    /// Duration of a turn, in microseconds.
    private static let turnTime: Int64 = 250_000
    /// Fraction of a colour's brightness where it fills the whole view: as dark as a backdrop.
    private static let backdropLight = 0.45

    init() {
        super.init(cssName: "photoview", role: GTK_ACCESSIBLE_ROLE_IMG)
        gtk_widget_set_hexpand(widget, 1)
        gtk_widget_set_vexpand(widget, 1)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        DeviceScale.onChange(under: widget) { [weak self] in self?.rescaled() }
    }

    /// Fits the photo anew: the view has another number of device pixels.
    private func rescaled() {
        endMovement()
        onResize()
        redraw()
    }

    private func fade() -> WidgetAnimation {
        WidgetAnimation(Tween(1, duration: Self.fadeTime), on: widget) { [weak self] _ in self?.redraw() }
    }

    // MARK: Content

    /// The full picture if it is set, else the preview, borrowed; nil where there is neither.
    var shown: OpaquePointer? { (page.layers.picture ?? page.layers.preview)?.pointer }
    /// Bounds of the whole photo after its rotation, where it will be at rest; nil while they are not known.
    var place: Rectangle? { page.place }
    /// Distance from there to where the photo is drawn while it slides in. Beside that, it is drawn on whole device
    /// pixels.
    var slideOffset: Double { slide.offset }
    /// How the photo is drawn relative to its place: in another way while it turns.
    var turn: TurnMotion { turnedFrom.map { $0.settled(by: turning.value) } ?? .rest }
    /// Whether photos move out and in.
    var isSliding: Bool { slide.isRunning }
    /// Number of photos that are moving out; tests count them.
    var slidingPages: Int { slide.isRunning ? slide.pages.count : 0 }
    /// The part of the photo that is drawn, where it has a place: all of it but while its ratio settles.
    var drawnPart: Rectangle? { page.place.map { settled(to: $0) } }
    /// The preview, borrowed; nil if there is none.
    var preview: OpaquePointer? { page.layers.preview?.pointer }
    /// The colour of what no texture of the photo shows; nil for the neutral one.
    var colour: AverageColour? { page.layers.colour }
    /// The backdrop, borrowed.
    var backdrop: OpaquePointer? { newBackdrop?.pointer }
    /// The high-resolution texture, borrowed.
    var sharper: OpaquePointer? { page.layers.sharper?.pointer }

    /// Starts with a photo that has no place yet, and drops the previous one; its backdrop stays until another is set.
    /// - Parameters:
    ///   - preview: A centre crop of the photo.
    ///   - colour: Fills the photo's place where no texture reaches. Without a preview, and while there is no place, a
    ///     darker shade of it fills the view where `fillsWithColour`.
    ///   - step: Whether the previous photo moves out and this one in, and where from: 1 for a photo further on in the
    ///     list, −1 for one further back, 0 for neither.
    func show(preview: OpaquePointer?, colour: AverageColour?, step: Int = 0) {
        // The preview may be the texture that is shown, with no other reference to it.
        let preview = preview.map(DrawnTexture.init)
        if step != 0, !isHidden, place != nil, Animations.areSeen(on: widget) {
            page.layers.pictureOpacity = pictureFade.value
            slide.begin(from: page, step: step)
        } else {
            slide.end()
        }
        dropPhoto()
        (page.layers.preview, page.layers.colour) = (preview, colour)
        redraw()
    }

    /// Places the whole photo. Until the first call neither preview nor picture is drawn.
    /// - Parameters:
    ///   - place: In logical pixels of the view, after the rotation.
    ///   - quarterTurns: Clockwise quarter turns, 0…3.
    ///   - settles: Whether the drawn part moves there because the photo's ratio has turned out to be another one.
    func put(at place: Rectangle, quarterTurns: Int, settles: Bool = false) {
        guard place != page.place || quarterTurns != page.quarterTurns else { return }
        if settles, !isHidden, let drawnPart, Animations.areSeen(on: widget) {
            settledFrom = drawnPart
            settling.jump(to: 0)
            settling.go(to: 1) { [weak self] in self?.settledFrom = nil }
        }
        (page.place, page.quarterTurns) = (place, quarterTurns)
        redraw()
    }

    /// Turns the photo into another place, from where it is drawn now.
    /// - Parameters:
    ///   - quarters: The turn, clockwise where positive.
    ///   - place: In logical pixels of the view, after the turn.
    ///   - quarterTurns: Clockwise quarter turns from then on, 0…3.
    func turn(by quarters: Int, to place: Rectangle, quarterTurns: Int) {
        guard let old = page.place, !isHidden, Animations.areSeen(on: widget) else {
            endMovement()
            return put(at: place, quarterTurns: quarterTurns)
        }
        let start = TurnMotion(from: old, turn, turned: quarters, to: place)
        endMovement()
        turnedFrom = start
        turning.jump(to: 0)
        turning.go(to: 1) { [weak self] in self?.turnedFrom = nil }
        put(at: place, quarterTurns: quarterTurns)
    }

    /// Sets a better preview, the whole photo or a centre crop of it, which is drawn at once. Does nothing once the
    /// picture is set.
    func setPreview(_ texture: OpaquePointer) {
        guard page.layers.picture == nil else { return }
        page.layers.preview.set(texture)
        redraw()
    }

    /// Sets the full picture. The first one fades in over preview or colour, or appears at once where there is neither;
    /// another one replaces it without a fade.
    func setPicture(_ texture: OpaquePointer) {
        let isFirst = page.layers.picture == nil
        page.layers.picture.set(texture)
        if isFirst, page.layers.preview != nil || page.layers.colour != nil {
            pictureFade.jump(to: 0)
            pictureFade.go(to: 1) { [weak self] in self?.dropPreview() }
        } else if !pictureFade.isRunning {
            dropPreview()
        }
        redraw()
    }

    /// Drops what is below the picture, or in its place, so that the next one appears at once.
    func dropPlaceholder() {
        pictureFade.jump(to: 1)
        dropPreview()
    }

    /// Sets the same photo at a higher resolution, for a magnified view; nil removes it. It is not drawn at less than
    /// `PictureLevel.smallestScale`.
    /// - Parameter region: The region that it shows, drawn over the picture; nil for the whole, drawn in its place.
    func setSharper(_ texture: OpaquePointer?, region: PictureRegion? = nil) {
        guard page.layers.sharper.set(texture) else { return }
        redraw()
        guard let whole = page.layers.sharper?.size else { return }
        page.layers.sharperRegion = region ?? PictureRegion(of: whole, x: 0, y: 0, size: whole)
    }

    /// Opacity of the full picture over what lies below it.
    var pictureOpacity: Double { pictureFade.value }
    /// Opacity of the backdrop over the one before it.
    var backdropOpacity: Double { backdropFade.value }
    /// Whether the full picture is fading in.
    var isPictureFading: Bool { pictureFade.isRunning }

    /// Takes the fades over from a zoom transition that has drawn photo and backdrop at these opacities.
    func takeOver(picture: Double, backdrop: Double) {
        for (fade, opacity) in [(pictureFade, picture), (backdropFade, backdrop)] where fade.isRunning {
            fade.move(to: opacity)
        }
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
        slide.end()
        backdropFade.jump(to: 1)
        dropPhoto()
        (oldBackdrop, newBackdrop) = (nil, nil)
        redraw()
    }

    private func dropPhoto() {
        pictureFade.jump(to: 1)
        settling.jump(to: 1)
        turning.jump(to: 1)
        (settledFrom, turnedFrom) = (nil, nil)
        page = PhotoSlide.Page(layers: PhotoLayers())
    }

    private func dropPreview() { (page.layers.preview, page.layers.colour) = (nil, nil) }

    /// Ends slide, settling and turn.
    private func endMovement() {
        slide.end()
        settling.finish()
        turning.finish()
    }

    private func settled(to place: Rectangle) -> Rectangle {
        settledFrom.map { $0.interpolated(to: place, settling.value) } ?? place
    }

    // MARK: Canvas

    override func allocated() {
        endMovement()
        onResize()
    }

    override func unmapped() {
        pictureFade.finish()
        backdropFade.finish()
        endMovement()
    }

    override func destroyed() { clear() }

    override func draw(_ drawing: Drawing) {
        guard !isHidden else { return }
        let sight = bounds
        page.layers.pictureOpacity = pictureFade.value
        let (hidden, scale) = (hiddenPart, scale)
        if let oldBackdrop { drawing.draw(backdrop: oldBackdrop, over: sight, hidden: hidden, scale: scale) }
        if let newBackdrop, !Drawing.isInvisible(backdropFade.value) {
            drawing.draw(
                backdrop: newBackdrop, over: sight, hidden: hidden, opacity: backdropFade.value, scale: scale)
        }
        guard slide.isRunning else { return draw(page, on: drawing, in: sight, turn: turn) }
        for (page, offset) in slide.pages + [(page, slide.offset)] {
            let sight = sight.moved(x: offset, y: 0)
            let isInside = page.place.map { sight.contains($0.moved(x: offset, y: 0)) } ?? true
            // A magnified photo reaches beyond its page.
            if isInside {
                draw(page, on: drawing, in: sight)
            } else {
                drawing.clipped(to: sight) { draw(page, on: drawing, in: sight) }
            }
        }
    }

    /// What the photo hides of the backdrops while it rests; nil for nothing.
    private var hiddenPart: Rectangle? {
        guard !slide.isRunning, settledFrom == nil, turnedFrom == nil, page.layers.hidesAll else { return nil }
        let pixels = pixels
        return page.place?.moved(x: pixels.x, y: pixels.y)
    }

    /// Draws a photo on its page.
    private func draw(
        _ page: PhotoSlide.Page, on drawing: Drawing, in sight: Rectangle, turn: TurnMotion = .rest
    ) {
        let pixels = pixels
        guard let place = page.place?.moved(x: sight.x + pixels.x, y: pixels.y) else {
            if fillsWithColour, page.layers.preview == nil, let colour = page.layers.colour {
                drawing.fill(sight, colour.opaque(light: Self.backdropLight))
            }
            return
        }
        let part = settled(to: place)
        guard settledFrom == nil || slide.isRunning else {
            return drawing.clipped(to: part) {
                draw(page, on: drawing, in: part.covered(ratio: place.width / place.height), sight: sight)
            }
        }
        if turn == .rest {
            draw(page, on: drawing, in: place, sight: sight)
        } else {
            draw(page, turn, on: drawing, in: place)
        }
    }

    /// Draws a photo on its way to its bounds after a turn.
    private func draw(_ page: PhotoSlide.Page, _ turn: TurnMotion, on drawing: Drawing, in place: Rectangle) {
        let upright = ZoomPlacement(whole: place, in: place).unrotated(quarters: page.quarterTurns).whole
        let whole = Rectangle(midX: 0, midY: 0, width: upright.width * turn.size, height: upright.height * turn.size)
        drawing.rotated(
            degrees: Double(90 * page.quarterTurns) + turn.angle, aroundX: place.midX + turn.x, y: place.midY + turn.y
        ) { page.layers.draw(on: drawing, in: whole, seen: whole, scale: scale) }
    }

    /// Draws a photo over its bounds after the rotation.
    private func draw(_ page: PhotoSlide.Page, on drawing: Drawing, in place: Rectangle, sight: Rectangle) {
        guard page.quarterTurns != 0 else {
            return page.layers.draw(on: drawing, in: place, seen: place.intersection(sight), scale: scale)
        }
        let upright = ZoomPlacement(whole: place, in: sight).unrotated(quarters: page.quarterTurns)
        // Around the centre, where coordinates are small: the pixels of a large photo must meet device pixels.
        drawing.rotated(degrees: Double(90 * page.quarterTurns), aroundX: place.midX, y: place.midY) {
            page.layers.draw(
                on: drawing, in: upright.whole.moved(x: -place.midX, y: -place.midY),
                seen: upright.visible.moved(x: -place.midX, y: -place.midY), scale: scale)
        }
    }
}
