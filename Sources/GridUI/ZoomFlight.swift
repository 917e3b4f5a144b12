// The course of a zoom transition between tile and page, on the frame clock.
import Browse
import CGTK
import Desktop
import Logging
import Photos

/// The zoom transition of one photo at a time. Reads the places of tile and page anew in each frame, since both may
/// move. One frame's drawing is in `ZoomFlight+Drawing.swift`.
final class ZoomFlight {
    let page: DetailPage
    let pictures: FlightPictures
    let overlay: Widget
    /// Kept alive beyond the window's own reference: a transition is stopped after GTK has destroyed the window.
    let root: WidgetReference
    let layer = ZoomLayer()
    let log = Logger(label: "zoom")

    /// The transition origin, and the photo that is there.
    private(set) weak var ground: (any FlightGround)?
    private(set) var photo: PhotoRef?
    // Settable for the extension that handles gestures.
    var transition: ZoomTransition?
    private var tick: FrameTick?
    private(set) var lastFrame: Int64?
    /// The last known placements of the photo in its tile and on its page.
    private(set) var tile: ZoomPlacement?
    private(set) var target: ZoomPlacement?
    /// Bounds of the page's view of the photo.
    private(set) var view = Rectangle(x: 0, y: 0, width: 0, height: 0)
    /// Clockwise rotation of the photo on its page, in degrees.
    private(set) var angle = 0.0
    /// Opacities of the photo's texture and of the blur, which may become available only during the transition; 0 to 1.
    private(set) var picture = Tween(0, duration: fadeTime), blur = Tween(0, duration: fadeTime)
    /// The fade of the page where there is no zoom transition. A photo that is in transition is drawn in its place and
    /// fades with the page.
    private(set) var fade: PageFade?

    /// Called when the photo is back in its tile, or has faded out, and the page is closed.
    var onClosed: () -> Void = {}
    /// Called when the user has pulled the photo off its page.
    var onPulledOff: () -> Void = {}

    /// Duration of the fade of texture and blur, in microseconds.
    private static let fadeTime: Int64 = 200_000

    /// - Parameter overlay: The GtkOverlay that holds the grid. The zoom layer is added over the grid; the page is to
    ///   be added over the layer.
    init(page: DetailPage, pictures: FlightPictures, over overlay: OpaquePointer) {
        self.page = page
        self.pictures = pictures
        self.overlay = overlay.cast()
        root = WidgetReference(layer.widget)
        gtk_overlay_add_overlay(overlay, layer.widget)
        page.onPicture = { [weak self] texture, request in
            guard let self else { return }
            pictures.take(texture, of: request, downTo: (self.tile?.whole.width ?? 0) * self.scale)
        }
    }

    /// Whether a zoom transition or a fade runs.
    var isFlying: Bool { tick != nil }
    /// Whether one runs toward the tile, or out.
    var isClosing: Bool { isFlying && isLeaving }
    /// Width ÷ height of the photo; 1 while it is not known.
    private var ratio: Double { page.place(in: overlay)?.ratio ?? ratioInTile ?? 1 }
    /// Width ÷ height of the tile's texture, where the tile shows the whole photo.
    private var ratioInTile: Double? {
        guard let ground, let photo, ground.fit == .fit, let texture = ground.preview(of: photo) else { return nil }
        return Double(gdk_texture_get_width(texture)) / Double(gdk_texture_get_height(texture))
    }
    /// Progress of the transition, 0 in the tile and 1 on the page; 0 while none runs.
    var progress: Double { transition?.progress ?? 0 }
    var scale: Double { Double(gtk_widget_get_scale_factor(overlay)) }
    /// Whether the desktop allows animations.
    var areAnimated: Bool { Animations.areWanted(on: overlay) }

    // MARK: Opening and closing

    /// Starts the transition to the page of a photo: from its tile, or from the place that the last
    /// photo has in a running transition. Without a picture in the tile, or without animations, the page fades in.
    func open(_ ref: PhotoRef, from ground: (any FlightGround)?) {
        let isSame = isFlying && ref == photo
        turn(to: ref, of: ground)
        guard areAnimated, let ground, ground.preview(of: ref) != nil, let tile = tilePlacement(ratio: ratio) else {
            return startFade(from: fade?.opacity ?? max(0, min(1, progress)), isClosing: false)
        }
        endFade()
        self.tile = tile
        if transition == nil { transition = ZoomTransition(at: tile, ratio: ratio, toward: .opening) }
        transition?.turn(.opening)
        if !isSame { setFades(0) }
        depart(showing: isFlying ? .arriving : .departing)
        gtk_widget_grab_focus(page.view.cast())
    }

    /// Takes note that the page shows a photo of `ground`.
    func turn(to ref: PhotoRef, of ground: (any FlightGround)?) {
        if ref != photo || ground !== self.ground {
            pictures.clear()
            self.ground?.lend(nil)
        }
        photo = ref
        self.ground = ground
        if isFlying { ground?.lend(ref) }
    }

    /// Starts the transition back to the tile, from the photo's present place, and scrolls the tile into view first.
    /// Without a tile, or without animations, the page fades out.
    func close() {
        guard gtk_widget_get_visible(page.root.widget) != 0 else { return }
        // The page may have navigated in this main-loop iteration.
        if let shown = page.shownRef { turn(to: shown, of: ground) }
        if let photo {
            ground?.reveal(photo)
            ground?.focus(photo)
        }
        guard areAnimated, fade == nil, let place = page.place(in: overlay), hold(place) else {
            return startFade(from: fade?.opacity ?? 1, isClosing: true)
        }
        transition?.turn(.closing)
        depart(showing: .leaving)
    }

    /// Prepares the transition from the page, or goes on with the one that runs.
    /// - Returns: False where the photo has no tile to go to.
    func hold(_ place: DetailPage.Place) -> Bool {
        guard let tile = tilePlacement(ratio: place.ratio) else { return false }
        self.tile = tile
        follow(place)
        if transition == nil {
            transition = ZoomTransition(at: place.unturned, ratio: place.ratio, toward: .byHand)
            setFades(1)
        }
        return true
    }

    /// Ends a running transition at once: the window closes.
    func stop() {
        land()
        pictures.clear()
    }

    // MARK: Frames

    func depart(showing part: DetailPage.FlightPart) {
        page.show(part)
        ground?.lend(photo)
        if tick == nil { draw() }
        start()
    }

    private func start() {
        guard tick == nil else { return }
        lastFrame = nil
        tick = FrameTick.start(on: overlay) { [weak self] time in self?.frame(at: time) ?? false }
    }

    private func frame(at time: Int64) -> Bool {
        let previous = lastFrame ?? time
        // Until both ends are laid out, the photo waits in its place.
        guard fade != nil || follow() else {
            // The page has failed and will have no place for the photo; it shows the reason.
            guard page.hasEnded else { return true }
            tick = nil
            land()
            return false
        }
        if lastFrame == nil, fade == nil, transition?.phase == .opening { page.show(.arriving) }
        lastFrame = time
        advance(from: previous, to: time)
        if hasArrived {
            tick = nil
            if fade == nil, let placement { log.trace("\(trace(placement, isLeaving ? 0 : 1))") }
            log.trace("landed \(isLeaving ? "in the tile" : "on the page")")
            if isLeaving { finish() } else { land() }
            return false
        }
        draw()
        return true
    }

    var isLeaving: Bool { fade?.isClosing ?? (transition?.phase == .closing) }

    private var hasArrived: Bool {
        if let fade { return fade.isOver }
        guard let transition, let tile, let target else { return true }
        // A photo that rotates on the way moves even while its centre rests.
        let isUpright = angle == 0 || abs(progress - (isLeaving ? 0 : 1)) < 0.002
        return isUpright && transition.hasArrived(tile: tile, page: target)
    }

    /// Updates the page's end of the transition.
    private func follow(_ place: DetailPage.Place) {
        (target, view, angle) = (place.unturned, place.view, place.angle)
    }

    /// Updates both ends of the transition.
    /// - Returns: Whether the transition can go on.
    private func follow() -> Bool {
        if let place = page.place(in: overlay) {
            transition?.setRatio(place.ratio)
            follow(place)
        }
        guard let transition else { return true }
        if let tile = tilePlacement(ratio: transition.ratio) { self.tile = tile }
        return tile != nil && target != nil
    }

    private func tilePlacement(ratio: Double) -> ZoomPlacement? {
        guard let ground, let photo, let (tile, view) = ground.place(of: photo, in: overlay) else { return nil }
        return ground.fit == .fill
            ? ZoomPlacement(tile: tile, ratio: ratio, in: view)
            : ZoomPlacement(whole: tile.crop(ratio: ratio), in: view)
    }

    private func advance(from previous: Int64, to time: Int64) {
        guard fade == nil else {
            fade?.advance(to: time)
            return
        }
        let seconds = Double(time - previous) / 1_000_000
        if let tile, let target { transition?.advance(by: seconds, tile: tile, page: target) }
        Self.follow(&picture, isThere: drawn != nil, from: previous, to: time)
        Self.follow(&blur, isThere: page.backdrop != nil, from: previous, to: time)
    }

    /// Fades in what is there, and hides at once what is not.
    private static func follow(_ opacity: inout Tween, isThere: Bool, from previous: Int64, to time: Int64) {
        guard isThere else { return opacity.jump(to: 0) }
        if opacity.target == 0 { opacity.go(to: 1, since: previous) }
        opacity.advance(to: time)
    }

    private func setFades(_ opacity: Double) {
        picture.jump(to: opacity)
        blur.jump(to: opacity)
    }

    // MARK: Fade without a transition

    private func startFade(from opacity: Double, isClosing: Bool) {
        fade = PageFade(from: opacity, isClosing: isClosing, since: isFlying ? lastFrame : nil)
        ground?.lend(nil)
        if isClosing {
            page.show(transition == nil ? .fading : .leaving)
        } else {
            transition = nil
            layer.clear()
            page.show(.landed)
            gtk_widget_grab_focus(page.view.cast())
        }
        draw()
        start()
    }

    private func endFade() {
        guard fade != nil else { return }
        fade = nil
        setOpacity(1)
    }

    // MARK: End

    /// Ends transition and fade; the page draws everything itself.
    func land() {
        tick?.remove()
        tick = nil
        transition = nil
        endFade()
        ground?.lend(nil)
        page.show(.landed)
        layer.clear()
    }

    private func finish() {
        land()
        page.close()
        pictures.clear()
        if let photo { ground?.focus(photo) }
        onClosed()
    }
}
