// A page that comes or goes where it is: how much of it is seen.

/// A fade without any movement, for a photo that has no tile to fly from or home to, and for a desktop that wants no
/// animations. It counts frames by itself, because the toolkit's own animations are skipped there.
struct PageFade {
    /// What is seen, 0 to 1.
    private(set) var opacity: Double
    let isClosing: Bool

    /// Seconds from nothing to all of it.
    static let time = 0.18

    init(from opacity: Double, isClosing: Bool) {
        self.opacity = opacity
        self.isClosing = isClosing
    }

    mutating func advance(by seconds: Double) {
        opacity = min(1, max(0, opacity + seconds / Self.time * (isClosing ? -1 : 1)))
    }

    /// Whether there is nothing left to do.
    var isOver: Bool { opacity == (isClosing ? 0 : 1) }
}
