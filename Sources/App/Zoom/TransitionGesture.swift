// Gesture tracking for a zoom transition: distance, and velocity at release.
import Browse

/// Control of a zoom transition by one gesture. Times are in microseconds.
final class TransitionGesture {
    private weak var controller: ZoomTransitionController?
    /// The latest positions of the gesture, as fractions of the way from where it began; toward the page where
    /// positive.
    private var path: [(time: Int64, part: Double)] = []

    /// Time over which the release velocity is measured. A gesture that has rested for as long has no velocity.
    private static let span: Int64 = 100_000

    init(on controller: ZoomTransitionController) { self.controller = controller }

    /// Whether this gesture controls the photo.
    var isHolding: Bool { !path.isEmpty }

    /// Takes control of the photo.
    /// - Returns: False where the transition refuses.
    func grab(at time: Int64) -> Bool {
        guard !isHolding, controller?.grab() == true else { return false }
        path = [(time, 0)]
        return true
    }

    /// Moves the photo by a fraction of the way, toward the page where positive.
    func move(by part: Double, at time: Int64) {
        guard let last = path.last else { return }
        controller?.drag(by: part)
        path.append((time, last.part + part))
        path.removeAll { $0.time < time - Self.span }
    }

    /// Changes the photo's size by a fraction of its size on the page; larger where positive.
    func grow(by part: Double, at time: Int64) {
        if let controller { move(by: part * controller.progressPerRelativeScale, at: time) }
    }

    /// Releases the photo with the velocity of the gesture.
    func letGo(at time: Int64) {
        guard isHolding else { return }
        path.removeAll { $0.time < time - Self.span }
        var velocity = 0.0
        if let first = path.first, let last = path.last, last.time > first.time {
            velocity = (last.part - first.part) / (Double(last.time - first.time) / 1_000_000)
        }
        path = []
        controller?.letGo(velocity: velocity)
    }

    /// Puts the photo back on its page and ends the control.
    func putBack() {
        guard isHolding else { return }
        path = []
        controller?.putBack()
    }
}
