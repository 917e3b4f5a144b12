// One step of a scenario while it is played.
import App
import Browse
import CGTK
import Desktop
import FrameProfile

/// A step that has begun. Times of frames are the frame clock's, in microseconds.
protocol StepPlay {
    /// Advances the step to the time of a frame.
    /// - Returns: Whether it has ended.
    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool
}

/// A step that is over at once.
struct InstantPlay: StepPlay {
    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool { true }
}

/// The list moves.
struct MotionPlay: StepPlay {
    /// What moves it.
    enum Handle {
        case wheel
        /// The handle of the timeline, or else the scroll bar.
        case timeline
        /// A rubber band that is held.
        case band(SpanStart)
    }

    private let motion: ScrollMotion
    private let handle: Handle
    private let began: Int64
    private let from: Double

    init(_ motion: ScrollMotion, by handle: Handle, at time: Int64, _ grid: any GridProbe) {
        (self.motion, self.handle, began, from) = (motion, handle, time, grid.scrollOffset)
    }

    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool {
        let elapsed = SpanTimer.seconds(from: began, to: time), extent = grid.extent
        let position = motion.position(after: elapsed, from: from, extent)
        if !drag(to: position, extent, grid) { gtk_adjustment_set_value(grid.adjustment, position) }
        guard motion.isOver(after: elapsed, from: from, extent) else { return false }
        switch handle {
        case .wheel: break
        case .timeline: _ = grid.dragTimeline(to: nil)
        case .band(let start):
            grid.select(.endBand)
            timer.note(.band, since: start, grid)
        }
        return true
    }

    /// - Returns: Whether the timeline has moved the list.
    private func drag(to position: Double, _ extent: ScrollExtent, _ grid: any GridProbe) -> Bool {
        guard case .timeline = handle else { return false }
        return grid.dragTimeline(to: extent.bottom > 0 ? position / extent.bottom : 0)
    }
}

/// A range is selected that grows and shrinks.
struct RangePlay: StepPlay {
    private let last: Int
    private let duration: Double
    private let began: Int64
    private let start: SpanStart

    init(to last: Int, for duration: Double, at time: Int64, _ grid: any GridProbe) {
        (self.last, self.duration, began, start) = (last, duration, time, SpanStart(grid))
    }

    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool {
        let elapsed = SpanTimer.seconds(from: began, to: time)
        // There and back.
        let share = 1 - abs(2 * elapsed / duration - 1)
        grid.select(.range(to: Int(share * Double(last))))
        guard elapsed >= duration else { return false }
        timer.note(.range, since: start, grid)
        return true
    }
}

/// The screen is waited for, until it is complete and the loader idle.
struct WaitPlay: StepPlay {
    private let began: Int64

    init(for kind: ScenarioSpan.Kind?, at time: Int64, _ grid: any GridProbe, _ timer: inout SpanTimer) {
        began = time
        timer.startWait(kind, grid)
    }

    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool { timer.endIfIdle(after: SpanTimer.seconds(from: began, to: time), grid) }
}

/// A key is pressed, and the screen waited for. End is pressed again until the list is complete.
struct KeyPlay: StepPlay {
    private let key: ScenarioStep.Key
    private var pressed: Int64
    private var presses = 0

    /// Limit of the presses of End for one list: at 100 photos a page, enough for 100,000.
    private static let mostPresses = 1000

    init(_ key: ScenarioStep.Key, at time: Int64, _ grid: any GridProbe, _ timer: inout SpanTimer) {
        (self.key, pressed) = (key, time)
        press(grid, &timer)
    }

    private mutating func press(_ grid: any GridProbe, _ timer: inout SpanTimer) {
        presses += 1
        timer.startWait(key == .end ? .endKey : .homeKey, grid)
        grid.press(key == .end ? .last : .first)
    }

    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool {
        guard timer.endIfIdle(after: SpanTimer.seconds(from: pressed, to: time), grid) else { return false }
        guard key == .end, !grid.isListComplete, presses < Self.mostPresses else { return true }
        pressed = time
        press(grid, &timer)
        return false
    }
}

/// A photo is opened and left again.
struct VisitPlay: StepPlay {
    private enum State {
        /// Its picture is waited for and looked at.
        case looking(since: Int64)
        /// The grid is waited for.
        case returning(since: Int64)
    }

    private var state: State

    /// Seconds for which an opened photo is shown: its fade (250 ms, PhotoView) and as long again.
    private static let look = 0.5

    init(of position: Int, at time: Int64, _ grid: any GridProbe, _ timer: inout SpanTimer) {
        state = .looking(since: time)
        timer.startWait(.visit, grid)
        grid.activate(position % max(1, grid.model.count))
    }

    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool {
        switch state {
        case .looking(let since):
            let elapsed = SpanTimer.seconds(from: since, to: time)
            if window.transition != nil, elapsed < SpanTimer.patience { return false }
            if let whole = timer.wait?.whole {
                guard SpanTimer.seconds(from: whole) >= Self.look else { return false }
            } else if elapsed < SpanTimer.patience {
                return false
            }
            timer.end(grid)
            state = .returning(since: time)
            window.perform(.back)
            return false
        case .returning(let since):
            return !window.isShowingDetail && grid.isQuiet
                || SpanTimer.seconds(from: since, to: time) > SpanTimer.patience
        }
    }
}

extension MainWindow {
    /// Performs a command, as its key does.
    func perform(_ command: WindowCommand, _ number: Int? = nil) {
        gtk_widget_activate_action_variant(
            window.cast(), command.rawValue, number.flatMap { g_variant_new_int32(Int32($0)) })
    }
}
