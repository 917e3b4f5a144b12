// The animation of zoom and pan of the opened picture, and the moment of rest.
import Browse
import CGTK
import Desktop
import Photos

/// What places a picture together with others.
protocol ZoomLink: AnyObject {
    /// Returns where a picture lies that is new or has turned out to have another size.
    /// - Parameter isGuess: Whether only the ratio of `picture` is known.
    func placement(of picture: PixelSize, isGuess: Bool, in view: PixelSize) -> ZoomState
    /// Called for each placement on the way of a gesture or a command.
    func moved(to zoomState: ZoomState)
    /// Called when a zoom to the picture's own pixels starts, with its final state.
    func aimed(at zoomState: ZoomState)
}

/// Zoom and pan of a photo view's picture. The picture is fitted at first, or lies as the one before it did. A zoom is
/// animated; a fling decelerates until it rests or meets the edges. Lengths are in device pixels, points in the view's
/// logical pixels.
final class PictureZoom {
    /// A running animation and the state from which it started. Its time begins with its first frame.
    private enum Motion {
        case zoom(from: ZoomState, to: ZoomState, Tween)
        case deceleration(Deceleration, from: ZoomState)
    }

    private let picture: PhotoView
    private var view: Widget { picture.widget }
    private let pulse: FramePulse
    /// Zoom and pan state; nil while the picture's ratio or the view's size is not known.
    private(set) var zoomState: ZoomState?
    /// Clockwise quarter turns, 0…3.
    private(set) var quarterTurns = 0
    /// The size of the picture before its rotation; nil while it is not known.
    private var original: PixelSize?
    /// Whether only the ratio of `original` is known.
    private(set) var isGuess = false
    /// Whether magnification and place are kept from photo to photo.
    var keepsZoom = false
    private var kept = KeptZoom()
    private let link: (any ZoomLink)?
    private var motion: Motion?
    private var began: Int64?
    private var stopPulse: (@MainActor () -> Void)?
    private var resting: Task<Void, Never>?

    private let onScale: (ZoomState) -> Void
    private let onMove: (ZoomState) -> Void
    private let onAim: (ZoomState) -> Void
    var onRest: (ZoomState) -> Void

    /// The progress of an animated zoom or pan.
    private static let course = {
        var course = Tween(0, duration: 200_000, easing: .easeOut)
        course.go(to: 1)
        return course
    }()
    /// Time without movement after which the picture counts as resting.
    private static let restTime = Duration.milliseconds(150)

    /// - Parameters:
    ///   - picture: `stop` has to be called while its widget lives.
    ///   - onScale: Called when a gesture or a command has changed the scale.
    ///   - onMove: Called when the picture was panned, or starts to pan to this state, at an unchanged scale.
    ///   - onAim: Called when a zoom to the picture's own pixels starts, with its final state.
    ///   - onRest: Called when the picture has rested for a moment.
    ///   - link: Places the picture together with others; nil for one that is alone.
    init(
        of picture: PhotoView, pulse: @escaping FramePulse, onScale: @escaping (ZoomState) -> Void,
        onMove: @escaping (ZoomState) -> Void, onAim: @escaping (ZoomState) -> Void,
        onRest: @escaping (ZoomState) -> Void, link: (any ZoomLink)? = nil
    ) {
        (self.picture, self.pulse, self.link) = (picture, pulse, link)
        (self.onScale, self.onMove, self.onAim, self.onRest) = (onScale, onMove, onAim, onRest)
    }

    private var deviceScale: Double { picture.scale }

    // MARK: The picture

    /// Shows another photo: fitted, or where the zoom is kept as the one before it.
    /// - Parameters:
    ///   - original: Its size; nil while that is not known.
    ///   - isGuess: Whether only the ratio of that is known.
    ///   - isPaged: Whether it takes the place of another photo.
    func show(_ original: PixelSize?, isGuess: Bool = false, quarterTurns: Int, isPaged: Bool = false) {
        if keepsZoom, isPaged {
            if let target { kept.leave(target) }
        } else {
            kept = KeptZoom()
        }
        stop()
        (self.original, self.isGuess, self.quarterTurns, zoomState) = (original, isGuess, quarterTurns, nil)
        layOut()
    }

    /// Updates the size of the photo. Zoom and pan are kept where the ratio is still the same. Where it is not, the
    /// photo settles into its place.
    /// - Parameter isGuess: Whether only the ratio of the size is known.
    func know(_ original: PixelSize, isGuess: Bool = false) {
        guard original != self.original else { return }
        let wasKnown = self.original != nil
        (self.original, self.isGuess) = (original, isGuess)
        let isFitted = zoomState?.isFitted ?? true
        if isFitted || zoomState?.picture.aspectRatio != rotated(original).aspectRatio { zoomState = nil }
        layOut(settles: wasKnown)
    }

    /// Width ÷ height of the photo before its rotation; nil while it is not known.
    var ratio: Double? { original?.aspectRatio }

    /// Adapts to a new size of the view.
    func resized() {
        endMotion()
        layOut()
        if let zoomState, !zoomState.isFitted { rest() }
    }

    /// Rotates the picture by quarter turns, clockwise where positive. It is seen to turn there the shortest way.
    func rotate(by quarters: Int) {
        stop()
        quarterTurns = (quarterTurns + quarters % 4 + 4) % 4
        (zoomState, kept) = (nil, KeptZoom())
        layOut(turnedBy: (quarters + 1) & 3 - 1)
        rest()
    }

    /// Draws the picture with other quarter turns, because the next one is turned itself by the difference. Zoom and
    /// pan stay as they are.
    func redraw(quarterTurns: Int) {
        if (quarterTurns - self.quarterTurns) % 2 != 0 { original = original?.transposed }
        self.quarterTurns = quarterTurns & 3
        layOut()
    }

    private func rotated(_ size: PixelSize) -> PixelSize { quarterTurns % 2 == 0 ? size : size.transposed }

    /// - Parameters:
    ///   - settles: Whether the picture moves into its place because its ratio has turned out to be another one.
    ///   - quarters: The quarter turns by which it turns into its place.
    private func layOut(settles: Bool = false, turnedBy quarters: Int = 0) {
        guard let original, let room = picture.sizeInPixels else { return }
        let picture = rotated(original)
        if let zoomState, zoomState.picture == picture, !kept.gave(zoomState) {
            self.zoomState = zoomState.view == room ? zoomState : zoomState.moved(into: room)
        } else {
            zoomState =
                link?.placement(of: picture, isGuess: isGuess, in: room)
                ?? kept.place(picture, isGuess: isGuess, in: room)
        }
        guard quarters != 0, let rectangle else { return draw(settles: settles) }
        self.picture.turn(by: quarters, to: rectangle, quarterTurns: quarterTurns)
    }

    /// The bounds of the whole picture, in logical pixels of the view; nil while they are not known.
    var rectangle: Rectangle? {
        zoomState.map { zoomState in
            let scale = deviceScale, origin = zoomState.origin, drawn = zoomState.drawn
            return Rectangle(
                x: Double(origin.x) / scale, y: Double(origin.y) / scale, width: Double(drawn.width) / scale,
                height: Double(drawn.height) / scale)
        }
    }

    private func draw(settles: Bool = false) {
        if let rectangle { picture.put(at: rectangle, quarterTurns: quarterTurns, settles: settles) }
    }

    // MARK: Commands and gestures

    /// Whether the picture is larger than the view.
    var canPan: Bool { target?.canPan ?? false }

    /// Whether the picture can be panned to a side: to the left where negative.
    func canPan(x: Double) -> Bool { target.map { $0.panned(x: x, y: 0) != $0 } ?? false }

    /// Whether an animation runs.
    var isMoving: Bool { motion != nil }

    /// The final state of a running zoom, else the current state.
    private var target: ZoomState? { if case .zoom(_, let target, _) = motion { target } else { zoomState } }

    /// Returns a point of the view in device pixels; the view's centre for nil.
    private func device(_ point: (x: Double, y: Double)?, in zoomState: ZoomState) -> (x: Double, y: Double) {
        if let point { return (point.x * deviceScale, point.y * deviceScale) }
        return (Double(zoomState.view.width) / 2, Double(zoomState.view.height) / 2)
    }

    /// Zooms in by steps, or out where negative, around a point.
    func zoom(by steps: Double, at point: (x: Double, y: Double)? = nil) {
        change(around: point) { $0.stepped(by: steps, at: $1, $2) }
    }

    /// Switches between the whole picture and its own pixels, around a point.
    func toggle(at point: (x: Double, y: Double)? = nil) { aim(around: point) { $0.toggled(at: $1, $2) } }

    /// Zooms to one device pixel per pixel.
    func zoomToPixels() { aim(around: nil) { $0.zoomed(to: 1, at: $1, $2) } }

    /// Zooms out to the whole picture.
    func fit() { change(around: nil) { zoomState, _, _ in ZoomState(zoomState.picture, in: zoomState.view) } }

    private func aim(around point: (x: Double, y: Double)?, _ change: (ZoomState, Double, Double) -> ZoomState) {
        self.change(around: point, change)
        guard let target, !target.isFitted else { return }
        onAim(target)
        link?.aimed(at: target)
    }

    private func change(around point: (x: Double, y: Double)?, _ change: (ZoomState, Double, Double) -> ZoomState) {
        guard let target else { return }
        let place = device(point, in: target)
        go(to: change(target, place.x, place.y))
        onScale(self.target ?? target)
    }

    /// Zooms to a scale without animation, for a pinch.
    func pinch(to scale: Double, at point: (x: Double, y: Double)) {
        endMotion()
        guard let zoomState else { return }
        let place = device(point, in: zoomState)
        set(zoomState.zoomed(to: scale, at: place.x, place.y))
        onScale(zoomState)
    }

    /// Pans without animation, for a gesture.
    func pan(x: Double, y: Double) {
        endMotion()
        guard let zoomState else { return }
        let next = zoomState.panned(x: x * deviceScale, y: y * deviceScale)
        set(next)
        onMove(next)
    }

    /// Pans by fractions of the view, animated.
    func pan(views x: Double, _ y: Double) {
        guard let target else { return }
        let next = target.panned(x: x * Double(target.view.width), y: y * Double(target.view.height))
        go(to: next)
        onMove(next)
    }

    /// Starts a fling with a velocity in logical pixels a second.
    func fling(x: Double, y: Double) {
        guard let zoomState, zoomState.canPan, isAnimated else { return }
        start(.deceleration(Deceleration(x: x * deviceScale, y: y * deviceScale), from: zoomState))
    }

    /// Stops a running animation: a gesture begins.
    func hold() { endMotion() }

    /// Lies where another picture has led this one.
    func follow(to next: ZoomState) {
        endMotion()
        guard zoomState != nil, next != zoomState else { return }
        zoomState = next
        draw()
        onMove(next)
        rest()
    }

    // MARK: Frames

    private var isAnimated: Bool { Animations.areSeen(on: view) }

    private func set(_ next: ZoomState) {
        zoomState = next
        draw()
        link?.moved(to: next)
        rest()
    }

    private func go(to next: ZoomState) {
        guard let zoomState, next != target else { return }
        if isAnimated { start(.zoom(from: zoomState, to: next, Self.course)) } else { set(next) }
    }

    private func start(_ next: Motion) {
        (motion, began) = (next, nil)
        resting?.cancel()
        if stopPulse == nil { stopPulse = pulse(view) { [weak self] time in self?.advance(to: time) ?? false } }
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
        case .zoom(let from, let to, var progress):
            progress.advance(to: time)
            self.motion = .zoom(from: from, to: to, progress)
            zoomState = from.interpolated(to: to, progress.value)
            isOver = !progress.isRunning
        case .deceleration(let deceleration, let from):
            let seconds = Double(time - start) / 1e6
            let way = deceleration.distance(after: seconds)
            let next = from.panned(x: way.x, y: way.y)
            let isStopped = seconds > 0 && next == zoomState
            zoomState = next
            onMove(next)
            isOver = isStopped || deceleration.isOver(after: seconds)
        }
        draw()
        if let zoomState { link?.moved(to: zoomState) }
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
            guard let self, self.motion == nil, let zoomState = self.zoomState else { return }
            self.onRest(zoomState)
        }
    }

    /// Stops all animation and the timer for the moment of rest.
    func stop() {
        endMotion()
        resting?.cancel()
    }
}
