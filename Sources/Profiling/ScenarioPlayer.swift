// Playback of a scenario's steps on the frame clock: through the adjustment that wheel and scroll bar drive, and what
// the grid does for its keys and for a click on a tile.
import App
import Browse
import CGTK
import CWidgets
import Desktop
import FrameProfile

/// A scripted user of one window: warms up, performs one step after the other, and records the time spans.
final class ScenarioPlayer {
    /// Limit of the wait for the first complete viewport and the listing, in seconds. The plain grid may never have
    /// one.
    private static let warmUp = 30.0
    /// Seconds of rest between the first complete viewport and the first step, so that start-up work is not measured as
    /// scrolling.
    private static let rest = 1.0

    private enum Stage {
        case waiting(since: Int64?)
        case resting(since: Int64)
        /// A step is played, and the one at an index follows.
        case playing(any StepPlay, next: Int)
    }

    private weak var window: MainWindow?
    private let steps: [ScenarioStep]
    private let begin: () -> Void
    private let finish: () -> Void
    private var stage = Stage.waiting(since: nil)
    private var timer = SpanTimer()
    /// The start of the rows that were seen before.
    private var revisit: SpanStart?
    private var transitions = TransitionObserver()
    /// Time spans recorded so far.
    var spans: [ScenarioSpan] { timer.spans + transitions.spans }

    /// - Parameters:
    ///   - begin: Called when the warm-up is over.
    ///   - finish: Called after the last step.
    init(_ scenario: Scenario, in window: MainWindow, begin: @escaping () -> Void, finish: @escaping () -> Void) {
        steps = scenario.steps
        self.window = window
        self.begin = begin
        self.finish = finish
    }

    /// Plays the scenario. The frame clock retains the player until the end.
    /// - Parameter hidden: Called when no frame has been drawn for as long as the warm-up may take; nothing follows.
    func play(hidden: @escaping () -> Void) {
        guard let window else { return }
        WatchedFrames(
            on: window.window.cast(), patience: .seconds(Self.warmUp), body: { [self] in tick(at: $0) }, silent: hidden)
    }

    /// Takes in a painted frame, which may be the one that ends the measured span.
    func painted(_ frame: FrameRecord) {
        if let window { transitions.look(at: window, after: frame) }
        guard let wait = timer.wait, wait.whole == nil, let window, let grid = window.grid else { return }
        let isWhole =
            wait.kind == .visit
            ? window.hasPhotoEnded
            : frame.visibleTiles > 0 && frame.blankTiles + frame.previewTiles == 0 && wait.hasArrived(grid)
        timer.painted(at: frame.painted, isWhole: isWhole)
    }

    private func tick(at time: Int64) -> Bool {
        guard let window, let grid = window.grid else { return window != nil }
        switch stage {
        case .waiting(let since):
            let start = since ?? time
            // A scenario that begins while a folder is listed would go through a part of it.
            let isDone =
                grid.isViewportComplete && !grid.isListing || SpanTimer.seconds(from: start, to: time) > Self.warmUp
            stage = isDone ? .resting(since: time) : .waiting(since: start)
        case .resting(let since):
            guard SpanTimer.seconds(from: since, to: time) >= Self.rest else { break }
            begin()
            // Without photos there are no steps to perform.
            guard let first = steps.first, grid.model.count > 0 else { return end(grid) }
            stage = .playing(play(first, at: time, in: window, grid), next: 1)
        case .playing(var current, var next):
            while current.advance(to: time, in: window, grid, &timer) {
                guard next < steps.count else { return end(grid) }
                current = play(steps[next], at: time, in: window, grid)
                next += 1
            }
            stage = .playing(current, next: next)
        }
        return true
    }

    /// - Returns: False, which ends the frame source.
    private func end(_ grid: any GridProbe) -> Bool {
        if let revisit { timer.note(.revisit, since: revisit, grid) }
        finish()
        return false
    }

    /// Begins a step.
    private func play(
        _ step: ScenarioStep, at time: Int64, in window: MainWindow, _ grid: any GridProbe
    ) -> any StepPlay {
        switch step {
        case .move(let motion): return MotionPlay(motion, by: .wheel, at: time, grid)
        case .dragTimeline(let motion): return MotionPlay(motion, by: .timeline, at: time, grid)
        case .press(let key): return KeyPlay(key, at: time, grid, &timer)
        case .land: return WaitPlay(for: .drag, at: time, grid, &timer)
        case .waitUntilIdle: return WaitPlay(for: nil, at: time, grid, &timer)
        case .revisit:
            revisit = SpanStart(grid)
            return InstantPlay()
        case .visit(let position): return VisitPlay(of: position, at: time, grid, &timer)
        case .resize(let size):
            let wait = WaitPlay(for: .resize, at: time, grid, &timer)
            switch size {
            case .larger: window.perform(.largerTiles)
            case .smaller: window.perform(.smallerTiles)
            case .usual: window.perform(.usualTiles)
            }
            return wait
        case .range(let last, let seconds): return RangePlay(to: last, for: seconds, at: time, grid)
        case .band(let motion):
            let band = MotionPlay(motion, by: .band(SpanStart(grid)), at: time, grid)
            grid.select(.beginBand)
            return band
        case .leaveSelection:
            grid.select(.leave)
            return InstantPlay()
        case .cull(let photos, let interval):
            return CulledPlay(photos, interval: interval, at: time, in: window)
        case .compare(let photos, let seconds): return ComparedPlay(photos, for: seconds, grid)
        }
    }
}
