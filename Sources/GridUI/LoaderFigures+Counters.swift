// The loader's counters as the report carries them.
import FrameProfile
import ImagePipeline

extension LoaderFigures {
    /// The figures of a loader; what it does not know stays unknown.
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
