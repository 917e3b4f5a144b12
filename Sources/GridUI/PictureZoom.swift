// The magnifier in use: where the picture lies now, how it gets to where it is wanted, and when it has come to rest.
import Browse
import CDesktop
import CShim
import Desktop
import Photos

/// Places the picture of a photo view. Fitted at first; a zoom is animated, a throw goes on until it rests or meets the
/// edges. Lengths are in device pixels, points in the view's logical ones.
final class PictureZoom {
    /// On the way to another place, from one that was left at a time; the time is that of the first frame.
    private enum Motion {
        case zoom(from: Magnifier, to: Magnifier)
        case glide(Glide, from: Magnifier)
    }

    private let view: OpaquePointer
    private let pulse: FramePulse
    /// Where the picture lies; nil while its ratio or the room for it is not known.
    private(set) var magnifier: Magnifier?
    /// Quarter turns clockwise, 0…3.
    private(set) var turns = 0
    /// The picture's own size, not turned.
    private var original: PixelSize?
    private var motion: Motion?
    private var began: Int64?
    private var stopPulse: (@MainActor () -> Void)?
    private var resting: Task<Void, Never>?

    /// The scale has changed by hand.
    var onScale: (Magnifier) -> Void = { _ in }
    /// The picture is moved, or is on its way to this place, at the scale that it has.
    var onMove: (Magnifier) -> Void = { _ in }
    /// The picture is on its way to its own pixels, where it stays as a rule.
    var onAim: (Magnifier) -> Void = { _ in }
    /// The picture has stayed where it is for a moment.
    var onRest: (Magnifier) -> Void = { _ in }

    /// Microseconds from one place to another.
    static let duration: Int64 = 200_000
    /// How long the picture stays in its place before that is looked at.
    private static let restTime = Duration.milliseconds(150)

    /// - Parameter view: borrowed. `stop` has to be called while it lives.
    init(of view: OpaquePointer, pulse: @escaping FramePulse) {
        self.view = view
        self.pulse = pulse
    }

    private var deviceScale: Double { Double(gtk_widget_get_scale_factor(view.cast())) }

    private var room: PixelSize? {
        let width = Double(gtk_widget_get_width(view.cast())), height = Double(gtk_widget_get_height(view.cast()))
        guard width > 1, height > 1 else { return nil }
        return PixelSize(width: Int(width * deviceScale), height: Int(height * deviceScale))
    }

    // MARK: What is shown

    /// Another photo, fitted.
    /// - Parameter original: its own size; nil while that is not known.
    func show(_ original: PixelSize?, turns: Int) {
        stop()
        (self.original, self.turns, magnifier) = (original, turns, nil)
        place()
    }

    /// The photo's own size has become known. What it lay like meanwhile, it goes on to.
    func know(_ original: PixelSize) {
        guard original != self.original else { return }
        self.original = original
        let isFitted = magnifier?.isFitted ?? true
        if isFitted || magnifier?.picture.aspectRatio != turned(original).aspectRatio { magnifier = nil }
        place()
    }

    /// The room has changed.
    func resized() {
        endMotion()
        place()
        if let magnifier, !magnifier.isFitted { rest() }
    }

    /// Turns the picture by quarters, clockwise where positive.
    func turn(by quarters: Int) {
        stop()
        turns = (turns + quarters % 4 + 4) % 4
        magnifier = nil
        place()
        rest()
    }

    private func turned(_ size: PixelSize) -> PixelSize { turns % 2 == 0 ? size : size.transposed }

    private func place() {
        guard let original, let room else { return }
        let picture = turned(original)
        if let magnifier, magnifier.picture == picture {
            self.magnifier = magnifier.view == room ? magnifier : magnifier.moved(into: room)
        } else {
            magnifier = Magnifier(picture, in: room)
        }
        draw()
    }

    /// Where the whole picture is drawn, in logical pixels of the view; nil while that is not known.
    var rectangle: Rectangle? {
        magnifier.map { magnifier in
            let scale = deviceScale, origin = magnifier.origin, drawn = magnifier.drawn
            return Rectangle(
                x: Double(origin.x) / scale, y: Double(origin.y) / scale, width: Double(drawn.width) / scale,
                height: Double(drawn.height) / scale)
        }
    }

    private func draw() {
        guard let rectangle else { return }
        var place = graphene_rect_t(
            origin: graphene_point_t(x: Float(rectangle.x), y: Float(rectangle.y)),
            size: graphene_size_t(width: Float(rectangle.width), height: Float(rectangle.height)))
        tessera_photo_view_place(view, &place, Int32(turns))
    }

    // MARK: By hand

    /// Whether there is more of the picture than is seen.
    var canPan: Bool { target?.canPan ?? false }

    /// Where the picture is going to, or is.
    private var target: Magnifier? { if case .zoom(_, let target) = motion { target } else { magnifier } }

    /// A point of the view in device pixels; its middle for none.
    private func device(_ point: (x: Double, y: Double)?, in magnifier: Magnifier) -> (x: Double, y: Double) {
        if let point { return (point.x * deviceScale, point.y * deviceScale) }
        return (Double(magnifier.view.width) / 2, Double(magnifier.view.height) / 2)
    }

    /// Magnifies in steps, or back where negative, around a point.
    func zoom(by steps: Double, at point: (x: Double, y: Double)? = nil) {
        change(around: point) { $0.stepped(by: steps, at: $1, $2) }
    }

    /// Between the whole picture and its own pixels, around a point.
    func toggle(at point: (x: Double, y: Double)? = nil) { aim(around: point) { $0.toggled(at: $1, $2) } }

    /// To one device pixel a pixel.
    func zoomToPixels() { aim(around: nil) { $0.zoomed(to: 1, at: $1, $2) } }

    /// To the whole picture.
    func fit() { change(around: nil) { magnifier, _, _ in Magnifier(magnifier.picture, in: magnifier.view) } }

    private func aim(around point: (x: Double, y: Double)?, _ change: (Magnifier, Double, Double) -> Magnifier) {
        self.change(around: point, change)
        if let target, !target.isFitted { onAim(target) }
    }

    private func change(around point: (x: Double, y: Double)?, _ change: (Magnifier, Double, Double) -> Magnifier) {
        guard let target else { return }
        let place = device(point, in: target)
        go(to: change(target, place.x, place.y))
        onScale(self.target ?? target)
    }

    /// Magnifies to a scale, in the hand: at once.
    func pinch(to scale: Double, at point: (x: Double, y: Double)) {
        endMotion()
        guard let magnifier else { return }
        let place = device(point, in: magnifier)
        set(magnifier.zoomed(to: scale, at: place.x, place.y))
        onScale(magnifier)
    }

    /// Moves the picture, in the hand: at once.
    func pan(x: Double, y: Double) {
        endMotion()
        guard let magnifier else { return }
        let next = magnifier.panned(x: x * deviceScale, y: y * deviceScale)
        set(next)
        onMove(next)
    }

    /// Moves the picture by parts of the view.
    func pan(views x: Double, _ y: Double) {
        guard let target else { return }
        let next = target.panned(x: x * Double(target.view.width), y: y * Double(target.view.height))
        go(to: next)
        onMove(next)
    }

    /// Lets go of the picture in a movement, logical pixels a second.
    func `throw`(x: Double, y: Double) {
        guard let magnifier, magnifier.canPan, isAnimated else { return }
        start(.glide(Glide(x: x * deviceScale, y: y * deviceScale), from: magnifier))
    }

    /// A hand is on the picture.
    func hold() { endMotion() }

    // MARK: Frames

    private var isAnimated: Bool { adw_get_enable_animations(view.cast()) != 0 && gtk_widget_get_mapped(view.cast()) != 0 }

    private func set(_ next: Magnifier) {
        magnifier = next
        draw()
        rest()
    }

    private func go(to next: Magnifier) {
        guard let magnifier, next != target else { return }
        if isAnimated { start(.zoom(from: magnifier, to: next)) } else { set(next) }
    }

    private func start(_ next: Motion) {
        (motion, began) = (next, nil)
        resting?.cancel()
        if stopPulse == nil { stopPulse = pulse(view.cast()) { [weak self] time in self?.advance(to: time) ?? false } }
    }

    private func advance(to time: Int64) -> Bool {
        guard let motion else {
            stopPulse = nil
            return false
        }
        let start = began ?? time
        began = start
        let isOver: Bool
        switch motion {
        case .zoom(let from, let to):
            let part = min(1, Double(time - start) / Double(Self.duration))
            // Quick at first: 1 − (1 − t)³.
            magnifier = from.interpolated(to: to, 1 - (1 - part) * (1 - part) * (1 - part))
            isOver = part >= 1
        case .glide(let glide, let from):
            let seconds = Double(time - start) / 1e6
            let way = glide.distance(after: seconds)
            let next = from.panned(x: way.x, y: way.y)
            let isStopped = seconds > 0 && next == magnifier
            magnifier = next
            onMove(next)
            isOver = isStopped || glide.isOver(after: seconds)
        }
        draw()
        guard isOver else { return true }
        (self.motion, stopPulse) = (nil, nil)
        rest()
        return false
    }

    private func endMotion() {
        stopPulse?()
        (motion, stopPulse) = (nil, nil)
    }

    private func rest() {
        resting?.cancel()
        resting = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.restTime)) != nil else { return }
            guard let self, self.motion == nil, let magnifier = self.magnifier else { return }
            self.onRest(magnifier)
        }
    }

    /// Ends all movement; nothing waits any more.
    func stop() {
        endMotion()
        resting?.cancel()
    }
}
