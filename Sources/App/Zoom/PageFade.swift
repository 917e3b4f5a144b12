// The fade of a page that opens or closes without a zoom transition.

/// Opacity of a page over time, for a photo that has no tile and for a desktop without animations. Advanced by the
/// frame clock, because the toolkit skips its own animations where animations are off.
struct PageFade {
    /// Opacity of the page, 0 to 1.
    private(set) var opacity: Double
    let isClosing: Bool

    /// Duration of a whole fade, in seconds.
    static let time = 0.18

    init(from opacity: Double, isClosing: Bool) {
        self.opacity = opacity
        self.isClosing = isClosing
    }

    mutating func advance(by seconds: Double) {
        opacity = min(1, max(0, opacity + seconds / Self.time * (isClosing ? -1 : 1)))
    }

    /// Whether the fade has ended.
    var isOver: Bool { opacity == (isClosing ? 0 : 1) }
}
