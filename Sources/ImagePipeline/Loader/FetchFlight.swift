// One fetch under way: who waits for its bytes, where it stands, and how often it was tried.
import Photos

/// The bytes of one `FetchKey`, from the first wish until the last decode that needs them is done. Lives on the loader.
final class FetchFlight {
    enum State {
        case queued(FetchQueue<FetchFlight>.Slot)
        case running(Task<Void, Never>)
        /// Cancelled in favour of more urgent fetches; goes on later, and not before that call has ended.
        case setAside
        /// Backs off after a transient failure, holding no slot.
        case waiting(Task<Void, Never>)
        /// Keeps the bytes for decodes that have not taken place yet.
        case arrived(EncodedBytes)
        /// Failed; the dependents are being told.
        case failed
    }

    let key: FetchKey
    let host: FetchHost
    let title: String
    /// Pictures that are made from these bytes; usually one.
    var dependents: [PictureFlight] = []
    /// Those who want the bytes alone.
    var readers: [Reader] = []
    /// Nil only while it is being created.
    var state: State?
    /// The start or wait that may still report; older ones are stale.
    var token = 0
    /// Of the last start.
    var ticket: FetchTicket?
    /// Tries made so far, those not counted that were set aside.
    var attempts = 0
    /// Stored bytes may not answer the next start; what the last one was told is in its ticket.
    var isReload = false
    /// What comes in while it runs.
    let progress: FetchProgress
    /// Of the last try: its number, when it started and ended, where the bytes came from, whether they were past their time.
    var number: Int?
    var started: ContinuousClock.Instant?
    var ended: ContinuousClock.Instant?
    var origin: FetchedBytes.Origin?
    var isStale = false
    /// What the running try will bring is known to stay as it is, stale or not.
    var isSettled = false
    /// What the running try will bring, if it is stale, is known to have changed since.
    var isOutdated = false

    init(key: FetchKey, title: String) {
        self.key = key
        host = FetchHost(key.location)
        self.title = title
        progress = FetchProgress(of: key)
    }

    /// The highest of those who need it.
    var priority: LoadPriority {
        max(dependents.lazy.map(\.priority).max() ?? .speculative, readers.lazy.map(\.priority).max() ?? .speculative)
    }
}
