// The flight of a photo between its tile and its page, on the frame clock.
import Browse
import CDesktop
import CShim
import Desktop
import Logging
import Photos

/// Flies one photo at a time. Both ends are asked for in each frame, so that they may move meanwhile.
final class ZoomFlight {
    let page: DetailPage
    private let pictures: FlightPictures
    let overlay: Widget
    /// Outlives the window's: a flight is stopped when GTK has destroyed that.
    private let root: WidgetReference
    let layer: OpaquePointer
    private let log = Logger(label: "zoom")

    /// Where the photo is from, and at which position it is there now.
    private(set) weak var ground: (any FlightGround)?
    private(set) var position = 0
    // Settable from the extension that has it in hand.
    var transition: ZoomTransition?
    private var tick: FrameTick?
    private var lastFrame: Int64?
    /// Where the ends were when they were last known.
    private(set) var tile: ZoomPlacement?
    private(set) var target: ZoomPlacement?
    /// The page's view of the photo.
    private var view = Rectangle(x: 0, y: 0, width: 0, height: 0)
    /// Opacities of what comes late, 0 to 1.
    private var picture = 0.0, blur = 0.0
    /// What is left of a page that has no tile to fly to, 1 to 0.
    private(set) var rest: Double?

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

    /// Whether a photo is between its tile and its page.
    var isFlying: Bool { tick != nil }
    /// Whether it is on its way to the tile.
    var isClosing: Bool { isFlying && (rest != nil || transition?.phase == .closing) }
    /// Width ÷ height of the photo; of a square, while nothing is known.
    private var ratio: Double {
        page.place(in: overlay).map { $0.whole.width / $0.whole.height } ?? ratioInTile ?? 1
    }
    /// The same by the tile, where that shows the whole photo.
    private var ratioInTile: Double? {
        guard let ground, ground.fit == .fit, let texture = ground.preview(at: position) else { return nil }
        return Double(gdk_texture_get_width(texture)) / Double(gdk_texture_get_height(texture))
    }
    /// How far it is, 0 in the tile and 1 on the page; 0 while nothing flies.
    var progress: Double { transition?.progress ?? 0 }
    private var scale: Double { Double(gtk_widget_get_scale_factor(overlay)) }

    // MARK: Orders

    /// The page shows the photo at `position` of `ground`, which flies there from its tile, or from where the last one
    /// is in the air. Without a picture in the tile, or without animations, the page is just there.
    func open(_ position: Int, from ground: (any FlightGround)?) {
        rest = nil
        let isSame = isFlying && position == self.position
        turn(to: position, of: ground)
        guard adw_get_enable_animations(overlay) != 0, let ground, ground.preview(at: position) != nil,
            let tile = tilePlacement(ratio: ratio)
        else { return land() }
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

    /// The photo flies home from where it is now: to its tile, which is scrolled into view first. Where there is none,
    /// the page fades; without animations it is gone.
    func close() {
        guard gtk_widget_get_visible(page.root.widget) != 0 else { return }
        // The page may have turned in this very moment.
        turn(to: page.shownIndex ?? position, of: ground)
        ground?.reveal(position)
        ground?.focus(position)
        guard adw_get_enable_animations(overlay) != 0, let place = page.place(in: overlay) else { return finish() }
        if hold(place) {
            transition?.turn(.closing)
        } else {
            rest = 1
            target = ZoomPlacement(whole: place.whole, in: place.view)
            view = place.view
        }
        depart(showing: .leaving)
    }

    /// Takes the photo off its page, or from where it is in the air.
    /// - Returns: false where it has no tile to go to.
    func hold(_ place: (whole: Rectangle, view: Rectangle)) -> Bool {
        let ratio = place.whole.width / place.whole.height
        guard let tile = tilePlacement(ratio: ratio) else { return false }
        let here = ZoomPlacement(whole: place.whole, in: place.view)
        (self.tile, target, view) = (tile, here, place.view)
        if transition == nil {
            transition = ZoomTransition(at: here, ratio: ratio, toward: .byHand)
            (picture, blur) = (1, 1)
        }
        return true
    }

    /// Ends whatever is in the air, without a sight: the window goes.
    func stop() {
        tick?.remove()
        tick = nil
        land()
        pictures.clear()
    }

    // MARK: In the air

    func depart(showing part: DetailPage.FlightPart) {
        page.show(part)
        ground?.lend(rest == nil ? position : nil)
        guard tick == nil else { return }
        lastFrame = nil
        draw()
        tick = FrameTick.start(on: overlay) { [weak self] time in self?.frame(at: time) ?? false }
    }

    private func frame(at time: Int64) -> Bool {
        let seconds = lastFrame.map { Double(time - $0) / 1_000_000 } ?? 0
        // Until both ends are laid out the photo waits where it is.
        guard follow() else {
            // There will be nothing to fly to: the page says why.
            guard page.hasEnded else { return true }
            tick = nil
            land()
            return false
        }
        if lastFrame == nil, transition?.phase == .opening { page.show(.arriving) }
        lastFrame = time
        advance(by: seconds)
        if hasArrived {
            tick = nil
            if let placement { log.trace("\(trace(placement, isLeaving ? 0 : 1))") }
            log.trace("landed \(isLeaving ? "in the tile" : "on the page")")
            if isLeaving { finish() } else { land() }
            return false
        }
        draw()
        return true
    }

    private var isLeaving: Bool { rest != nil || transition?.phase == .closing }

    private var hasArrived: Bool {
        if let rest { return rest <= 0 }
        guard let transition, let tile, let target else { return true }
        return transition.hasArrived(tile: tile, page: target)
    }

    /// Asks where the ends are now.
    private func follow() -> Bool {
        if let place = page.place(in: overlay) {
            let ratio = place.whole.width / place.whole.height
            transition?.setRatio(ratio)
            target = ZoomPlacement(whole: place.whole, in: place.view)
            view = place.view
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
        if let tile, let target { transition?.advance(by: seconds, tile: tile, page: target) }
        let step = seconds / Self.fadeTime
        picture = drawn == nil ? 0 : min(1, picture + step)
        blur = page.backdrop == nil ? 0 : min(1, blur + step)
        if let rest { self.rest = rest - step }
    }

    /// Where the photo is while it flies.
    var placement: ZoomPlacement? { rest == nil ? transition?.placement : target }

    /// The photo in the size that fits where it is.
    private var drawn: Texture? { placement.flatMap { pictures.best(at: $0.whole.width * scale) } }

    private func draw() {
        guard let placement else { return }
        let part = max(0, rest ?? min(1, progress))
        var frame = TesseraZoomFrame(
            whole: placement.whole.graphene, visible: placement.visible.graphene, view: view.graphene,
            ground: part, blur: part * blur, picture: rest.map { max(0, $0) } ?? picture)
        let preview = rest == nil ? ground?.preview(at: position) : nil
        tessera_zoom_layer_draw(layer, preview, drawn?.pointer, page.backdrop, &frame)
        log.trace("\(trace(placement, part))")
    }

    /// What tests of the whole program read: seconds, progress, where the photo is, how many pictures are drawn of it.
    private func trace(_ placement: ZoomPlacement, _ part: Double) -> String {
        let (whole, visible) = (placement.whole, placement.visible)
        let numbers = [
            Double(lastFrame ?? 0) / 1_000_000, part, whole.x, whole.y, whole.width, whole.height, visible.x, visible.y, visible.width, visible.height,
        ]
        return "frame \(isLeaving ? "closing" : "opening") " + numbers.map { "\($0)" }.joined(separator: " ")
            + " \(tessera_zoom_layer_picture_count(layer))"
    }

    // MARK: At the end

    /// The page is shown as it is.
    private func land() {
        tick?.remove()
        tick = nil
        transition = nil
        rest = nil
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
