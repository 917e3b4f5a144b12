// Culling in a scenario.
import App
import Browse
import FrameProfile

/// Photos are culled in the pace of a held key.
struct CulledPlay: StepPlay {
    private enum State {
        /// The first photo is waited for.
        case opening
        /// So many photos have been decided on.
        case deciding(count: Int, SpanStart)
        /// The last decisions are being saved.
        case saving(since: Int64)
        /// The grid is waited for.
        case leaving(since: Int64)
    }

    private let photos: Int
    private let interval: Double
    private let began: Int64
    private var state = State.opening

    init(_ photos: Int, interval: Double, at time: Int64, in window: MainWindow) {
        (self.photos, self.interval, began) = (photos, interval, time)
        window.perform(.cull)
    }

    /// Waits for the first photo, decides on one after the other, and leaves when all is saved.
    mutating func advance(
        to time: Int64, in window: MainWindow, _ grid: any GridProbe, _ timer: inout SpanTimer
    ) -> Bool {
        switch state {
        case .opening:
            guard window.isShowingDetail, window.hasPhotoEnded, window.transition == nil, grid.isQuiet else {
                return SpanTimer.seconds(from: began, to: time) > SpanTimer.patience
            }
            state = .deciding(count: 0, SpanStart(grid, at: time))
        case .deciding(let count, let start):
            guard count < min(photos, grid.model.count) else {
                timer.note(.cull, since: start, grid)
                state = .saving(since: time)
                return leave(to: time, in: window, grid)
            }
            // One a frame: a held key is no faster.
            if SpanTimer.seconds(from: start.time, to: time) >= Double(count) * interval {
                window.perform(.cullStars, count % 6)
                state = .deciding(count: count + 1, start)
            }
        case .saving, .leaving: return leave(to: time, in: window, grid)
        }
        return false
    }

    /// Goes back to the grid once all is saved.
    /// - Returns: Whether the grid is shown again, or the wait took too long.
    private mutating func leave(to time: Int64, in window: MainWindow, _ grid: any GridProbe) -> Bool {
        if case .saving(let since) = state {
            if window.isSaving, SpanTimer.seconds(from: since, to: time) < SpanTimer.patience { return false }
            state = .leaving(since: since)
            window.perform(.back)
        }
        guard case .leaving(let since) = state else { return false }
        return !window.isShowingDetail && grid.isQuiet
            || SpanTimer.seconds(from: since, to: time) > 2 * SpanTimer.patience
    }
}
