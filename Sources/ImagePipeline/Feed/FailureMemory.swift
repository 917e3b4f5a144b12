// Which pictures have failed for a feed, so that they are not asked for again in every frame.
import Photos

/// Remembers failures until they are forgotten on purpose, and at most `capacity` of them: the oldest goes first.
struct FailureMemory {
    static let capacity = 4096

    private var order = LinkedSlab<ImageKey>.List()
    private var slab = LinkedSlab<ImageKey>()
    private var failures: [ImageKey: (failure: LoadFailure, slot: LinkedSlab<ImageKey>.Slot)] = [:]

    subscript(key: ImageKey) -> LoadFailure? { failures[key]?.failure }

    mutating func remember(_ failure: LoadFailure, of key: ImageKey) {
        forget(key)
        if failures.count == Self.capacity, let oldest = order.first { forget(slab[oldest]) }
        let slot = slab.allocate(key)
        slab.append(slot, to: &order)
        failures[key] = (failure, slot)
    }

    /// - Returns: whether there was a failure to forget.
    @discardableResult
    mutating func forget(_ key: ImageKey) -> Bool {
        guard let slot = failures.removeValue(forKey: key)?.slot else { return false }
        slab.unlink(slot, from: &order)
        _ = slab.release(slot)
        return true
    }
}
