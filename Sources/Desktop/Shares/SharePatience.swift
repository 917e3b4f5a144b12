// How long the calls of an operation wait for shares.
import Photos
import Synchronization

/// The limits of a row of blocking calls to shares. Any thread may call.
public final class SharePatience: Sendable {
    private struct State {
        var isCancelled: (@Sendable () -> Bool)?
        var isSettling = false
        /// Shares that have left a call unanswered, and when.
        var silent: [ShareAddress: ContinuousClock.Instant] = [:]
    }

    private let state: Mutex<State>
    private let usual: Duration
    private let pause: Duration?

    /// Time within which a share has to answer while something is taken back.
    private static let settling = Duration.seconds(3)

    /// - Parameters:
    ///   - limit: Time within which a share has to answer.
    ///   - pause: Time after which a share that has not answered is asked again; nil for never in this row.
    ///   - isCancelled: Whether nobody waits for the calls any more; asked some ten times a second.
    public init(
        limit: Duration = .seconds(30), pause: Duration? = nil, isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        (usual, self.pause) = (limit, pause)
        state = Mutex(State(isCancelled: isCancelled))
    }

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

    var limit: Duration { state.withLock(\.isSettling) ? Self.settling : usual }

    /// Whether a share has left a call of this row unanswered: those that follow do not wait for it again.
    func isSilent(_ address: ShareAddress) -> Bool {
        guard let since = state.withLock({ $0.silent[address.root] }) else { return false }
        return pause.map { .now - since < $0 } ?? true
    }

    func noteSilence(of address: ShareAddress) { state.withLock { $0.silent[address.root] = .now } }
    /// Has a share asked again that has left a call unanswered.
    func forgetSilence(of address: ShareAddress) { state.withLock { $0.silent[address.root] = nil } }
}
