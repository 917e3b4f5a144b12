// Plays the animation of an opened photo: when a frame is due, when time stands still, and that little is kept.
import CDesktop
import Desktop
import Logging
import Photos

/// Calls back once a frame with the frame's time in microseconds until what it returned is called or it is answered
/// false.
typealias FramePulse = @MainActor (_ widget: Widget, _ body: @escaping @MainActor (Int64) -> Bool) -> @MainActor () -> Void

/// The widget's frame clock.
func frameClock(of widget: Widget, _ body: @escaping @MainActor (Int64) -> Bool) -> @MainActor () -> Void {
    let tick = FrameTick.start(on: widget, body)
    return { tick.remove() }
}

/// Shows the frames that follow a still picture, each when the one before has had its time.
///
/// It holds one frame at most, the next one, decoded while its predecessor is shown; a slow decoder makes the animation
/// slower, and nothing is skipped. Time passes while the view is on the screen of a window that somebody can see and
/// the desktop wants animations. What is needed to go on is kept meanwhile; `stop` lets go of all of it.
final class AnimationPlayer {
    private let view: OpaquePointer
    private let pulse: FramePulse
    private let show: (Texture) -> Void
    private let log = Logger(label: "animation")

    /// What is to be played, until it has ended.
    private var picture: (file: AnimatedPicture, size: PixelSize)?
    private var animation: Animation?
    private var ahead: Animation.Frame?
    /// Whether the frame that follows the shown one is decoded.
    var hasFrameAhead: Bool { ahead != nil }
    /// Opens the animation or decodes the next frame.
    private var work: Task<Void, Never>?
    /// Microseconds for which the frame is still to be shown; negative when the next one is late.
    private var remaining: Int64 = 0
    private var lastPulse: Int64?
    private var stopPulse: (@MainActor () -> Void)?
    private var settings: Signal.Connection?
    private var surface: Signal.Connection?
    private var isMapped: Bool { gtk_widget_get_mapped(view.cast()) != 0 }

    /// - Parameters:
    ///   - view: where the frames are shown; borrowed. `stop` has to be called while it lives.
    ///   - show: takes a frame in place of the one before.
    init(on view: OpaquePointer, pulse: @escaping FramePulse, show: @escaping (Texture) -> Void) {
        self.view = view
        self.pulse = pulse
        self.show = show
        Signal.on(view, "map") { [weak self] in self?.mapped() }
        Signal.on(view, "unmap") { [weak self] in self?.unmapped() }
    }

    /// Plays what follows `texture`, which is shown, if it is the first frame of an animation. Ends what was played, also
    /// when it is the same animation in another size.
    func play(_ texture: Texture) {
        stop()
        guard let file = texture.animation else { return }
        picture = (file, texture.size)
        remaining = Int64(file.durations[0]) * 1000
        if let settings = gtk_widget_get_settings(view.cast()) {
            self.settings = Signal.onChange(of: "gtk-enable-animations", settings) { [weak self] in self?.update() }
        }
        if isMapped { mapped() }
    }

    /// Lets go of everything. The frame that is shown stays.
    func stop() {
        work?.cancel()
        pause()
        (picture, animation, ahead, work) = (nil, nil, nil, nil)
        settings?.disconnect()
        surface?.disconnect()
        (settings, surface) = (nil, nil)
    }

    private func mapped() {
        guard picture != nil else { return }
        if surface == nil, let surface = gtk_native_get_surface(gtk_widget_get_native(view.cast())) {
            self.surface = Signal.onChange(of: "state", surface) { [weak self] in self?.update() }
        }
        update()
    }

    private func unmapped() {
        surface?.disconnect()
        surface = nil
        update()
    }

    /// Whether time passes.
    private var isWanted: Bool {
        guard isMapped, let surface = gtk_native_get_surface(gtk_widget_get_native(view.cast())) else { return false }
        return !WindowVisibility.isHidden(surface) && adw_get_enable_animations(view.cast()) != 0
    }

    private func update() {
        guard picture != nil, isWanted else { return pause() }
        if animation == nil {
            open()
        } else if stopPulse == nil {
            start()
        }
    }

    private func pause() {
        stopPulse?()
        (stopPulse, lastPulse) = (nil, nil)
    }

    private func start() {
        stopPulse = pulse(view.cast()) { [weak self] time in self?.advance(to: time) ?? false }
    }

    private func open() {
        guard work == nil, let (file, size) = picture else { return }
        work = Task { [weak self] in
            do {
                let animation = try await file.open(at: size)
                guard let self, !Task.isCancelled else { return }
                self.work = nil
                // Without room in the budget it is tried again when the photo is next looked at.
                guard let animation else { return self.log.debug("no room to play \(file.frameCount) frames") }
                self.animation = animation
                self.decodeAhead()
                self.update()
            } catch {
                guard let self, !Task.isCancelled else { return }
                self.log.debug("not played: \(error)")
                self.stop()
            }
        }
    }

    private func decodeAhead() {
        guard work == nil, ahead == nil, let animation else { return }
        work = Task { [weak self] in
            let frame = try? await animation.next()
            guard let self, !Task.isCancelled else { return }
            self.work = nil
            if let frame { self.ahead = frame } else { self.stop() }
        }
    }

    /// A frame of the screen: takes the next one of the animation when it is due and there.
    private func advance(to time: Int64) -> Bool {
        if let lastPulse { remaining -= time - lastPulse }
        lastPulse = time
        guard remaining <= 0, let frame = ahead else { return true }
        ahead = nil
        show(frame.texture)
        let duration = Int64(frame.milliseconds) * 1000
        // What was late by a part of a frame is made up for, so that the whole keeps its length; more is not.
        remaining = remaining + duration > 0 ? remaining + duration : duration
        decodeAhead()
        return true
    }
}
