// Distinction of new and used libsoup connections.
import Synchronization

/// The highest connection number seen so far. libsoup numbers its connections in ascending order. One whose number is
/// not above this has been seen itself, or took longer to be made than a later one; so a new connection may be taken
/// for a used one, never the other way round. Any thread.
final class ConnectionNumbers: Sendable {
    private let highest = Atomic<UInt64>(0)

    /// Notes that a message is sent on connection `number`.
    /// - Returns: whether it has probably been used before.
    func isUsed(_ number: UInt64) -> Bool { highest.max(number, ordering: .relaxed).oldValue >= number }
}
