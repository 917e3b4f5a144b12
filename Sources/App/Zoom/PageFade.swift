// The fade of a page that opens or closes without a zoom transition.
import Browse

/// Opacity of a page over time, for a photo that has no tile and for a desktop without animations. It is shown there,
/// too: a fade takes the place of a movement.
struct PageFade {
    private var tween: Tween
    let isClosing: Bool

    /// Duration of a whole fade, in microseconds.
    static let time: Int64 = 180_000

    /// - Parameters:
    ///   - opacity: The present one. The fade takes as much of its time as is left.
    ///   - start: Time of its beginning; nil for that of its first frame.
    init(from opacity: Double, isClosing: Bool, since start: Int64? = nil) {
        let target = isClosing ? 0.0 : 1.0
        tween = Tween(opacity, duration: max(1, Int64(Double(Self.time) * abs(target - opacity))))
        tween.go(to: target, since: start)
        self.isClosing = isClosing
    }

    /// Opacity of the page, 0 to 1.
    var opacity: Double { tween.value }
    /// Whether the fade has ended.
    var isOver: Bool { !tween.isRunning }

    /// Advances to the time of a frame.
    mutating func advance(to time: Int64) { tween.advance(to: time) }
}
