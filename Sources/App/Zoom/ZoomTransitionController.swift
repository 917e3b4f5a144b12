// The course of a zoom transition between tile and page, on the frame clock.
import Browse
import CGTK
import Desktop
import Library
import Logging
import Photos

/// The zoom transition of one photo at a time. Reads the bounds of tile and page anew in each frame, since both may
/// move.
final class ZoomTransitionController {
    private let page: DetailPage
    private let pictures: TransitionPictures
    private let overlay: Widget
    /// Kept alive beyond the window's own reference: a transition is stopped after GTK has destroyed the window.
    private let root: WidgetReference
    let layer = ZoomLayer()
    private let log = Logger(label: "zoom")

    /// The transition origin, and the photo that is there.
    private weak var origin: (any TransitionOrigin)?
    private var photo: PhotoRef?
    /// What moves, and where it comes from and goes. Without a zoom transition the page fades; a photo that is in
    /// transition is drawn in its place and fades with the page.
    private(set) var course = TransitionCourse()
    private var fades = TransitionFades()
    private var tick: FrameTick?
    private var lastFrame: Int64?

    private let onClosed: () -> Void
    let onPulledOff: () -> Void

    /// Dismiss threshold: fraction of the way to the tile, after projecting the release velocity 100 ms ahead.
    private static let meant = 0.25
    /// Least fraction of the way to the tile for any dismissal, whatever the release velocity: less is accidental.
    private static let slip = 0.05
    /// Distance in pixels from its place on the page from which a photo has all but arrived.
    private static let nearlyThere = 6.0
    /// Fraction of the way from the tile over which the tile's texture gives way to the photo's own.
    private static let tileWay = 0.25

    /// - Parameters:
    ///   - overlay: The GtkOverlay that holds the grid. The zoom layer is added over the grid; the page is to be added
    ///     over the layer.
    ///   - onClosed: Called when the photo is back in its tile, or has faded out, and the page is closed.
    ///   - onPulledOff: Called when the user has pulled the photo off its page.
    init(
        page: DetailPage, pictures: TransitionPictures, over overlay: OpaquePointer, onClosed: @escaping () -> Void,
        onPulledOff: @escaping () -> Void
    ) {
        (self.onClosed, self.onPulledOff) = (onClosed, onPulledOff)
        self.page = page
        self.pictures = pictures
        self.overlay = overlay.cast()
        root = WidgetReference(layer.widget)
        gtk_overlay_add_overlay(overlay, layer.widget)
        page.picture.onPicture = { [weak self] texture, request in
            guard let self else { return }
            pictures.take(texture, of: request, downTo: (self.course.tile?.whole.width ?? 0) * self.scale)
        }
    }

    /// Whether a zoom transition or a fade runs.
    var isRunning: Bool { tick != nil }
    /// Whether one runs toward the tile, or out.
    var isClosing: Bool { isRunning && course.isLeaving }
    /// Width ÷ height of the photo; 1 while it is not known.
    private var ratio: Double { page.zoom.ratio ?? ratioInTile ?? 1 }
    /// Width ÷ height of the tile's texture, where the tile shows the whole photo.
    private var ratioInTile: Double? {
        guard origin?.fit == .fit, let texture = textureInTile else { return nil }
        return PixelSize(of: texture).aspectRatio
    }

    /// The photo's texture in the size that fits its present width.
    private var drawn: Texture? {
        let isNeeded = textureInTile == nil || fades.picture > 0
        return course.placement.flatMap { pictures.best(at: $0.whole.width * scale, isNeeded: isNeeded) }
    }
    /// The texture that the photo's tile shows, borrowed for as long as it does.
    private var textureInTile: OpaquePointer? { photo.flatMap { origin?.preview(of: $0) } }
    private var scale: Double { DeviceScale.of(overlay) }
    /// Whether the desktop allows animations.
    private var areAnimated: Bool { Animations.areWanted(on: overlay) }

    // MARK: Opening and closing

    /// Starts the transition to the page of a photo: from its tile, or from the place that the last
    /// photo has in a running transition. Without a picture in the tile, or without animations, the page fades in.
    func open(_ ref: PhotoRef, from origin: (any TransitionOrigin)?) {
        let isSame = isRunning && ref == photo
        follow(photo: ref, of: origin)
        guard areAnimated, let origin, origin.preview(of: ref) != nil, let tile = tilePlacement(ratio: ratio) else {
            return startFade(from: course.fade?.opacity ?? max(0, min(1, course.progress)), isClosing: false)
        }
        endFade()
        course.open(from: tile, ratio: ratio)
        if !isSame { fades.set(picture: 0, blur: 0) }
        depart(showing: .flying)
        gtk_widget_grab_focus(page.view.cast())
    }

    /// Takes note that the page shows a photo of `origin`.
    func follow(photo ref: PhotoRef, of origin: (any TransitionOrigin)?) {
        if ref != photo || origin !== self.origin {
            pictures.keep(of: page.shownRef == ref ? page.shownPhoto?.id : nil, in: page.shownSource?.identity)
            self.origin?.hideForTransition(nil)
        }
        photo = ref
        self.origin = origin
        if isRunning { origin?.hideForTransition(ref) }
    }

    /// Call before the page shows another photo. A photo that has all but arrived is put on its page, from which it
    /// moves out; another one goes on flying as the next photo.
    func willTurn() {
        guard course.transition?.phase == .opening, let placement = course.placement, let page = course.page,
            canPageGoOn, course.angle == 0
        else { return }
        let (now, end) = (placement.visible, page.visible)
        let way = [now.x - end.x, now.y - end.y, now.maxX - end.maxX, now.maxY - end.maxY].map(abs).max() ?? 0
        if way < Self.nearlyThere { land() }
    }

    /// Starts the transition back to the tile, from the photo's present place, and scrolls the tile into view first.
    /// Without a tile, or without animations, the page fades out.
    func close() {
        guard gtk_widget_get_visible(page.root.widget) != 0 else { return }
        // The page may have navigated in this main-loop iteration.
        if let shown = page.shownRef { follow(photo: shown, of: origin) }
        if let photo {
            origin?.reveal(photo)
            origin?.focus(photo)
        }
        page.picture.proportions.stopWaiting()
        guard areAnimated, course.fade == nil, let geometry = page.geometry(in: overlay), hold(geometry) else {
            return startFade(from: course.fade?.opacity ?? 1, isClosing: true)
        }
        course.move { $0.redirect(to: .closing) }
        depart(showing: .leaving)
    }

    /// Prepares the transition from the page, or goes on with the one that runs.
    /// - Returns: False where the photo has no tile to go to.
    private func hold(_ geometry: DetailPage.PhotoGeometry) -> Bool {
        guard let tile = tilePlacement(ratio: geometry.ratio) else { return false }
        if course.leave(geometry, to: tile) {
            fades.set(picture: page.widgets.picture.pictureOpacity, blur: page.widgets.picture.backdropOpacity)
        }
        return true
    }

    /// Ends a running transition at once: the window closes.
    func stop() {
        land()
        pictures.clear()
    }

    // MARK: Frames

    private func depart(showing part: DetailPage.TransitionPart) {
        page.show(part)
        origin?.hideForTransition(photo)
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
        guard course.fade != nil || follow() else {
            // The page has failed and will have no place for the photo; it shows the reason.
            guard page.hasEnded else { return true }
            tick = nil
            land()
            return false
        }
        lastFrame = time
        let wasAtRest = isAtRest
        advance(from: previous, to: time)
        if hasArrived, wasAtRest {
            tick = nil
            log.trace("landed \(course.isLeaving ? "in the tile" : "on the page")")
            if course.isLeaving { finish() } else { land() }
            return false
        }
        if hasArrived { course.move { $0.rest(tile: $1, page: $2) } }
        draw()
        return true
    }

    private var hasArrived: Bool {
        if let fade = course.fade { return fade.isOver }
        guard let transition = course.transition, let (tile, page) = course.ends else { return true }
        // A photo that rotates on the way moves even while its centre rests.
        let isUpright = course.angle == 0 || abs(course.progress - (course.isLeaving ? 0 : 1)) < 0.002
        return isUpright && (course.isLeaving || canPageGoOn) && transition.hasArrived(tile: tile, page: page)
    }

    /// Whether the page can draw what the last frame has shown of fades.
    private var canPageGoOn: Bool { fades.areOver || page.widgets.picture.isPictureFading }

    /// Whether the last frame has shown the photo exactly where tile or page draw it in the next one.
    private var isAtRest: Bool {
        guard course.fade == nil, let transition = course.transition, let (tile, page) = course.ends else {
            return true
        }
        return transition.isAtRest(tile: tile, page: page)
    }

    /// Updates both ends of the transition.
    /// - Returns: Whether the transition can go on.
    private func follow() -> Bool {
        if let geometry = page.geometry(in: overlay) {
            course.move { $0.setRatio(geometry.ratio) }
            course.follow(geometry)
        }
        guard let transition = course.transition else { return true }
        if let tile = tilePlacement(ratio: transition.ratio) { course.tile = tile }
        return course.ends != nil
    }

    private func tilePlacement(ratio: Double) -> ZoomPlacement? {
        guard let origin, let photo, let (tile, view) = origin.geometry(of: photo, in: overlay) else { return nil }
        // A tile that shows the whole photo has its texture's ratio, which is rounded to pixels.
        let ratio = origin.fit == .fit ? ratioInTile ?? ratio : ratio
        return ZoomPlacement(tile: tile, ratio: ratio, fit: origin.fit, in: view, scale: scale)
    }

    private func advance(from previous: Int64, to time: Int64) {
        guard course.fade == nil else { return course.advanceFade(to: time) }
        let seconds = Double(time - previous) / 1_000_000
        course.move { $0.advance(by: seconds, tile: $1, page: $2) }
        fades.follow(hasPicture: drawn != nil, hasBlur: page.backdrop != nil, from: previous, to: time)
    }

    // MARK: Drawing

    private func draw() {
        if let fade = course.fade {
            setOpacity(min(1, 2 * fade.opacity))
            page.widgets.setOpacityOfControls(Self.late(fade.opacity))
            return log.trace("fade \(fade.isClosing ? "closing" : "opening") \(fade.opacity)")
        }
        guard let placement = course.placement else { return }
        let part = max(0, min(1, course.progress))
        page.widgets.setOpacityOfControls(Self.late(part))
        let tile = textureInTile, header = gtk_widget_get_height(page.widgets.header.cast())
        let page = page.widgets.picture
        layer.show(
            ZoomLayer.Frame(
                placement: placement, view: course.view, angle: course.angleOnTheWay, ground: part,
                header: Double(header), headerGround: min(1, 2 * part), blur: Self.late(part) * fades.blur,
                tile: max(0, 1 - part / Self.tileWay)),
            tile: tile,
            photo: PhotoLayers(
                preview: (tile ?? page.preview).map(DrawnTexture.init), picture: drawn.map { DrawnTexture($0.pointer) },
                colour: page.colour, pictureOpacity: fades.picture),
            blur: page.backdrop
        ) { [weak origin, photo] drawing, picture in
            if let photo { origin?.drawMarks(of: photo, on: drawing, over: picture) }
        }
        let line = TransitionTrace.line(
            isLeaving: course.isLeaving, time: lastFrame ?? 0, progress: part, placement, pictures: layer.pictureCount)
        log.trace("\(line)")
    }

    /// The opacity of what is seen on the second half of the way to the page alone. The blur is the most costly part of
    /// a frame, and little of it is seen while much of the grid is; the page's title comes when the grid's is gone.
    private static func late(_ part: Double) -> Double { max(0, 2 * part - 1) }

    private func setOpacity(_ opacity: Double) {
        gtk_widget_set_opacity(page.root.widget, opacity)
        gtk_widget_set_opacity(root.widget, opacity)
    }

    // MARK: Gestures

    /// Puts the photo under the control of a gesture, from its page or from a running transition. It rests until it is
    /// dragged.
    /// - Returns: False where it cannot be pulled: it is magnified, controlled by another gesture, without a tile to go
    ///   to, or animations are off.
    func grab() -> Bool {
        guard gtk_widget_get_visible(page.root.widget) != 0, areAnimated, course.fade == nil, !course.isHeld,
            let geometry = page.geometry(in: overlay), geometry.isWhole
        else { return false }
        if let shown = page.shownRef { follow(photo: shown, of: origin) }
        if let photo { origin?.reveal(photo) }
        guard hold(geometry) else { return false }
        course.move { $0.grab() }
        depart(showing: .flying)
        return true
    }

    /// Moves the photo by a fraction of the way, toward the page where positive.
    func drag(by part: Double) {
        if course.isHeld { course.move { $0.drag(by: part, tile: $1, page: $2) } }
    }

    /// Converts a relative change of size into transition progress.
    var progressPerRelativeScale: Double {
        guard let (tile, page) = course.ends else { return 0 }
        // Bounded for a photo that is hardly larger on the page than in its tile.
        return page.whole.width / max(page.whole.width - tile.whole.width, page.whole.width / 2)
    }

    /// Releases the photo with the gesture's velocity in fractions of the way per second, positive toward the page.
    func letGo(velocity: Double) {
        guard course.isHeld, course.ends != nil else { return }
        let progress = course.progress
        let isMeant = progress < 1 - Self.slip && progress + velocity * 0.1 < 1 - Self.meant
        course.move { $0.letGo(toward: isMeant ? .closing : .opening, velocity: velocity, tile: $1, page: $2) }
        if isMeant { onPulledOff() }
    }

    /// Puts the photo back on its page and ends the gesture's control, for a gesture that goes on with something else.
    func putBack() {
        guard course.isHeld else { return }
        drag(by: 1)
        letGo(velocity: 0)
        // Where the photo has not left the page, no animation is needed.
        guard let transition = course.transition, let (tile, page) = course.ends else { return }
        if transition.hasArrived(tile: tile, page: page) { land() }
    }

    // MARK: Fade without a transition

    private func startFade(from opacity: Double, isClosing: Bool) {
        course.start(PageFade(from: opacity, isClosing: isClosing, since: isRunning ? lastFrame : nil))
        origin?.hideForTransition(nil)
        if isClosing {
            page.show(course.transition == nil ? .fading : .leaving)
        } else {
            layer.clear()
            page.show(.landed)
            gtk_widget_grab_focus(page.view.cast())
        }
        draw()
        start()
    }

    private func endFade() {
        guard course.fade != nil else { return }
        course.endFade()
        setOpacity(1)
    }

    // MARK: End

    /// Ends transition and fade; the page draws everything itself.
    private func land() {
        tick?.remove()
        tick = nil
        if course.transition?.phase == .opening, fades.picture > 0 {
            page.widgets.picture.takeOver(picture: fades.picture, backdrop: fades.blur)
        }
        endFade()
        course.end()
        origin?.hideForTransition(nil)
        page.show(.landed)
        layer.clear()
    }

    private func finish() {
        land()
        page.close()
        pictures.clear()
        if let photo { origin?.focus(photo) }
        onClosed()
    }
}
