// The place of an act among all others.
import CGLib
import Synchronization

/// The moment at which the user asks for an act. Acts are undone in the order of their tickets, whenever each of them
/// ends. Any thread.
public struct ActTicket: Hashable, Sendable {
    /// Microseconds since 1970; each later ticket of this process has more.
    let order: Int64
    private static let latest = Mutex<Int64>(0)

    /// Takes the next place.
    public init() {
        order = Self.latest.withLock { latest in
            latest = max(latest + 1, Int64(g_get_real_time()))
            return latest
        }
    }
}
