// Communication between the loader and the byte loader while a fetch runs.
import Synchronization

/// One running fetch. The loader changes its priority; the byte loader reports its progress.
///
/// Isolation: callable from any thread; observers are called on the thread that causes the change, outside the lock.
public final class FetchTicket: Sendable {
    /// The name that the user sees for the photo; used in error messages.
    public let title: String
    /// Whether to bypass stored bytes: they are fetched from their origin and stored anew.
    public let isReload: Bool

    /// The progress of a fetch.
    public struct Progress: Sendable {
        /// Bytes of the body so far, including those kept from an earlier attempt.
        public var received: Int
        /// Bytes that the body will have, if that was announced.
        public var total: Int?
        /// Whether a cancelled fetch could be resumed later.
        public var isResumable: Bool
        /// Whether the connection carries many responses at a time (HTTP/2).
        public var isMultiplexed: Bool

        public init(
            received: Int = 0, total: Int? = nil, isResumable: Bool = false, isMultiplexed: Bool = false
        ) {
            self.received = received
            self.total = total
            self.isResumable = isResumable
            self.isMultiplexed = isMultiplexed
        }
    }

    private struct State {
        var priority: LoadPriority
        var progress = Progress()
        var priorityChanged: (@Sendable (LoadPriority) -> Void)?
        /// The priority that was last delivered to the observer.
        var told: LoadPriority?
        /// Whether a thread is delivering a priority; it will deliver later changes too.
        var isTelling = false
    }
    private let state: Mutex<State>
    private let advanced: (@Sendable (Progress, (@Sendable () -> EncodedBytes)?) -> Void)?

    /// Creates a ticket.
    /// - Parameter advanced: receives progress; its second argument copies the body so far, for a caller that needs it.
    public init(
        title: String, priority: LoadPriority, isReload: Bool = false,
        advanced: (@Sendable (Progress, (@Sendable () -> EncodedBytes)?) -> Void)? = nil
    ) {
        self.title = title
        self.isReload = isReload
        self.advanced = advanced
        state = Mutex(State(priority: priority))
    }

    // MARK: Byte loader

    /// The current priority.
    public var priority: LoadPriority { state.withLock { $0.priority } }

    /// Sets the observer of the priority, replacing an earlier one, and calls it with the current priority. It is
    /// called with one priority at a time, never with an older one after a newer; a burst of changes may be delivered
    /// as one.
    public func onPriorityChange(_ changed: @escaping @Sendable (LoadPriority) -> Void) {
        state.withLock { ($0.priorityChanged, $0.told) = (changed, nil) }
        tell()
    }

    /// Reports progress.
    /// - Parameter body: copies the body so far; called during this call or not at all.
    public func report(_ progress: Progress, body: (@Sendable () -> EncodedBytes)? = nil) {
        state.withLock { $0.progress = progress }
        advanced?(progress, body)
    }

    // MARK: Loader

    /// Changes the priority.
    public func setPriority(_ priority: LoadPriority) {
        state.withLock { $0.priority = priority }
        tell()
    }

    /// The last report.
    public var progress: Progress { state.withLock { $0.progress } }

    /// Delivers the latest priority to the observer. Only one thread delivers at a time; a concurrent caller returns,
    /// and the delivering thread loops until the observer is up to date.
    private func tell() {
        while true {
            let next = state.withLock { state -> (@Sendable (LoadPriority) -> Void, LoadPriority)? in
                guard !state.isTelling, state.told != state.priority, let changed = state.priorityChanged else {
                    return nil
                }
                (state.isTelling, state.told) = (true, state.priority)
                return (changed, state.priority)
            }
            guard let (changed, priority) = next else { return }
            changed(priority)
            state.withLock { $0.isTelling = false }
        }
    }
}
