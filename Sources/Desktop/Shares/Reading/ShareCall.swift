// The cancellation of calls to a share, by their caller or because the share does not answer.
import CGLib
import Synchronization

/// The GCancellable of a row of calls, of which each has to be answered within a limit.
final class ShareCall: Sendable {
    private struct State {
        /// The time until which the present call has to be answered.
        var deadline: ContinuousClock.Instant
        var hasTimedOut = false
        var isCancelled = false
        /// Ends the wait for a call that GIO may not end for as long as the share is silent.
        var abandon: (@Sendable () -> Void)?
    }

    /// Time within which a share answers a call: more than a disk of a NAS needs to start.
    static let patience = Duration.seconds(30)
    /// The same for the beginning of a listing, which comes with the whole of it from some kinds of share (measured: 6
    /// s for 20,000 files by WebDAV at 20 Mbit/s).
    static let listingPatience = Duration.seconds(120)

    private let cancellable = GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
    private let limit: Duration
    private let state: Mutex<State>

    private init(limit: Duration) {
        self.limit = limit
        state = Mutex(State(deadline: .now + limit))
    }

    /// The object that GIO's functions take, borrowed.
    var pointer: UnsafeMutablePointer<GCancellable> { cancellable.pointer.assumingMemoryBound(to: GCancellable.self) }

    /// Whether a call was not answered in time.
    var hasTimedOut: Bool { state.withLock(\.hasTimedOut) }

    /// The limit in whole seconds, for a message.
    var seconds: Int { Int(limit.components.seconds) }

    /// Sets what ends the wait for the present call when it is cancelled; nil when the call has ended.
    func setAbandoning(_ abandon: (@Sendable () -> Void)?) {
        let isCancelled = state.withLock { state in
            state.abandon = abandon
            return state.isCancelled
        }
        if isCancelled { abandon?() }
    }

    /// Takes note that a call was answered: the next one has the whole limit.
    func answered() { state.withLock { $0.deadline = .now + limit } }

    /// Runs `body`, whose calls are cancelled with the task, and when one of them is not answered within `limit`.
    static func run<Value: Sendable>(
        within limit: Duration = patience, isolation: isolated (any Actor)? = #isolation,
        _ body: (ShareCall) async throws -> Value
    ) async throws -> Value {
        let call = ShareCall(limit: limit)
        let watch = Task { await call.watch() }
        defer { watch.cancel() }
        return try await withTaskCancellationHandler {
            try await body(call)
        } onCancel: {
            call.cancel()
        }
    }

    /// GVfs is cancelled where it answers (`ShareEnumeration`).
    private func cancel() {
        DefaultContext.post { [self] in g_cancellable_cancel(pointer) }
        let abandon = state.withLock { state in
            state.isCancelled = true
            return state.abandon.take()
        }
        abandon?()
    }

    private func watch() async {
        while true {
            let deadline = state.withLock(\.deadline)
            if deadline <= .now {
                state.withLock { $0.hasTimedOut = true }
                return cancel()
            }
            do { try await Task.sleep(until: deadline) } catch { return }
        }
    }
}
