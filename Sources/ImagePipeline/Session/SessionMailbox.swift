// What waits between a session's two sides: wishes on their way to the loader, deliveries on their way to the client.
import Photos
import Synchronization

/// A two-way mailbox under one lock, which is held for bookkeeping only.
final class SessionMailbox: Sendable {
    /// Wishes that the loader has not seen yet.
    struct Wishes {
        /// The latest set; nil when it has not changed.
        var wanted: [WantedImage]?
        var retries: Set<ImageKey> = []
        var retryAll = false
        var isClosed = false

        /// Whether an image is to be retried.
        func retries(_ key: ImageKey) -> Bool { retryAll || retries.contains(key) }
    }

    /// The same of tiny pictures. They have a loader of their own, because it looks at tens of thousands of photos in
    /// one turn.
    struct TinyWishes {
        var wish: TinyWish?
        var forgotten: [PhotoRef] = []
        var isClosed = false
    }

    private struct State {
        var wishes = Wishes()
        var hop = CoalescedHop()
        var deliveries = DeliveryQueue()
        var tinyWishes = TinyWishes()
        var tinyHop = CoalescedHop()
        /// Photos whose entries in the table have changed.
        var arrivals: [PhotoRef] = []
        var onArrival: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(onArrival: @escaping @Sendable () -> Void) { state = Mutex(State(onArrival: onArrival)) }

    // MARK: The session's side

    /// Records a change for the loader.
    /// - Returns: whether the caller has to start a hop to the loader.
    func wish(_ change: @Sendable (inout Wishes) -> Void) -> Bool {
        state.withLock { state in
            guard !state.wishes.isClosed else { return false }
            change(&state.wishes)
            if state.wishes.retryAll || !state.wishes.retries.isEmpty {
                state.deliveries.removeFailures(where: state.wishes.retries(_:))
            }
            return state.hop.request()
        }
    }

    /// Records a change for the loader of tiny pictures.
    /// - Returns: whether the caller has to start a hop to it.
    func tell(_ change: @Sendable (inout TinyWishes) -> Void) -> Bool {
        state.withLock { state in
            guard !state.tinyWishes.isClosed else { return false }
            change(&state.tinyWishes)
            return state.tinyHop.request()
        }
    }

    func takeArrivals() -> [PhotoRef] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    func take(limit: Int) -> [Delivery<any DecodedImage>] { state.withLock { $0.deliveries.take(limit: limit) } }

    var count: Int { state.withLock { $0.deliveries.count } }

    /// Drops what was not taken and the arrival closure, so that nothing reaches the consumer any more.
    func silence() {
        let dropped = state.withLock { state in
            defer { (state.arrivals, state.onArrival) = ([], nil) }
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

    /// As `readWishes`, for the loader of tiny pictures.
    func readTinyWishes() -> TinyWishes {
        state.withLock { state in
            state.tinyHop.arrive()
            defer { state.tinyWishes = TinyWishes(isClosed: state.tinyWishes.isClosed) }
            return state.tinyWishes
        }
    }

    /// Queues photos, and calls the arrival closure when none waited.
    func arrived(_ refs: [PhotoRef]) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !refs.isEmpty, !state.tinyWishes.isClosed else { return nil }
            defer { state.arrivals += refs }
            return state.arrivals.isEmpty ? state.onArrival : nil
        }
        wake?()
    }

    /// Queues a delivery, and calls the arrival closure outside of the lock when the queue was empty. Ignored once the
    /// session is closed.
    func deliver(_ delivery: Delivery<any DecodedImage>) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.wishes.isClosed else { return nil }
            // The loader has not read yet that the image is to be retried. This failure is of the try before that: the
            // client would take it for the new one's, and the new image for one that it has not asked for.
            if state.wishes.retries(delivery.request.key), case .failure = delivery.result { return nil }
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

/// Deliveries that wait to be taken. At most one for each key: a later one replaces an earlier one.
struct DeliveryQueue {
    typealias Delivery = ImagePipeline.Delivery<any DecodedImage>

    private var buckets = PriorityBuckets<Delivery>()
    private var slots: [ImageKey: PriorityBuckets<Delivery>.Slot] = [:]

    var count: Int { buckets.count }
    var isEmpty: Bool { buckets.isEmpty }

    mutating func put(_ delivery: Delivery) {
        if let old = slots.removeValue(forKey: delivery.request.key) { buckets.remove(old) }
        slots[delivery.request.key] = buckets.append(delivery, at: delivery.priority)
    }

    mutating func take(limit: Int) -> [Delivery] {
        var taken: [Delivery] = []
        while taken.count < limit {
            guard let priority = buckets.highestPriority, let next = buckets.popFirst() else { break }
            slots[next.request.key] = nil
            taken.append(
                Delivery(request: next.request, kind: next.kind, result: next.result, priority: priority))
        }
        return taken
    }

    /// Moves each delivery to the present priority of its image.
    /// - Parameter priority: nil for images that are not wanted any more; their deliveries are dropped.
    /// - Returns: the dropped deliveries, to be released outside of any lock.
    mutating func update(priority: @Sendable (ImageKey) -> LoadPriority?) -> [Delivery] {
        var dropped: [Delivery] = []
        for (key, slot) in slots {
            if let priority = priority(key) {
                buckets.move(slot, to: priority)
            } else {
                slots[key] = nil
                dropped.append(buckets.remove(slot))
            }
        }
        return dropped
    }

    /// Drops the deliveries of failures of some images.
    mutating func removeFailures(where isRetried: (ImageKey) -> Bool) {
        for (key, slot) in slots where isRetried(key) {
            if case .failure = buckets[slot].element.result {
                slots[key] = nil
                buckets.remove(slot)
            }
        }
    }

    /// Empties the queue.
    /// - Returns: what was waiting, to be released outside of any lock.
    mutating func removeAll() -> Self {
        let all = self
        self = DeliveryQueue()
        return all
    }
}
