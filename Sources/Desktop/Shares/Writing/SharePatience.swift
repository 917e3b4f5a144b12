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
        /// Files here that may still be made.
        var late: Set<FilePath> = []
    }

    private let state: Mutex<State>
    private let answering: Duration, settling: Duration
    private let pause: Duration?

    /// - Parameters:
    ///   - answering: Time within which a share has to answer; nil for the usual one.
    ///   - settling: The same while something is taken back.
    ///   - pause: Time after which a share that has not answered is asked again; nil for never in this row.
    ///   - isCancelled: Whether nobody waits for the calls any more; asked some ten times a second.
    public init(
        answering: Duration? = nil, settling: Duration = .seconds(3), pause: Duration? = nil,
        isCancelled: (@Sendable () -> Bool)? = nil
    ) {
        self.answering = answering ?? ShareCall.patience
        self.settling = settling
        self.pause = pause
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

    /// Returns the time within which a share has to answer a call.
    /// - Parameter usual: That of a call that takes longer than others; nil for any other.
    func limit(_ usual: Duration? = nil) -> Duration {
        let limit = state.withLock(\.isSettling) ? settling : answering
        return usual.map { max($0 * (answering / ShareCall.patience), limit) } ?? limit
    }

    /// Whether a share has left a call of this row unanswered: those that follow do not wait for it again.
    func isSilent(_ address: ShareAddress) -> Bool {
        guard let since = state.withLock({ $0.silent[address.root] }) else { return false }
        return pause.map { .now - since < $0 } ?? true
    }

    func noteSilence(of address: ShareAddress) { state.withLock { $0.silent[address.root] = .now } }
    /// Has a share asked again that has left a call unanswered.
    func forgetSilence(of address: ShareAddress) { state.withLock { $0.silent[address.root] = nil } }

    /// Takes note that a file here may still be made, by a call that was not waited for: GVfs's own process makes the
    /// copy of a file on an sftp server, and leaves it there, empty, where it was cancelled before.
    func noteLate(_ file: FilePath) { state.withLock { _ = $0.late.insert(file) } }
    func mayComeLate(_ file: FilePath) -> Bool { state.withLock { $0.late.contains(file) } }
}
