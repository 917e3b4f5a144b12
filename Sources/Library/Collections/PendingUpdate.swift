// What has changed in a collection since its last update.

/// Changes that are not part of an update yet.
struct PendingUpdate {
    /// What there is to tell; each includes the one before it.
    enum Change: Comparable {
        case nothing
        /// Something that leaves the order as it is.
        case content
        /// The order may be another one by facts that have been learned, which has some time.
        case learnedOrder
        /// The order may be another one.
        case order
    }

    private(set) var change = Change.nothing
    /// The photos that look otherwise.
    var photos: Set<UInt32> = []

    mutating func note(_ next: Change) { change = max(change, next) }
}
