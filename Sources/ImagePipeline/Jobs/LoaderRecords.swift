// The records of the loader's work: totals, recent requests, and how long images take to arrive.
import Photos
import Synchronization

/// Counters, traces and arrival times. Read without a hop; callable from any thread.
final class LoaderRecords: Sendable {
    /// Traces kept: the images of a few screens.
    static let traceCapacity = 256

    private let tally = Mutex(LoaderCounters())
    private let ring = Mutex(Ring<RequestTrace>(capacity: traceCapacity))
    private let arrivals = Mutex(ArrivalTime())

    var counters: LoaderCounters { tally.withLock { $0 } }
    /// Oldest first.
    var traces: [RequestTrace] { Array(ring.withLock(\.all)) }
    /// Seconds that the next image will probably take.
    var arrivalTime: Double { arrivals.withLock(\.seconds) }

    func count(_ change: (inout LoaderCounters) -> Void) { tally.withLock { change(&$0) } }

    /// Records the end of a request.
    /// - Parameter countsAsArrival: whether the time that it took says something of the next ones.
    func record(_ trace: RequestTrace, countsAsArrival: Bool) {
        ring.withLock { _ = $0.append(trace) }
        guard countsAsArrival, let seconds = trace.workSeconds else { return }
        arrivals.withLock { $0.note(seconds) }
    }
}

extension RequestTrace {
    /// Seconds of fetching and decoding without the waits between them; nil for an image that was made from memory.
    fileprivate var workSeconds: Double? {
        guard let decodeStarted, origin != .memory else { return nil }
        let fetch = fetchStarted.flatMap { started in fetchEnded.map { $0 - started } } ?? .zero
        return (fetch + (ended - decodeStarted)) / .seconds(1)
    }
}
