// The playback of an opened photo's animation: frame timing, pauses, and look-ahead by one frame.
import CGTK
import Codecs
import Desktop
import ImagePipeline
import Logging
import Photos

/// Playback of the frames that follow a still picture, each after the duration of the one before.
/// Holds at most one frame, the next, decoded while its predecessor is shown. A slow decoder slows the animation down;
/// no frame is skipped. Time advances while the view is mapped in a window that is not hidden and the desktop allows
/// animations. A pause keeps what is needed to go on; `stop` releases all of it.
final class AnimationPlayer {
    private let view: OpaquePointer
    private let pulse: FramePulse
    private let show: (Texture) -> Void
    private let log = Logger(label: "animation")

    /// Whether the user wants animations to play. The shown frame stays where not.
    var isAllowed = true {
        didSet { if isAllowed != oldValue { update() } }
    }

    /// The animation to play; nil once it has ended.
    private var picture: (file: TextureFrames, size: PixelSize)?
    private var animation: TextureFrames.Playback?
    private var ahead: AnimationFrame<Texture>?
    /// Whether the frame that follows the shown one is decoded.
    var hasFrameAhead: Bool { ahead != nil }
    /// Opening the animation, or decoding the next frame.
    private var work: Task<Void, Never>?
    /// Microseconds for which the frame is still to be shown; negative when the next one is late.
    private var remaining: Int64 = 0
    private var lastPulse: Int64?
    private var stopPulse: (@MainActor () -> Void)?
    private var settings: Signal.Connection?
    private var surface: Signal.Connection?
    private var isMapped: Bool { gtk_widget_get_mapped(view.cast()) != 0 }

    /// - Parameters:
    ///   - view: The widget that shows the frames, borrowed. `stop` has to be called while it lives.
    ///   - show: Shows a frame in place of the one before.
    init(on view: OpaquePointer, pulse: @escaping FramePulse, show: @escaping (Texture) -> Void) {
        self.view = view
        self.pulse = pulse
        self.show = show
        Signal.on(view, "map") { [weak self] in self?.mapped() }
        Signal.on(view, "unmap") { [weak self] in self?.unmapped() }
    }

    /// Plays the frames after `texture`, which is shown, if it is the first frame of an animation. Stops what played
    /// before, also the same animation in another size.
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

    /// Stops and releases everything. The shown frame stays.
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

    /// Whether time advances.
    private var isWanted: Bool {
        guard isAllowed, isMapped, let surface = gtk_native_get_surface(gtk_widget_get_native(view.cast())) else {
            return false
        }
        return !WindowVisibility.isHidden(surface) && Animations.areWanted(on: view.cast())
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
                // If the memory budget has no room, playback is tried again when the view is next shown.
                guard let animation else { return self.log.debug("no room to play \(file.durations.count) frames") }
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

    /// Advances to a frame of the display: shows the animation's next frame if it is due and decoded.
    private func advance(to time: Int64) -> Bool {
        if let lastPulse { remaining -= time - lastPulse }
        lastPulse = time
        guard remaining <= 0, let frame = ahead else { return true }
        ahead = nil
        show(frame.image)
        let duration = Int64(frame.milliseconds) * 1000
        // A delay of less than one duration is made up for, so that the animation keeps its length; a longer one is
        // not.
        remaining = remaining + duration > 0 ? remaining + duration : duration
        decodeAhead()
        return true
    }
}
