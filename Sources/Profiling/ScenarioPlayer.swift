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
    /// Limit of the wait for a screen or a photo, in seconds; then the script goes on.
    private static let patience = 10.0
    /// Seconds without painting after which a screen counts as having been complete at once.
    private static let nothingPainted = 0.5
    /// Seconds for which an opened photo is shown: its fade (250 ms, PhotoView) and as long again.
    private static let look = 0.5
    /// Limit of the presses of End for one list: at 100 photos a page, enough for 100,000.
    private static let mostPresses = 1000

    private enum Stage {
        case waiting(since: Int64?)
        case resting(since: Int64)
        case playing
    }

    /// The span that is measured now, or was last.
    private struct Timed {
        let kind: ScenarioSpan.Kind?
        let began: Int64
        var whole: Int64?
        /// Whether a frame was painted that was not complete.
        var hasWaited = false
        let loader: LoaderFigures
    }

    private weak var window: MainWindow?
    private let steps: [ScenarioStep]
    private let begin: () -> Void
    private let finish: () -> Void
    private var stage = Stage.waiting(since: nil)
    private var index = 0
    private var stepBegan: Int64 = 0
    private var from = 0.0
    private var presses = 0
    private var bottom = 0.0
    private var hasGoneBack = false
    private var isWaiting = false
    private var timed = Timed(kind: nil, began: 0, loader: LoaderFigures())
    private var revisit: (began: Int64, loader: LoaderFigures)?
    private var selection: (began: Int64, loader: LoaderFigures)?
    /// Decisions that were made, since when, and when the last one was made.
    private var culling: (decisions: Int, began: Int64, ended: Int64?, loader: LoaderFigures)?
    private var comparing: ComparedPlay?
    private var transitions = TransitionObserver()
    private var timedSpans: [ScenarioSpan] = []
    /// Time spans recorded so far.
    var spans: [ScenarioSpan] { timedSpans + transitions.spans }

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
        guard isWaiting, timed.whole == nil, let window, let grid = window.grid else { return }
        let isWhole =
            timed.kind == .visit
            ? window.hasPhotoEnded
            : frame.visibleTiles > 0 && frame.blankTiles + frame.previewTiles == 0 && hasArrived(grid)
        if isWhole { timed.whole = frame.painted } else { timed.hasWaited = true }
    }

    private func tick(at time: Int64) -> Bool {
        guard let grid = window?.grid else { return window != nil }
        switch stage {
        case .waiting(let since):
            let start = since ?? time
            // A scenario that begins while a folder is listed would go through a part of it.
            let isDone = grid.isViewportComplete && !grid.isListing || seconds(from: start, to: time) > Self.warmUp
            stage = isDone ? .resting(since: time) : .waiting(since: start)
        case .resting(let since):
            guard seconds(from: since, to: time) >= Self.rest else { break }
            begin()
            stage = .playing
            // Without photos there are no steps to perform.
            if grid.model.count == 0 { index = steps.count }
            enter(at: time, grid)
        case .playing:
            while index < steps.count, isOver(steps[index], at: time, grid) {
                index += 1
                enter(at: time, grid)
            }
        }
        guard index < steps.count else {
            if let revisit { note(.revisit, since: revisit.began, whole: nil, revisit.loader, grid) }
            finish()
            return false
        }
        return true
    }

    // MARK: Steps

    /// Begins the step at `index`.
    private func enter(at time: Int64, _ grid: any GridProbe) {
        guard index < steps.count else { return }
        stepBegan = time
        from = grid.scrollOffset
        hasGoneBack = false
        presses = 0
        switch steps[index] {
        case .move, .dragTimeline: break
        case .press(let key): press(key, grid)
        case .land: wait(for: .drag, grid)
        case .waitUntilIdle: wait(for: nil, grid)
        case .revisit: revisit = (Self.now, grid.figures)
        case .visit(let position): open(position, grid)
        case .resize(let size): resize(to: size, grid)
        case .range: selection = (Self.now, grid.figures)
        case .band:
            selection = (Self.now, grid.figures)
            grid.select(.beginBand)
        case .leaveSelection: grid.select(.leave)
        case .cull: perform(.cull)
        case .compare(let photos, _):
            grid.select(.range(to: photos - 1))
            comparing = ComparedPlay(since: Self.now)
        }
    }

    private func perform(_ command: WindowCommand, _ number: Int? = nil) {
        guard let window else { return }
        gtk_widget_activate_action_variant(
            window.window.cast(), command.rawValue, number.flatMap { g_variant_new_int32(Int32($0)) })
    }

    /// Advances a step.
    /// - Returns: Whether the step has ended.
    private func isOver(_ step: ScenarioStep, at time: Int64, _ grid: any GridProbe) -> Bool {
        let elapsed = seconds(from: stepBegan, to: time)
        switch step {
        case .move(let motion):
            let extent = grid.extent
            gtk_adjustment_set_value(grid.adjustment, motion.position(after: elapsed, from: from, extent))
            return motion.isOver(after: elapsed, from: from, extent)
        case .dragTimeline(let motion):
            let extent = grid.extent
            let position = motion.position(after: elapsed, from: from, extent)
            if !grid.dragTimeline(to: extent.bottom > 0 ? position / extent.bottom : 0) {
                gtk_adjustment_set_value(grid.adjustment, position)
            }
            guard motion.isOver(after: elapsed, from: from, extent) else { return false }
            _ = grid.dragTimeline(to: nil)
            return true
        case .revisit, .leaveSelection: return true
        case .range(let position, let duration):
            // There and back.
            let share = 1 - abs(2 * elapsed / duration - 1)
            grid.select(.range(to: Int(share * Double(position))))
            guard elapsed >= duration else { return false }
            noteSelection(.range, grid)
            return true
        case .band(let motion):
            let extent = grid.extent
            gtk_adjustment_set_value(grid.adjustment, motion.position(after: elapsed, from: from, extent))
            guard motion.isOver(after: elapsed, from: from, extent) else { return false }
            grid.select(.endBand)
            noteSelection(.band, grid)
            return true
        case .land, .waitUntilIdle, .resize: return isIdle(elapsed, grid)
        case .press(let key):
            guard isIdle(elapsed, grid) else { return false }
            guard key == .end, !grid.isListComplete, presses < Self.mostPresses else { return true }
            stepBegan = time
            press(key, grid)
            return false
        case .visit: return hasReturned(at: time, elapsed, grid)
        case .cull(let photos, let interval):
            return hasCulled(min(photos, grid.model.count), interval, at: time, elapsed, grid)
        case .compare(_, let duration): return hasCompared(for: duration, at: time, grid)
        }
    }

    /// Advances culling: waits for the first photo, decides on one after the other, and leaves when all is quiet.
    /// - Returns: Whether the grid is shown again, or the wait took too long.
    private func hasCulled(
        _ photos: Int, _ interval: Double, at time: Int64, _ elapsed: Double, _ grid: any GridProbe
    ) -> Bool {
        guard let window else { return true }
        guard var culling else {
            guard window.isShowingDetail, window.hasPhotoEnded, window.transition == nil, grid.isQuiet else {
                return elapsed > Self.patience
            }
            self.culling = (0, time, nil, grid.figures)
            return false
        }
        defer { self.culling = culling }
        guard culling.decisions < photos else {
            if culling.ended == nil {
                culling.ended = time
                note(.cull, since: culling.began, whole: nil, culling.loader, grid)
            }
            let waited = seconds(from: culling.ended ?? time, to: time)
            if !hasGoneBack, window.isSaving, waited < Self.patience { return false }
            if !hasGoneBack {
                hasGoneBack = true
                perform(.back)
            }
            return !window.isShowingDetail && grid.isQuiet || waited > 2 * Self.patience
        }
        // One a frame: a held key is no faster.
        if seconds(from: culling.began, to: time) >= Double(culling.decisions) * interval {
            perform(.cullStars, culling.decisions % 6)
            culling.decisions += 1
        }
        return false
    }

    /// Advances the comparison of photos.
    /// - Returns: Whether the grid is shown again.
    private func hasCompared(for duration: Double, at time: Int64, _ grid: any GridProbe) -> Bool {
        guard let window, var play = comparing else { return true }
        defer { comparing = play }
        guard let pictures = window.comparedPictures else {
            // The selection is told to the actions in another iteration than it is made in.
            if case .opening = play.stage { perform(.compare) }
            return play.stage == .leaving || elapsed(since: play.began) > Self.patience
        }
        let isLate = elapsed(since: play.began) > Self.patience
        switch play.stage {
        case .opening:
            if play.isFirst, pictures.shown > 0 { play.note(.comparedFirst, &timedSpans) }
            guard pictures.shown == pictures.count || isLate else { break }
            play.note(.comparedAll, isWhole: !isLate, &timedSpans)
            play.begin(.magnifying)
            window.magnifyCompared()
        case .magnifying:
            if play.isFirst, pictures.sharp > 0 { play.note(.sharpFirst, &timedSpans) }
            guard pictures.sharp == pictures.count || isLate else { break }
            play.note(.sharpAll, isWhole: !isLate, &timedSpans)
            play.begin(.moving)
            play.loader = grid.figures
        case .moving:
            let place = Scenario.circle(after: elapsed(since: play.began))
            window.moveCompared(x: place.x - play.place.x, y: place.y - play.place.y)
            play.place = place
            guard elapsed(since: play.began) >= duration else { break }
            let now = grid.figures.decoded, before = play.loader.decoded
            timedSpans.append(
                ScenarioSpan(
                    .comparedPan, began: play.began, whole: nil, ended: Self.now,
                    decoded: now.flatMap { now in before.map { now - $0 } }, bytes: pictures.bytes))
            play.begin(.leaving)
            perform(.back)
        case .leaving: break
        }
        return false
    }

    private func elapsed(since began: Int64) -> Double { seconds(from: began, to: Self.now) }

    private func press(_ key: ScenarioStep.Key, _ grid: any GridProbe) {
        presses += 1
        bottom = grid.extent.bottom
        wait(for: key == .end ? .endKey : .homeKey, grid)
        grid.press(key == .end ? .last : .first)
    }

    private func resize(to size: ScenarioStep.TileSize, _ grid: any GridProbe) {
        guard let window else { return }
        wait(for: .resize, grid)
        let action =
            switch size {
            case .larger: WindowCommand.largerTiles.rawValue
            case .smaller: WindowCommand.smallerTiles.rawValue
            case .usual: WindowCommand.usualTiles.rawValue
            }
        gtk_widget_activate_action_variant(window.window.cast(), action, nil)
    }

    private func open(_ position: Int, _ grid: any GridProbe) {
        wait(for: .visit, grid)
        grid.activate(position % max(1, grid.model.count))
    }

    /// Advances a visit to a photo: waits for its picture, goes back, and waits for the grid.
    /// - Returns: Whether the grid is shown again and quiet, or the wait took too long.
    private func hasReturned(at time: Int64, _ elapsed: Double, _ grid: any GridProbe) -> Bool {
        guard let window else { return true }
        if !hasGoneBack {
            if window.transition != nil, elapsed < Self.patience { return false }
            if let whole = timed.whole {
                guard seconds(from: whole, to: Self.now) >= Self.look else { return false }
            } else if elapsed < Self.patience {
                return false
            }
            noteTimed(grid)
            hasGoneBack = true
            stepBegan = time
            gtk_widget_activate_action_variant(window.window.cast(), WindowCommand.back.rawValue, nil)
            return false
        }
        return !window.isShowingDetail && grid.isQuiet || elapsed > Self.patience
    }

    // MARK: Waiting

    private func wait(for kind: ScenarioSpan.Kind?, _ grid: any GridProbe) {
        timed = Timed(kind: kind, began: Self.now, loader: grid.figures)
        isWaiting = true
    }

    /// Returns whether the screen is complete and the loader idle, or the wait took too long.
    private func isIdle(_ elapsed: Double, _ grid: any GridProbe) -> Bool {
        let isWhole = grid.isViewportComplete && hasArrived(grid)
        if timed.whole == nil, isWhole, elapsed > Self.nothingPainted { timed.whole = timed.began }
        guard timed.whole != nil && isWhole && grid.isQuiet || elapsed > Self.patience else { return false }
        noteTimed(grid)
        return true
    }

    /// Returns whether the list is where the key sent it. The list may have grown since.
    private func hasArrived(_ grid: any GridProbe) -> Bool {
        let value = grid.scrollOffset
        let slack = gtk_adjustment_get_page_size(grid.adjustment) / 2
        return switch timed.kind {
        case .endKey: value >= bottom - slack
        case .homeKey: value <= slack
        default: true
        }
    }

    private func noteTimed(_ grid: any GridProbe) {
        isWaiting = false
        // A change of size that keeps the number of columns causes no loading to measure.
        if timed.kind == .resize, !timed.hasWaited { return }
        if let kind = timed.kind { note(kind, since: timed.began, whole: timed.whole, timed.loader, grid) }
    }

    private func noteSelection(_ kind: ScenarioSpan.Kind, _ grid: any GridProbe) {
        if let selection { note(kind, since: selection.began, whole: nil, selection.loader, grid) }
        selection = nil
    }

    private func note(
        _ kind: ScenarioSpan.Kind, since began: Int64, whole: Int64?, _ before: LoaderFigures,
        _ grid: any GridProbe
    ) {
        let now = grid.figures
        func difference(_ figure: (LoaderFigures) -> Int?) -> Int? {
            figure(now).flatMap { now in figure(before).map { now - $0 } }
        }
        timedSpans.append(
            ScenarioSpan(
                kind, began: began, whole: whole, ended: Self.now, fetches: difference(\.fetches),
                decoded: difference(\.decoded)))
    }

    private static var now: Int64 { Int64(g_get_monotonic_time()) }

    private func seconds(from start: Int64, to end: Int64) -> Double { Double(end - start) / 1_000_000 }
}

/// The state of a comparison of photos.
private struct ComparedPlay {
    enum Stage { case opening, magnifying, moving, leaving }

    var stage = Stage.opening
    var began: Int64
    /// Whether the first photo is awaited.
    var isFirst = true
    var place = (x: 0.0, y: 0.0)
    var loader = LoaderFigures()

    init(since began: Int64) { self.began = began }

    mutating func begin(_ stage: Stage) {
        (self.stage, isFirst, began) = (stage, true, Int64(g_get_monotonic_time()))
    }

    mutating func note(_ kind: ScenarioSpan.Kind, isWhole: Bool = true, _ spans: inout [ScenarioSpan]) {
        let now = Int64(g_get_monotonic_time())
        isFirst = false
        spans.append(ScenarioSpan(kind, began: began, whole: isWhole ? now : nil, ended: now))
    }
}

extension GridProbe {
    /// Whether the list is complete, or cannot be continued.
    fileprivate var isListComplete: Bool { GalleryProgress(model).isComplete }

    /// The extent of the list as `ScrollMotion` uses it.
    fileprivate var extent: ScrollExtent {
        let page = gtk_adjustment_get_page_size(adjustment)
        return ScrollExtent(
            bottom: gtk_adjustment_get_upper(adjustment) - page, page: page, isListComplete: isListComplete)
    }
}
