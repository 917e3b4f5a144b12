// The time spans of a scenario: the wait that is measured now, and the spans that have been.
import App
import Browse
import CGTK
import FrameProfile

/// The start of a span: its time, and what the loader had done by then.
struct SpanStart {
    /// Microseconds of the monotonic clock.
    let time: Int64
    let loader: LoaderFigures

    init(_ grid: any GridProbe, at time: Int64 = SpanTimer.now) { (self.time, loader) = (time, grid.figures) }
}

/// A recorder of spans. At most one wait for a screen or a photo is measured at a time.
struct SpanTimer {
    /// A wait for a screen or a photo.
    struct Wait {
        /// Nil for a wait that is not recorded.
        let kind: ScenarioSpan.Kind?
        let start: SpanStart
        /// The end of the list at its beginning.
        let bottom: Double
        /// When all of it had been painted.
        fileprivate(set) var whole: Int64?
        /// Whether a frame was painted that was not complete.
        fileprivate(set) var hasWaited = false

        /// Returns whether the list is where a key sent it. The list may have grown since.
        func hasArrived(_ grid: any GridProbe) -> Bool {
            let value = grid.scrollOffset
            let slack = gtk_adjustment_get_page_size(grid.adjustment) / 2
            return switch kind {
            case .endKey: value >= bottom - slack
            case .homeKey: value <= slack
            default: true
            }
        }
    }

    /// Limit of the wait for a screen or a photo, in seconds; then the script goes on.
    static let patience = 10.0
    /// Seconds without painting after which a screen counts as having been complete at once.
    private static let nothingPainted = 0.5

    /// The present wait.
    private(set) var wait: Wait?
    /// The spans recorded so far.
    private(set) var spans: [ScenarioSpan] = []

    /// The monotonic clock's time in microseconds.
    static var now: Int64 { Int64(g_get_monotonic_time()) }

    static func seconds(from start: Int64, to end: Int64 = now) -> Double { Double(end - start) / 1_000_000 }

    // MARK: Waiting

    /// Begins a wait.
    mutating func startWait(_ kind: ScenarioSpan.Kind?, _ grid: any GridProbe) {
        wait = Wait(kind: kind, start: SpanStart(grid), bottom: grid.extent.bottom)
    }

    /// Takes in a painted frame.
    /// - Parameter isWhole: Whether it had all that is awaited.
    mutating func painted(at time: Int64, isWhole: Bool) {
        if isWhole { wait?.whole = time } else { wait?.hasWaited = true }
    }

    /// Ends the wait if the screen is complete and the loader idle, or if it has taken too long.
    /// - Parameter elapsed: Seconds since its beginning.
    /// - Returns: Whether it has ended.
    mutating func endIfIdle(after elapsed: Double, _ grid: any GridProbe) -> Bool {
        guard let wait else { return true }
        let isWhole = grid.isViewportComplete && wait.hasArrived(grid)
        if wait.whole == nil, isWhole, elapsed > Self.nothingPainted { self.wait?.whole = wait.start.time }
        guard self.wait?.whole != nil && isWhole && grid.isQuiet || elapsed > Self.patience else { return false }
        end(grid)
        return true
    }

    /// Ends the wait.
    mutating func end(_ grid: any GridProbe) {
        guard let wait = wait.take() else { return }
        // A change of size that keeps the number of columns causes no loading to measure.
        if wait.kind == .resize, !wait.hasWaited { return }
        if let kind = wait.kind { note(kind, since: wait.start, whole: wait.whole, grid) }
    }

    // MARK: Recording

    /// Records a span that ends now, with what the loader has done in it.
    mutating func note(
        _ kind: ScenarioSpan.Kind, since start: SpanStart, whole: Int64? = nil, _ grid: any GridProbe
    ) {
        let now = grid.figures
        func difference(_ figure: (LoaderFigures) -> Int?) -> Int? {
            figure(now).flatMap { now in figure(start.loader).map { now - $0 } }
        }
        spans.append(
            ScenarioSpan(
                kind, began: start.time, whole: whole, ended: Self.now, fetches: difference(\.fetches),
                decoded: difference(\.decoded)))
    }

    /// Records a span.
    mutating func note(_ span: ScenarioSpan) { spans.append(span) }
}

extension GridProbe {
    /// Whether the list is complete, or cannot be continued.
    var isListComplete: Bool { GalleryProgress(model).isComplete }

    /// The extent of the list as `ScrollMotion` uses it.
    var extent: ScrollExtent {
        let page = gtk_adjustment_get_page_size(adjustment)
        return ScrollExtent(
            bottom: gtk_adjustment_get_upper(adjustment) - page, page: page, isListComplete: isListComplete)
    }
}
