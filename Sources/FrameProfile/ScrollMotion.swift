// The movements of a scripted scroll: the scroll position as a function of time.
import func Glibc.exp

/// Extent of the list at one moment.
public struct ScrollExtent: Hashable, Sendable {
    /// The lowest scroll position in logical pixels; 0 where the whole list fits the viewport.
    public var bottom: Double
    /// Height of the viewport in logical pixels.
    public var page: Double
    /// Whether the list is complete.
    public var isListComplete: Bool

    /// Creates an extent. Negative values become 0.
    public init(bottom: Double, page: Double, isListComplete: Bool = true) {
        self.bottom = max(0, bottom)
        self.page = max(0, page)
        self.isListComplete = isListComplete
    }
}

/// A movement of the list. A late frame makes a larger step, so that the path is the same on every machine.
public enum ScrollMotion: Hashable, Sendable {
    /// Moves at `velocity` logical pixels a second, positive downward, to the end of the list or for `seconds`.
    case steady(velocity: Double, seconds: Double)
    /// A fling that begins with `velocity` and decelerates by `friction`, to the end of the list or for `seconds`.
    case kinetic(velocity: Double, seconds: Double)
    /// A drag of the scroll bar to a place between the top (0) and the bottom (1) of the list.
    case drag(to: Double, seconds: Double = dragTime)
    /// Moves by this many screens, positive downward, at `speed` logical pixels a second.
    case screens(Double, speed: Double)

    /// Deceleration of a fling: its velocity falls as e^(−friction · seconds). `DECELERATION_FRICTION` of GTK's
    /// gtkscrolledwindow.c, which applies to flings on touchpads and touchscreens.
    public static let friction = 4.0
    /// Usual duration of a drag of the scroll bar in seconds: 15 frames at 60 Hz.
    public static let dragTime = 0.25

    /// Returns the scroll position.
    /// - Parameters:
    ///   - elapsed: Seconds since the movement began, at least 0.
    ///   - start: Scroll position at its beginning.
    ///   - extent: The list as it is now; it may have grown since the beginning.
    public func position(after elapsed: Double, from start: Double, _ extent: ScrollExtent) -> Double {
        let target =
            switch self {
            case .steady(let velocity, let seconds): start + velocity * min(elapsed, seconds)
            case .kinetic(let velocity, let seconds):
                start + velocity / ScrollMotion.friction * (1 - exp(-ScrollMotion.friction * min(elapsed, seconds)))
            case .drag(let share, let seconds):
                start + (share * extent.bottom - start) * eased(seconds > 0 ? elapsed / seconds : 1)
            case .screens(let screens, let speed):
                start + min(abs(screens) * extent.page, speed * elapsed) * (screens < 0 ? -1 : 1)
            }
        return min(max(0, target), extent.bottom)
    }

    /// Returns whether the movement has ended. At the end of a list that is not complete the movement waits, as a user
    /// would.
    public func isOver(after elapsed: Double, from start: Double, _ extent: ScrollExtent) -> Bool {
        switch self {
        case .steady(let velocity, let seconds), .kinetic(let velocity, let seconds):
            let position = position(after: elapsed, from: start, extent)
            return elapsed >= seconds || velocity < 0 && position <= 0
                || velocity >= 0 && position >= extent.bottom && extent.isListComplete
        case .drag(_, let seconds): return elapsed >= seconds
        case .screens(let screens, let speed): return speed * elapsed >= abs(screens) * extent.page
        }
    }

    /// Returns the completed fraction of a drag after a fraction of its time: slow at both ends (3s² − 2s³).
    private func eased(_ elapsed: Double) -> Double {
        let part = min(max(0, elapsed), 1)
        return part * part * (3 - 2 * part)
    }
}
