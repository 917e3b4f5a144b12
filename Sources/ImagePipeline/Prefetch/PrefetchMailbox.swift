// The only state that a prefetch session and the loader share: wishes one way, deliveries the other.
import Photos
import Synchronization

/// A two-way mailbox under one lock, which is held for bookkeeping only.
final class PrefetchMailbox: Sendable {
    /// Wishes that the loader has not seen yet.
    struct Wishes {
        /// The latest set; nil when it has not changed.
        var wanted: [WantedImage]?
        var retries: Set<ImageKey> = []
        var retryAll = false
        var isClosed = false
    }

    private struct State {
        var wishes = Wishes()
        var hop = CoalescedHop()
        var deliveries = DeliveryQueue()
        var onArrival: (@Sendable () -> Void)?
    }

    let id: Subscriber.ID
    private let state: Mutex<State>

    init(id: Subscriber.ID, onArrival: @escaping @Sendable () -> Void) {
        self.id = id
        state = Mutex(State(onArrival: onArrival))
    }

    // MARK: The session's side

    /// Records a change for the loader.
    /// - Returns: whether the caller has to start a hop to the loader.
    func wish(_ change: @Sendable (inout Wishes) -> Void) -> Bool {
        state.withLock { state in
            guard !state.wishes.isClosed else { return false }
            change(&state.wishes)
            if state.wishes.retryAll { state.deliveries.removeFailures() }
            return state.hop.request()
        }
    }

    func take(limit: Int) -> [Delivery<any DecodedImage>] { state.withLock { $0.deliveries.take(limit: limit) } }

    var count: Int { state.withLock { $0.deliveries.count } }

    /// Drops what was not taken and the arrival closure, so that nothing reaches the consumer any more.
    func silence() {
        let dropped = state.withLock { state in
            defer { state.onArrival = nil }
            return (state.deliveries.removeAll(), state.onArrival)
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: Loader

    /// Returns the wishes since the last call; from here on a new wish needs a new hop.
    func readWishes() -> Wishes {
        state.withLock { state in
            state.hop.arrive()
            let wishes = state.wishes
            state.wishes = Wishes(isClosed: wishes.isClosed)
            return wishes
        }
    }

    /// Queues a delivery, and calls the arrival closure outside of the lock when the queue was empty. Ignored once the
    /// session is closed.
    func deliver(_ delivery: Delivery<any DecodedImage>) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.wishes.isClosed else { return nil }
            // The loader has not read yet that all failures are to be retried. This one is of the try before that: the
            // consumer would take it for the new one's, and the new image for one that it has not asked for.
            if state.wishes.retryAll, case .failure = delivery.result { return nil }
            let wasEmpty = state.deliveries.isEmpty
            state.deliveries.put(delivery)
            return wasEmpty ? state.onArrival : nil
        }
        wake?()
    }

    /// Drops or moves what waits after the wanted set has changed.
    func update(priority: @Sendable (ImageKey) -> LoadPriority?) {
        let dropped = state.withLock { $0.deliveries.update(priority: priority) }
        withExtendedLifetime(dropped) {}
    }
}
