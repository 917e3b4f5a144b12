// State shared by a feed and the loader: requests in one direction, deliveries in the other.
import Photos
import Synchronization

/// A two-way mailbox under one lock, held for bookkeeping only.
final class FeedMailbox: Sendable {
    /// Changes that the loader has not read yet.
    struct Wishes {
        /// The latest set; nil when it has not changed.
        var wanted: [WantedImage]?
        var retries: Set<ImageKey> = []
        var retryAll = false
        var isClosed = false
    }

    private struct State {
        var wishes = Wishes()
        /// Whether a hop to the loader is on its way; it will see all changes made before it arrives.
        var isHopOutstanding = false
        var deliveries = DeliveryQueue()
        var onArrival: (@Sendable () -> Void)?
    }

    let id: Subscriber.ID
    private let state: Mutex<State>

    init(id: Subscriber.ID, onArrival: @escaping @Sendable () -> Void) {
        self.id = id
        state = Mutex(State(onArrival: onArrival))
    }

    // MARK: Feed

    /// Records a change for the loader.
    /// - Returns: whether the caller has to start a hop to the loader.
    func wish(_ change: @Sendable (inout Wishes) -> Void) -> Bool {
        state.withLock { state in
            guard !state.wishes.isClosed else { return false }
            change(&state.wishes)
            if state.wishes.retryAll { state.deliveries.removeFailures() }
            defer { state.isHopOutstanding = true }
            return !state.isHopOutstanding
        }
    }

    func take(limit: Int) -> [Delivery] { state.withLock { $0.deliveries.take(limit: limit) } }

    var count: Int { state.withLock { $0.deliveries.count } }

    /// Drops undelivered results and the arrival closure: nothing reaches the consumer after this.
    func silence() {
        let dropped = state.withLock { state in
            defer { state.onArrival = nil }
            return (state.deliveries.removeAll(), state.onArrival)
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: Loader

    /// Returns the changes since the last call; from here on, a new change needs a new hop.
    func readWishes() -> Wishes {
        state.withLock { state in
            state.isHopOutstanding = false
            let wishes = state.wishes
            state.wishes = Wishes(isClosed: wishes.isClosed)
            return wishes
        }
    }

    /// Queues a delivery and, if the queue was empty, calls the arrival closure outside the lock. Ignored once the feed
    /// is closed.
    func deliver(_ delivery: Delivery) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.wishes.isClosed else { return nil }
            // The loader has not read `retryAll` yet. It will, so this failure is outdated: the consumer would take it
            // for that of the new attempt, and the image of the new attempt for one that it has not requested.
            if state.wishes.retryAll, case .failure = delivery.result { return nil }
            let wasEmpty = state.deliveries.isEmpty
            state.deliveries.put(delivery)
            return wasEmpty ? state.onArrival : nil
        }
        wake?()
    }

    /// Drops or moves waiting deliveries after the wanted set has changed.
    func update(priority: @Sendable (ImageKey) -> LoadPriority?) {
        let dropped = state.withLock { $0.deliveries.update(priority: priority) }
        withExtendedLifetime(dropped) {}
    }
}
