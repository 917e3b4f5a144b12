// What the loader and the one who fetches tell each other while a fetch runs.
import Synchronization

/// One running fetch. The loader raises and lowers its priority; the byte loader reports what comes in.
///
/// Isolation: callable from any thread; observers are called on the thread that causes the change, outside the lock.
public final class FetchTicket: Sendable {
    /// What a person calls the photo; named in errors.
    public let title: String
    /// Whether stored bytes may not answer: they are to be asked for where they are from, and stored anew.
    public let isReload: Bool

    /// What comes in.
    public struct Progress: Sendable {
        /// Bytes of the body so far, those that an earlier try had kept included.
        public var received: Int
        /// Bytes that the body will have, if that was announced.
        public var total: Int?
        /// Whether a cancelled fetch could go on later from where it was.
        public var isResumable: Bool
        /// Whether the connection carries many answers at a time (HTTP/2).
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
        /// What the observer was told last.
        var told: LoadPriority?
        /// Someone is telling it, and will tell it what changes meanwhile.
        var isTelling = false
    }
    private let state: Mutex<State>
    private let advanced: (@Sendable (Progress, (@Sendable () -> EncodedBytes)?) -> Void)?

    /// - Parameter advanced: hears of progress; its second argument copies the body so far, for who wants to look at it.
    public init(
        title: String, priority: LoadPriority, isReload: Bool = false,
        advanced: (@Sendable (Progress, (@Sendable () -> EncodedBytes)?) -> Void)? = nil
    ) {
        self.title = title
        self.isReload = isReload
        self.advanced = advanced
        state = Mutex(State(priority: priority))
    }

    // MARK: The byte loader's side

    /// How urgent the fetch is now.
    public var priority: LoadPriority { state.withLock { $0.priority } }

    /// Names the one who hears of changes of the priority, and tells it the present one. There is one at a time. It is
    /// told one priority after the other, never an older one after a newer; a burst of changes may reach it as one.
    public func onPriorityChange(_ changed: @escaping @Sendable (LoadPriority) -> Void) {
        state.withLock { ($0.priorityChanged, $0.told) = (changed, nil) }
        tell()
    }

    /// Reports what has come in.
    /// - Parameter body: copies the body so far; called during this call or not at all.
    public func report(_ progress: Progress, body: (@Sendable () -> EncodedBytes)? = nil) {
        state.withLock { $0.progress = progress }
        advanced?(progress, body)
    }

    // MARK: The loader's side

    /// Raises or lowers the priority.
    public func setPriority(_ priority: LoadPriority) {
        state.withLock { $0.priority = priority }
        tell()
    }

    /// The last report.
    public var progress: Progress { state.withLock { $0.progress } }

    /// Tells the observer until it knows the present priority. Whoever finds another at it leaves it to him.
    private func tell() {
        while true {
            let next = state.withLock { state -> (@Sendable (LoadPriority) -> Void, LoadPriority)? in
                guard !state.isTelling, state.told != state.priority, let changed = state.priorityChanged else { return nil }
                (state.isTelling, state.told) = (true, state.priority)
                return (changed, state.priority)
            }
            guard let (changed, priority) = next else { return }
            changed(priority)
            state.withLock { $0.isTelling = false }
        }
    }
}
