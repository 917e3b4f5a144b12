// Which of libsoup's connections have served a message before.
import Synchronization

/// libsoup counts its connections up. One whose number is not above all that have been seen has been seen itself, or was
/// slower to come about than a later one; so a new connection may be taken for a used one, and never the other way round.
/// Callable from any thread.
final class ConnectionNumbers: Sendable {
    private let highest = Atomic<UInt64>(0)

    /// Notes that a message is sent on connection `number`.
    /// - Returns: whether it has probably been used before.
    func isUsed(_ number: UInt64) -> Bool { highest.max(number, ordering: .relaxed).oldValue >= number }
}
