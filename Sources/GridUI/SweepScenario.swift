// `--scenario=sweep`: 3,000 px/s down and back, after a warm-up, through the adjustment that the wheel drives.
import CDesktop
import Desktop

/// Scrolls a grid at a constant speed to its end, or for `longest` seconds, and back to the top.
final class SweepScenario {
    /// Logical pixels a second; DESIGN's sweep. The position is a function of the frame time, so a late frame makes a
    /// larger step and the path is the same on every machine.
    private static let speed = 3000.0
    /// Seconds in one direction: 45,000 px, about 1,250 tiles at 1280 px width. Longer lists are swept in part.
    private static let longest = 15.0
    /// Seconds to wait for a first whole viewport before sweeping all the same: the plain grid may never have one.
    private static let patience = 30.0
    /// Seconds of stillness between the first whole viewport and the first move: start-up work is not scrolling.
    private static let rest = 1.0

    private enum Phase {
        case waiting
        case resting(since: Int64)
        case down(since: Int64, from: Double)
        case up(since: Int64, from: Double)
    }

    private let surface: () -> (any GridSurface)?
    private let begin: () -> Void
    private let finish: () -> Void
    private var phase = Phase.waiting
    private var firstFrame: Int64?

    /// - Parameters:
    ///   - surface: The page shown now.
    ///   - begin: The warm-up is over.
    ///   - finish: The grid is back at the top.
    init(surface: @escaping () -> (any GridSurface)?, begin: @escaping () -> Void, finish: @escaping () -> Void) {
        self.surface = surface
        self.begin = begin
        self.finish = finish
    }

    /// Plays on the frame clock of `widget` until it is finished.
    func play(on widget: Widget) {
        _ = FrameTick.start(on: widget) { [self] time in step(at: time) }
    }

    private func step(at time: Int64) -> Bool {
        guard let surface = surface() else { return true }
        let start = firstFrame ?? time
        firstFrame = start
        switch phase {
        case .waiting:
            if surface.isViewportComplete || seconds(from: start, to: time) > Self.patience { phase = .resting(since: time) }
        case .resting(let since):
            guard seconds(from: since, to: time) >= Self.rest else { break }
            begin()
            phase = .down(since: time, from: gtk_adjustment_get_value(surface.adjustment))
        case .down(let since, let from):
            let elapsed = seconds(from: since, to: time)
            let end = bottom(of: surface.adjustment)
            let target = from + Self.speed * elapsed
            gtk_adjustment_set_value(surface.adjustment, min(target, end))
            // A list that has not caught up is waited for at its bottom: that is where its user would wait, too.
            if target >= end && surface.isListComplete || elapsed >= Self.longest {
                phase = .up(since: time, from: gtk_adjustment_get_value(surface.adjustment))
            }
        case .up(let since, let from):
            let target = from - Self.speed * seconds(from: since, to: time)
            gtk_adjustment_set_value(surface.adjustment, max(0, target))
            if target <= 0 {
                finish()
                return false
            }
        }
        return true
    }

    private func bottom(of adjustment: UnsafeMutablePointer<GtkAdjustment>) -> Double {
        max(0, gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment))
    }

    private func seconds(from start: Int64, to end: Int64) -> Double { Double(end - start) / 1_000_000 }
}
