// How long the calls of an operation wait for shares.
import Photos
import Synchronization

/// The limits of a row of blocking calls to shares. Any thread may call.
public final class SharePatience: Sendable {
    private struct State {
        var isCancelled: (@Sendable () -> Bool)?
        var isSettling = false
        /// Shares that have left a call unanswered.
        var silent: Set<ShareAddress> = []
    }

    private let state: Mutex<State>

    /// Time within which a share has to answer while something is taken back.
    private static let settling = Duration.seconds(3)

    /// - Parameter isCancelled: Whether nobody waits for the calls any more; asked some ten times a second.
    public init(isCancelled: (@Sendable () -> Bool)? = nil) { state = Mutex(State(isCancelled: isCancelled)) }

    /// Begins another row of calls.
    func begin(isCancelled: (@Sendable () -> Bool)?) { state.withLock { $0 = State(isCancelled: isCancelled) } }

    /// Runs what takes an operation back, or finishes it: also after it was cancelled, but not for long.
    func settling<Value>(_ body: () -> Value) -> Value {
        state.withLock { $0.isSettling = true }
        defer { state.withLock { $0.isSettling = false } }
        return body()
    }

    /// Whether the present call is not waited for any more.
    var isCancelled: Bool {
        let (ask, isSettling) = state.withLock { ($0.isCancelled, $0.isSettling) }
        return !isSettling && ask?() == true
    }

    var limit: Duration { state.withLock(\.isSettling) ? Self.settling : ShareCall.patience }

    /// Whether a share has left a call of this row unanswered: those that follow do not wait for it again.
    func isSilent(_ address: ShareAddress) -> Bool { state.withLock { $0.silent.contains(address.root) } }
    func noteSilence(of address: ShareAddress) { state.withLock { _ = $0.silent.insert(address.root) } }
}
