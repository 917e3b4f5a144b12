// Where the user has stopped lately: by name, so that a return is known even when the picture has gone.

/// Remembers the last pictures that the user has stopped at.
struct StopMemory {
    /// Twenty screens of two dozen tiles.
    static let capacity = 512

    private var slab = LinkedSlab<ImageKey>()
    private var order = LinkedSlab<ImageKey>.List()
    private var slots: [ImageKey: LinkedSlab<ImageKey>.Slot] = [:]

    /// The user has stopped at a picture.
    /// - Returns: whether that was a return.
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
