// One fetch under way: who waits for its bytes, where it stands, and how often it was tried.
import Photos

/// The bytes of one `FetchKey`, from the first wish until the last decode that needs them is done. Lives on the loader.
final class FetchFlight {
    enum State {
        case queued(PriorityBuckets<FetchFlight>.Slot)
        case running(Task<Void, Never>)
        /// Backs off after a transient failure, holding no slot.
        case waiting(Task<Void, Never>)
        /// Keeps the bytes for decodes that have not taken place yet.
        case arrived(EncodedBytes)
        /// Failed; the dependents are being told.
        case failed
    }

    let key: FetchKey
    let title: String
    /// Pictures that are made from these bytes; usually one.
    var dependents: [DecodeFlight] = []
    /// Nil only while it is being created.
    var state: State?
    /// The start or wait that may still report; older ones are stale.
    var token = 0
    /// Of the running fetch.
    var ticket: FetchTicket?
    /// Tries made so far.
    var attempts = 0

    init(key: FetchKey, title: String) {
        self.key = key
        self.title = title
    }

    /// The highest of its dependents'.
    var priority: LoadPriority { dependents.lazy.map(\.priority).max() ?? .speculative }
}
