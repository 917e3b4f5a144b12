// Results on their way to the main thread, taken a few at a time by priority.
public import Photos

/// The outcome of one wanted image, or a preview of it.
public struct Delivery<Image: Sendable>: Sendable {
    /// The request of the wanted set.
    public let request: ImageRequest
    public let kind: DeliveryKind
    /// The image, or the failure.
    public let result: Result<Image, LoadFailure>
    /// The priority of the wanted image now.
    public let priority: LoadPriority
}

/// The meaning of a delivery.
public enum DeliveryKind: Sendable {
    /// A stand-in; `final` follows.
    case preview
    /// The image, or the failure.
    case final
    /// The image again, because its bytes have changed since; always a success.
    case refreshed
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
