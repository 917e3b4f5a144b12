// The conversion of the loader's counters for the report.
import FrameProfile
import ImagePipeline

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
    }
}
