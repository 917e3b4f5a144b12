// The rule by which many changes cost one hop to an actor.

/// Whether a hop is on its way that will see everything noted before it arrives.
///
/// Belongs under the lock that guards what the hop reads: the change and `request()` are one step, and so are the read
/// and `arrive()`. No change is missed then, and at most one hop is under way.
struct CoalescedHop: Sendable {
    private var isOutstanding = false

    /// Notes that the receiver has something to read.
    /// - Returns: whether the caller has to start a hop; false when one is on its way.
    mutating func request() -> Bool {
        defer { isOutstanding = true }
        return !isOutstanding
    }

    /// Notes that the hop has arrived: what changes from here on needs a new one.
    mutating func arrive() { isOutstanding = false }
}
