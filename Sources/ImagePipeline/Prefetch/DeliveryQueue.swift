// Results on their way to the main thread: taken a few at a time, most urgent first, at most one per image.
public import Photos

/// The outcome of one wanted image, or a preview of it.
public struct Delivery: Sendable {
    public enum Kind: Sendable {
        /// A placeholder until the image is there; `final` follows.
        case preview
        /// The image, or why there is none.
        case final
        /// The image again, because its bytes have changed since; always a success.
        case refreshed
    }

    /// The request as it was last wanted.
    public let request: ImageRequest
    public let kind: Kind
    /// The image, or why there is none.
    public let result: Result<any DecodedImage, LoadFailure>
    /// The current priority of the image.
    public let priority: LoadPriority
}

/// Deliveries that wait to be taken. At most one for each key: a later one replaces an earlier one.
struct DeliveryQueue {
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

    /// Moves each delivery to the current priority of its image.
    /// - Parameter priority: returns nil for images that are no longer wanted; their deliveries are dropped.
    /// - Returns: the dropped deliveries, to be released outside of any lock.
    mutating func update(priority: (ImageKey) -> LoadPriority?) -> [Delivery] {
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

    /// Drops the deliveries of failures.
    mutating func removeFailures() {
        for (key, slot) in slots {
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
