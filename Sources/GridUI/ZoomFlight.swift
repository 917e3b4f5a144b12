// The flight of a photo between its tile and its page, on the frame clock.
import Browse
import CDesktop
import CShim
import Desktop
import Logging
import Photos

/// Flies one photo at a time. Both ends are asked for in each frame, so that they may move meanwhile. What is seen of it
/// is in `ZoomFlight+Drawing.swift`.
final class ZoomFlight {
    let page: DetailPage
    let pictures: FlightPictures
    let overlay: Widget
    /// Outlives the window's: a flight is stopped when GTK has destroyed that.
    let root: WidgetReference
    let layer: OpaquePointer
    let log = Logger(label: "zoom")

    /// Where the photo is from, and at which position it is there now.
    private(set) weak var ground: (any FlightGround)?
    private(set) var position = 0
    // Settable from the extension that has it in hand.
    var transition: ZoomTransition?
    private var tick: FrameTick?
    private(set) var lastFrame: Int64?
    /// Where the ends were when they were last known.
    private(set) var tile: ZoomPlacement?
    private(set) var target: ZoomPlacement?
    /// The page's view of the photo.
    private(set) var view = Rectangle(x: 0, y: 0, width: 0, height: 0)
    /// Degrees clockwise that the photo is turned by on its page.
    private(set) var angle = 0.0
    /// Opacities of what comes late, 0 to 1.
    private(set) var picture = 0.0, blur = 0.0
    /// The page comes or goes without a flight; a photo in the air goes where it is.
    private(set) var fade: PageFade?

    /// The photo is home, or gone, and the page closed.
    var onClosed: () -> Void = {}
    /// The user has pulled the photo off its page.
    var onPulledOff: () -> Void = {}

    /// Seconds that something takes to fade.
    private static let fadeTime = 0.2

    /// - Parameter overlay: The GtkOverlay that holds the grid; the layer goes over it, the page over that.
    init(page: DetailPage, pictures: FlightPictures, over overlay: OpaquePointer) {
        self.page = page
        self.pictures = pictures
        self.overlay = overlay.cast()
        let widget = made(tessera_zoom_layer_new())
        root = WidgetReference(widget)
        layer = widget.opaque
        gtk_overlay_add_overlay(overlay, widget)
        page.onPicture = { [weak self] texture, request in
            guard let self else { return }
            pictures.take(texture, of: request, downTo: (self.tile?.whole.width ?? 0) * self.scale)
        }
    }

    /// Whether a photo is between its tile and its page, or that fades.
    var isFlying: Bool { tick != nil }
    /// Whether it is on its way to the tile, or goes.
    var isClosing: Bool { isFlying && isLeaving }
    /// Width ÷ height of the photo; of a square, while nothing is known.
    private var ratio: Double { page.place(in: overlay)?.ratio ?? ratioInTile ?? 1 }
    /// The same by the tile, where that shows the whole photo.
    private var ratioInTile: Double? {
        guard let ground, ground.fit == .fit, let texture = ground.preview(at: position) else { return nil }
        return Double(gdk_texture_get_width(texture)) / Double(gdk_texture_get_height(texture))
    }
    /// How far it is, 0 in the tile and 1 on the page; 0 while nothing flies.
    var progress: Double { transition?.progress ?? 0 }
    var scale: Double { Double(gtk_widget_get_scale_factor(overlay)) }
    /// Whether the desktop wants things to move.
    var areAnimated: Bool { adw_get_enable_animations(overlay) != 0 }

    // MARK: Orders

    /// The page shows the photo at `position` of `ground`, which flies there from its tile, or from where the last one
    /// is in the air. Without a picture in the tile, or without animations, the page fades in.
    func open(_ position: Int, from ground: (any FlightGround)?) {
        let isSame = isFlying && position == self.position
        turn(to: position, of: ground)
        guard areAnimated, let ground, ground.preview(at: position) != nil, let tile = tilePlacement(ratio: ratio) else {
            return startFade(from: fade?.opacity ?? max(0, min(1, progress)), isClosing: false)
        }
        endFade()
        self.tile = tile
        if transition == nil { transition = ZoomTransition(at: tile, ratio: ratio, toward: .opening) }
        transition?.turn(.opening)
        if !isSame { (picture, blur) = (0, 0) }
        depart(showing: isFlying ? .arriving : .departing)
        gtk_widget_grab_focus(page.view.cast())
    }

    /// The page has gone on to another photo of `ground`.
    func turn(to position: Int, of ground: (any FlightGround)?) {
        if position != self.position || ground !== self.ground {
            pictures.clear()
            self.ground?.lend(nil)
        }
        self.position = position
        self.ground = ground
        if isFlying { ground?.lend(position) }
    }

    /// The photo flies home from where it is now: to its tile, which is scrolled into view first. Where there is none, and
    /// without animations, the page fades.
    func close() {
        guard gtk_widget_get_visible(page.root.widget) != 0 else { return }
        // The page may have turned in this very moment.
        turn(to: page.shownIndex ?? position, of: ground)
        ground?.reveal(position)
        ground?.focus(position)
        guard areAnimated, fade == nil, let place = page.place(in: overlay), hold(place) else {
            return startFade(from: fade?.opacity ?? 1, isClosing: true)
        }
        transition?.turn(.closing)
        depart(showing: .leaving)
    }

    /// Takes the photo off its page, or from where it is in the air.
    /// - Returns: false where it has no tile to go to.
    func hold(_ place: DetailPage.Place) -> Bool {
        guard let tile = tilePlacement(ratio: place.ratio) else { return false }
        self.tile = tile
        follow(place)
        if transition == nil {
            transition = ZoomTransition(at: place.unturned, ratio: place.ratio, toward: .byHand)
            (picture, blur) = (1, 1)
        }
        return true
    }

    /// Ends whatever is in the air, without a sight: the window goes.
    func stop() {
        land()
        pictures.clear()
    }

    // MARK: In the air

    func depart(showing part: DetailPage.FlightPart) {
        page.show(part)
        ground?.lend(position)
        if tick == nil { draw() }
        start()
    }

    private func start() {
        guard tick == nil else { return }
        lastFrame = nil
        tick = FrameTick.start(on: overlay) { [weak self] time in self?.frame(at: time) ?? false }
    }

    private func frame(at time: Int64) -> Bool {
        let seconds = lastFrame.map { Double(time - $0) / 1_000_000 } ?? 0
        // Until both ends are laid out the photo waits where it is.
        guard fade != nil || follow() else {
            // There will be nothing to fly to: the page says why.
            guard page.hasEnded else { return true }
            tick = nil
            land()
            return false
        }
        if lastFrame == nil, fade == nil, transition?.phase == .opening { page.show(.arriving) }
        lastFrame = time
        advance(by: seconds)
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
        // A photo that turns on its way moves also where its middle stays.
        let isUpright = angle == 0 || abs(progress - (isLeaving ? 0 : 1)) < 0.002
        return isUpright && transition.hasArrived(tile: tile, page: target)
    }

    /// The page's end is there now.
    private func follow(_ place: DetailPage.Place) {
        (target, view, angle) = (place.unturned, place.view, place.angle)
    }

    /// Asks where the ends are now.
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
        guard let ground, let (tile, view) = ground.place(of: position, in: overlay) else { return nil }
        return ground.fit == .fill
            ? ZoomPlacement(tile: tile, ratio: ratio, in: view)
            : ZoomPlacement(whole: tile.crop(ratio: ratio), in: view)
    }

    private func advance(by seconds: Double) {
        guard fade == nil else {
            fade?.advance(by: seconds)
            return
        }
        if let tile, let target { transition?.advance(by: seconds, tile: tile, page: target) }
        let step = seconds / Self.fadeTime
        picture = drawn == nil ? 0 : min(1, picture + step)
        blur = page.backdrop == nil ? 0 : min(1, blur + step)
    }

    // MARK: Without a flight

    private func startFade(from opacity: Double, isClosing: Bool) {
        fade = PageFade(from: opacity, isClosing: isClosing)
        ground?.lend(nil)
        if isClosing {
            page.show(transition == nil ? .fading : .leaving)
        } else {
            transition = nil
            tessera_zoom_layer_clear(layer)
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

    // MARK: At the end

    /// The page is shown as it is.
    func land() {
        tick?.remove()
        tick = nil
        transition = nil
        endFade()
        ground?.lend(nil)
        page.show(.landed)
        tessera_zoom_layer_clear(layer)
    }

    private func finish() {
        land()
        page.close()
        pictures.clear()
        ground?.focus(position)
        onClosed()
    }
}
