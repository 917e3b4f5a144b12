// The images at which the user has recently stopped, remembered by key so that a return is recognised after eviction.

/// A bounded memory of the images at which the user has stopped; the oldest is forgotten first.
struct StopMemory {
    /// Twenty screens of two dozen tiles.
    static let capacity = 512

    private var slab = LinkedSlab<ImageKey>()
    private var order = LinkedSlab<ImageKey>.List()
    private var slots: [ImageKey: LinkedSlab<ImageKey>.Slot] = [:]

    /// Records that the user has stopped at an image.
    /// - Returns: whether the user had stopped at it before.
    mutating func note(_ key: ImageKey) -> Bool {
        if let slot = slots[key] {
            slab.unlink(slot, from: &order)
            slab.append(slot, to: &order)
            return true
        }
        if order.count == Self.capacity, let oldest = order.first {
            slab.unlink(oldest, from: &order)
            slots[slab.release(oldest)] = nil
        }
        let slot = slab.allocate(key)
        slab.append(slot, to: &order)
        slots[key] = slot
        return false
    }
}
