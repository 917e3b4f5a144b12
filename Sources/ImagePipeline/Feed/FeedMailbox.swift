// What a feed and the loader hand each other: wishes one way, deliveries the other. The only state both sides touch.
import Photos
import Synchronization

/// Two-way mailbox under one lock, held for bookkeeping only.
final class FeedMailbox: Sendable {
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
        /// A hop to the loader is on its way and will see whatever is wished before it arrives.
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

    // MARK: The feed's side

    /// Changes the wishes.
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

    /// Drops what was not taken and the arrival closure: nothing reaches the consumer after this.
    func silence() {
        let dropped = state.withLock { state in
            defer { state.onArrival = nil }
            return (state.deliveries.removeAll(), state.onArrival)
        }
        withExtendedLifetime(dropped) {}
    }

    // MARK: The loader's side

    /// The wishes since the last call; from here on a new wish needs a new hop.
    func readWishes() -> Wishes {
        state.withLock { state in
            state.isHopOutstanding = false
            let wishes = state.wishes
            state.wishes = Wishes(isClosed: wishes.isClosed)
            return wishes
        }
    }

    /// Calls the arrival closure, outside the lock, when nothing had been waiting. Ignored once the feed is closed.
    func deliver(_ delivery: Delivery) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.wishes.isClosed else { return nil }
            // The loader has not read yet that all is to be tried again. It will, so this failure is past: the
            // consumer would take it for that of the new try, and the new try's picture for one it has not asked for.
            if state.wishes.retryAll, case .failure = delivery.result { return nil }
            let wasEmpty = state.deliveries.isEmpty
            state.deliveries.put(delivery)
            return wasEmpty ? state.onArrival : nil
        }
        wake?()
    }

    /// Drops or moves what waits, after the wanted set has changed.
    func update(priority: @Sendable (ImageKey) -> LoadPriority?) {
        let dropped = state.withLock { $0.deliveries.update(priority: priority) }
        withExtendedLifetime(dropped) {}
    }
}
