// One shared fetch: its users, its state, and its tries.
import Photos

/// One requester of a fetch's bytes, by its number.
struct FetchUser {
    let id: Subscriber.ID
    var priority: LoadPriority
    /// The image that is made of the bytes; nil for a request for the bytes alone.
    let image: ImageKey?
}

/// The bytes of one `FetchKey`, from the first request until the last decode that needs them is done. Belongs to
/// `FetchScheduler`; others know it by its number.
final class FetchJob {
    struct ID: Hashable, Sendable {
        let number: Int
    }

    enum State {
        case queued(FetchQueue<FetchJob>.Slot)
        case running(Task<Void, Never>)
        /// Cancelled in favour of a more urgent fetch; is queued again when that call has ended.
        case preempted
        /// Waits to be retried, without a slot.
        case backingOff(Task<Void, Never>)
        /// Keeps the bytes for decodes that have not taken place yet.
        case arrived(EncodedBytes)
    }

    let id: ID
    let key: FetchKey
    let host: FetchHost
    let title: String
    /// Usually one.
    var users: [FetchUser] = []
    /// Nil while it is being created.
    var state: State?
    /// Of the last start.
    var ticket: FetchTicket?
    /// Tries made so far, without those that were preempted.
    var attempts = 0
    /// Stored bytes may not answer the next start: they were damaged.
    var isReload = false
    let growingBody: GrowingBody
    /// Of the last try.
    var trace = FetchTrace()
    /// The bytes that the running try brings are known to be unchanged, stale or not.
    var isConfirmed = false
    /// The bytes that the running try brings, if stale, are known to have changed.
    var isOutdated = false

    init(id: ID, key: FetchKey, title: String) {
        self.id = id
        self.key = key
        self.title = title
        host = FetchHost(key.location)
        growingBody = GrowingBody(of: key)
    }

    /// The highest of its users' priorities.
    var priority: LoadPriority { users.lazy.map(\.priority).max() ?? .speculative }

    /// Whether it loses nothing by being preempted: it can resume, or has received nothing. A file cannot be resumed
    /// and is read in less time than it takes to start again; a fetch with four fifths of its bytes is nearly done.
    var canBePreempted: Bool {
        guard !host.isLocal, let progress = ticket?.progress else { return false }
        // The total is the server's word.
        if let total = progress.total,
            progress.received.multipliedSaturating(by: 5) >= total.multipliedSaturating(by: 4)
        {
            return false
        }
        return progress.isResumable || progress.received == 0
    }
}

/// The history of the last try to fetch.
struct FetchTrace {
    /// The number of the start.
    var number: Int?
    var started: ContinuousClock.Instant?
    var ended: ContinuousClock.Instant?
    var origin: FetchedBytes.Origin?
    /// The bytes were past their time and are being checked.
    var isStale = false
}

/// The meaning of a fetch's end for its users.
enum FetchOutcome {
    /// - Parameter isOutdated: the bytes were stale, and have been found changed while they came in.
    case arrived(EncodedBytes, users: [FetchUser], isOutdated: Bool)
    /// No retry is left; the fetch is gone.
    case failed(LoadFailure, users: [FetchUser], FetchTrace)
}

extension FetchJob {
    /// The reaction to bytes that could not be decoded.
    enum Refetch {
        /// They came from their origin: there are no better ones.
        case refused
        /// They are outdated anyway, and a new fetch of the key brings newer ones.
        case superseded
        /// They are fetched again from their origin, for these.
        case queued([FetchUser])
    }
}
