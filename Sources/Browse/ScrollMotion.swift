// How a script moves the list: the scroll position as a function of the time since the movement began.

/// What a movement needs to know of the list at one moment.
public struct ScrollExtent: Hashable, Sendable {
    /// The lowest scroll position, logical pixels; 0 where everything fits the page.
    public var bottom: Double
    /// Height of the visible part, logical pixels.
    public var page: Double
    /// Whether nothing will be appended to the list any more.
    public var isListComplete: Bool

    /// A list; what is below 0 is taken as 0.
    public init(bottom: Double, page: Double, isListComplete: Bool = true) {
        self.bottom = max(0, bottom)
        self.page = max(0, page)
        self.isListComplete = isListComplete
    }
}

/// One movement of the list. A late frame makes a larger step, so that the path is the same on every machine.
public enum ScrollMotion: Hashable, Sendable {
    /// At `velocity` logical pixels a second, positive downward, to the end of the list or for `seconds`.
    case steady(velocity: Double, seconds: Double)
    /// A flick that begins with `velocity` and slows down as `friction` has it, to the end of the list or for `seconds`.
    case kinetic(velocity: Double, seconds: Double)
    /// To a place between the top (0) and the bottom (1) of the list, as a hand moves the scroll bar.
    case drag(to: Double)
    /// By this many screens, positive downward, at `speed` logical pixels a second.
    case screens(Double, speed: Double)

    /// How fast a flick slows down: its velocity falls as e^(−friction · seconds). `DECELERATION_FRICTION` of GTK's
    /// gtkscrolledwindow.c, which flicks on touch pads and touch screens go by.
    public static let friction = 4.0
    /// Seconds that a drag of the scroll bar takes: 15 frames at 60 Hz.
    public static let dragTime = 0.25

    /// The scroll position.
    /// - Parameters:
    ///   - elapsed: Seconds since the movement began, at least 0.
    ///   - start: Scroll position at its beginning.
    ///   - extent: The list as it is now; it may have grown since the beginning.
    public func position(after elapsed: Double, from start: Double, _ extent: ScrollExtent) -> Double {
        let target =
            switch self {
            case .steady(let velocity, let seconds): start + velocity * min(elapsed, seconds)
            case .kinetic(let velocity, let seconds):
                start + velocity / ScrollMotion.friction * (1 - decay(ScrollMotion.friction * min(elapsed, seconds)))
            case .drag(let share): start + (share * extent.bottom - start) * eased(elapsed)
            case .screens(let screens, let speed):
                start + min(abs(screens) * extent.page, speed * elapsed) * (screens < 0 ? -1 : 1)
            }
        return min(max(0, target), extent.bottom)
    }

    /// Whether the movement has ended. One that meets the end of a list to which more may be appended waits there: that
    /// is where its user would wait, too.
    public func isOver(after elapsed: Double, from start: Double, _ extent: ScrollExtent) -> Bool {
        switch self {
        case .steady(let velocity, let seconds), .kinetic(let velocity, let seconds):
            let position = position(after: elapsed, from: start, extent)
            return elapsed >= seconds || velocity < 0 && position <= 0
                || velocity >= 0 && position >= extent.bottom && extent.isListComplete
        case .drag: return elapsed >= ScrollMotion.dragTime
        case .screens(let screens, let speed): return speed * elapsed >= abs(screens) * extent.page
        }
    }

    /// The part of a drag that is done: slow at both ends (3s² − 2s³).
    private func eased(_ elapsed: Double) -> Double {
        let part = min(max(0, elapsed / ScrollMotion.dragTime), 1)
        return part * part * (3 - 2 * part)
    }
}
