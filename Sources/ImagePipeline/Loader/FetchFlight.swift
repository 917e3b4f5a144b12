// The job of one fetch: its dependents, its state and its attempts.
import Photos

/// The bytes of one `FetchKey`, from the first request until the last decode that needs them is done. Isolated to the
/// loader.
final class FetchFlight {
    enum State {
        case queued(FetchQueue<FetchFlight>.Slot)
        case running(Task<Void, Never>)
        /// Preempted; queued again to resume, once the cancelled call has ended.
        case setAside
        /// Backing off after a transient failure; holds no slot.
        case waiting(Task<Void, Never>)
        /// Holds the bytes for decodes that are still to come.
        case arrived(EncodedBytes)
        /// Failed; the dependents are being notified.
        case failed
    }

    let key: FetchKey
    let host: FetchHost
    let title: String
    /// Jobs of the images that are made from these bytes; usually one.
    var dependents: [PictureFlight] = []
    /// Requests for the bytes alone.
    var readers: [Reader] = []
    /// Nil while the fetch is being created and after it has ended.
    var state: State?
    /// Identifies the start or back-off whose result is still accepted; earlier ones are stale.
    var token = 0
    /// The ticket of the last start.
    var ticket: FetchTicket?
    /// Attempts so far, without those that were preempted.
    var attempts = 0
    /// Whether the next start must bypass stored bytes; the ticket has the value of the last start.
    var isReload = false
    /// The progress reported while the fetch runs.
    let progress: FetchProgress
    /// Of the last attempt: its number, when it started and ended, the origin of the bytes, and whether they were
    /// stale.
    var number: Int?
    var started: ContinuousClock.Instant?
    var ended: ContinuousClock.Instant?
    var origin: FetchedBytes.Origin?
    var isStale = false
    /// Whether a check has found that the bytes of the running attempt, even if stale, have not changed.
    var isSettled = false
    /// Whether a check has found that the bytes of the running attempt, if stale, have changed since.
    var isOutdated = false

    init(key: FetchKey, title: String) {
        self.key = key
        host = FetchHost(key.location)
        self.title = title
        progress = FetchProgress(of: key)
    }

    /// The highest priority of its dependents and readers.
    var priority: LoadPriority {
        max(dependents.lazy.map(\.priority).max() ?? .speculative, readers.lazy.map(\.priority).max() ?? .speculative)
    }
}
