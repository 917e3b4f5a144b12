// The failed images of a session, which would otherwise be loaded again in every frame.
import Photos

/// Failures until their time is over or they are forgotten, at most `capacity` of them: the oldest goes first.
struct FailureMemory {
    static let capacity = 4096

    private struct Entry {
        let failure: LoadFailure
        let slot: LinkedSlab<ImageKey>.Slot
        /// When the image may be retried; nil for never by itself.
        let end: ContinuousClock.Instant?
        /// Failures in a row.
        let times: Int
    }

    private var order = LinkedSlab<ImageKey>.List()
    private var slab = LinkedSlab<ImageKey>()
    private var failures: [ImageKey: Entry] = [:]

    var isEmpty: Bool { failures.isEmpty }

    /// The last failure, expired or not.
    subscript(key: ImageKey) -> LoadFailure? { failures[key]?.failure }

    /// The failure that stands at a time; nil when the image may be tried.
    func failure(of key: ImageKey, at now: ContinuousClock.Instant) -> LoadFailure? {
        guard let entry = failures[key] else { return nil }
        if let end = entry.end, end <= now { return nil }
        return entry.failure
    }

    /// When an image that failed transiently is to be retried by itself; nil for any other.
    func recovery(of key: ImageKey) -> ContinuousClock.Instant? {
        guard let entry = failures[key], entry.failure.isTransient else { return nil }
        return entry.end
    }

    mutating func remember(
        _ failure: LoadFailure, of key: ImageKey, at now: ContinuousClock.Instant = .now, lives: FailureLives = .init()
    ) {
        let times = (failures[key]?.times ?? 0) + 1
        forget(key)
        if failures.count == Self.capacity, let oldest = order.first { forget(slab[oldest]) }
        let slot = slab.allocate(key)
        slab.append(slot, to: &order)
        let end = lives.life(of: failure, times: times).map { now + $0 }
        failures[key] = Entry(failure: failure, slot: slot, end: end, times: times)
    }

    /// Forgets the failure of an image.
    /// - Returns: whether there was one.
    @discardableResult
    mutating func forget(_ key: ImageKey) -> Bool {
        guard let slot = failures.removeValue(forKey: key)?.slot else { return false }
        slab.unlink(slot, from: &order)
        _ = slab.release(slot)
        return true
    }
}
