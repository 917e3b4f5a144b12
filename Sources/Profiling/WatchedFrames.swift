// Per-frame work that notices when no frame comes.
import App
import CGTK
import Desktop

/// A callback in each frame, with a limit of the time without one: of a window that is not seen, nothing is drawn.
final class WatchedFrames {
    private var drawn = ContinuousClock.now
    private var tick: FrameTick?
    private var watch: Task<Void, Never>?

    /// Calls `body` as `FrameTick` does. The frame clock retains this object until then.
    /// - Parameters:
    ///   - patience: Time without a frame after which `silent` is called in place of `body`, once.
    @discardableResult
    init(
        on widget: Widget, patience: Duration, body: @escaping (Int64) -> Bool, silent: @escaping () -> Void
    ) {
        tick = FrameTick.start(on: widget) { [self] time in
            drawn = .now
            if body(time) { return true }
            watch?.cancel()
            return false
        }
        watch = Task { [weak self] in
            while let end = self?.drawn.advanced(by: patience) {
                guard (try? await Task.sleep(until: end, clock: .continuous)) != nil else { return }
                guard let self, !Task.isCancelled else { return }
                if ContinuousClock.now - self.drawn >= patience {
                    self.tick?.remove()
                    return silent()
                }
            }
        }
    }
}
