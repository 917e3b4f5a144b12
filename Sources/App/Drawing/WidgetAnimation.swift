// Timed animations on a widget's frame clock, and the desktop's wish for less motion.
import Browse
import CGTK
import Desktop

/// The desktop's setting for animations, `gtk-enable-animations`.
enum Animations {
    /// Whether something may move or fade on a widget.
    static func areWanted(on widget: Widget) -> Bool { adw_get_enable_animations(widget) != 0 }

    /// Whether that would be seen as well. What would not be is shown in its final state at once.
    static func areSeen(on widget: Widget) -> Bool { gtk_widget_get_mapped(widget) != 0 && areWanted(on: widget) }
}

/// A number that is animated while a widget is shown. It holds the frame clock only while it changes.
final class WidgetAnimation {
    private let widget: Widget
    private let pulse: FramePulse
    private let onFrame: (Double) -> Void
    private var tween: Tween
    private var onEnd: () -> Void = {}
    private var stopPulse: (@MainActor () -> Void)?

    /// - Parameters:
    ///   - widget: Borrowed. It may end before the animation.
    ///   - onFrame: Called with the value in each frame in which it has changed.
    init(
        _ tween: Tween, on widget: Widget, pulse: @escaping FramePulse = frameClock, onFrame: @escaping (Double) -> Void
    ) {
        (self.tween, self.widget, self.pulse, self.onFrame) = (tween, widget, pulse, onFrame)
    }

    isolated deinit { stopPulse?() }

    /// The value now.
    var value: Double { tween.value }
    /// Whether the value is still changing.
    var isRunning: Bool { stopPulse != nil }

    /// Starts toward a value from the present one, or sets it where nothing would be seen to move.
    /// - Parameter onEnd: Called when the value is reached, in any way, unless another start or `jump` comes before.
    func go(to target: Double, onEnd: @escaping () -> Void = {}) {
        self.onEnd = onEnd
        guard Animations.areSeen(on: widget) else { return finish(at: target) }
        tween.go(to: target)
        guard tween.isRunning else { return finish(at: target) }
        if stopPulse == nil { stopPulse = pulse(widget) { [weak self] in self?.advance(to: $0) ?? false } }
    }

    /// Sets the value and ends the animation.
    func jump(to value: Double) {
        onEnd = {}
        stop()
        tween.jump(to: value)
    }

    /// Goes on from another value to the same target, with the time of a whole course.
    func move(to value: Double) {
        guard isRunning else { return }
        let target = tween.target
        tween.jump(to: value)
        tween.go(to: target)
        if !tween.isRunning { finish(at: target) }
    }

    /// Ends a running animation at its target.
    func finish() {
        if isRunning { finish(at: tween.target) }
    }

    private func advance(to time: Int64) -> Bool {
        tween.advance(to: time)
        guard tween.isRunning else {
            // This frame source ends with the answer; `onEnd` may start another one.
            stopPulse = nil
            finish(at: tween.target)
            return false
        }
        onFrame(tween.value)
        return true
    }

    private func finish(at target: Double) {
        stop()
        tween.jump(to: target)
        let end = onEnd
        onEnd = {}
        onFrame(target)
        end()
    }

    private func stop() {
        stopPulse?()
        stopPulse = nil
    }
}
