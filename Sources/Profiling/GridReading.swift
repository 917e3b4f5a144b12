// What is read of a grid for the report and the profile overlay: figures of its loading, and its scroll position.
import App
import CGTK
import FrameProfile
import ImagePipeline

/// A grid without the loader that counts its loading itself.
protocol CountingGrid: GridProbe {
    /// Figures without a counter are nil.
    var loaderFigures: LoaderFigures { get }
}

extension MainWindow {
    /// The grid of the shown page.
    var grid: (any GridProbe)? { page as? any GridProbe }
}

extension GridProbe {
    /// The counters for the report.
    var figures: LoaderFigures {
        if let counting = self as? any CountingGrid { return counting.loaderFigures }
        return loader.map { LoaderFigures($0.counters) } ?? LoaderFigures()
    }

    /// Bytes of decoded images held now; nil where they are not counted.
    var textureBytes: Int? { loader?.memory.bytes }

    /// Times of the latest pictures by pipeline stage; nil where they are not measured.
    var stageTimes: StageTimes? { loader.map { StageTimes($0.recentTraces) } }

    /// The adjustment that wheel and scroll bar drive.
    var adjustment: UnsafeMutablePointer<GtkAdjustment> { made(gtk_scrollable_get_vadjustment(view)) }

    /// The top of the viewport in logical pixels from the first row.
    var scrollOffset: Double { gtk_adjustment_get_value(adjustment) }
}

extension LoaderFigures {
    /// Creates the figures from a loader's counters. Figures without a counter stay nil.
    init(_ counters: LoaderCounters) {
        self.init()
        requests = counters.requests
        joined = counters.joined
        memoryHits = counters.memoryHits
        diskHits = counters.diskHits
        fetches = counters.fetches
        bytesFetched = counters.bytesFetched
        duplicateFetches = counters.duplicateFetches
        cancelled = counters.cancelled
        preempted = counters.preempted
        decoded = counters.decoded
        evicted = counters.evicted
        failures = counters.failures
        bytesOfBeginnings = counters.bytesOfBeginnings
        tinyMade = counters.tinyMade
    }
}
