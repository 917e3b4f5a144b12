// The failed images of a session, which would otherwise be loaded again in every frame, and the time for which a
// failure stands.
public import Photos

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

/// Lifetimes by class of failure, after the retries that `RetryPolicy` allows.
public struct FailureLives: Sendable {
    /// For failures that may pass by themselves: the network, a busy server. Doubles with each failure in a row, up to
    /// `missing`.
    public var transient: Duration
    /// For what the server does not have or refuses (status 4xx), and for missing files.
    public var missing: Duration

    /// Each time is described at its property.
    public init(transient: Duration = .seconds(10), missing: Duration = .seconds(300)) {
        self.transient = transient
        self.missing = missing
    }

    /// The time for which a failure stands; nil for one that stands until it is retried on request, because the bytes
    /// are there and cannot be decoded. A server's Retry-After is a minimum.
    /// - Parameter times: failures of this image in a row, this one included.
    public func life(of failure: LoadFailure, times: Int) -> Duration? {
        switch failure.reason {
        case .slowDown(let wish): max(doubled(times), .seconds(max(0, wish ?? 0)))
        case .httpStatus where !failure.isTransient, .notFound: missing
        default: failure.isTransient ? doubled(times) : nil
        }
    }

    private func doubled(_ times: Int) -> Duration {
        max(transient, min(missing, transient * (1 << min(20, max(0, times - 1)))))
    }
}
