// The early end of an HTTP exchange: at once, after the rest of a nearly complete body, or by a deadline.
import CGLib
import ImagePipeline
import Photos
import Synchronization

/// Cancellation of one exchange by the rule of `CancelledTransfer`. Used on the session's thread, unless said
/// otherwise.
final class HTTPCancelling: Sendable {
    /// The GCancellable of all calls of libsoup and GIO for this exchange. Any thread may release it.
    let cancellable = GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
    private let rule: CancelledTransfer

    /// Loop priority of libsoup's reports before the head, and a lower one for cancellations: a cancellation that
    /// overtakes a report corrupts libsoup's memory (`SoupDefect`).
    static let reportPriority = G_PRIORITY_HIGH
    private static let cancelPriority = G_PRIORITY_HIGH + 5

    private enum Body {
        case unread
        /// `left` is nil when the length is unknown.
        case read(left: Int?, isMultiplexed: Bool, moved: ContinuousClock.Instant)
        /// Runs to its end. The timer, a source id in the thread's loop, would stop it.
        case runningOut(timer: UInt32)
        case ended
    }
    private struct State {
        var body = Body.unread
        /// The timer that ends the wait for the head, a source id in the thread's loop.
        var deadline: UInt32?
        /// Why the exchange was stopped, if not by its caller.
        var reason: LoadFailure.Reason?
    }
    private let state = Mutex(State())

    /// Creates the cancellation of an exchange that has not started. Any thread.
    init(_ rule: CancelledTransfer) { self.rule = rule }

    /// Whether the exchange was stopped, by its caller or for `reason`. Any thread.
    var isStopped: Bool {
        g_cancellable_is_cancelled(cancellable.pointer.assumingMemoryBound(to: GCancellable.self)) != 0
    }

    /// The reason to report if the exchange was not stopped by its caller. Any thread.
    var reason: LoadFailure.Reason? { state.withLock { $0.reason } }

    /// Notes that the head or more of the body has arrived.
    func bodyMoved(left: Int?, isMultiplexed: Bool) {
        state.withLock { state in
            if case .runningOut = state.body { return }
            state.body = .read(left: left, isMultiplexed: isMultiplexed, moved: .now)
        }
    }

    /// Notes that the body is complete or has failed: nothing is left to cancel.
    func bodyEnded() {
        let before = state.withLock { state in
            defer { state.body = .ended }
            return state.body
        }
        if case .runningOut(let timer) = before { stopTimer(timer) }
    }

    /// Cancels for a caller that no longer waits. The last callback of the exchange reports the result.
    func cancel() {
        if case .unread = state.withLock({ $0.body }) {
            _ = startTimer(0, priority: Self.cancelPriority) { $0.cancelNow() }
        } else {
            cancelNow()
        }
    }

    private func cancelNow() {
        let isOver = state.withLock { state in
            switch state.body {
            case .read(let left, let isMultiplexed, let moved)
            where rule.runsToItsEnd(left: left, silence: moved.duration(to: .now), isMultiplexed: isMultiplexed):
                let timer = startTimer(Self.milliseconds(rule.timeLimit), priority: G_PRIORITY_DEFAULT) { $0.stop() }
                state.body = .runningOut(timer: timer)
                return false
            case .unread, .read: return true
            case .runningOut, .ended: return false
            }
        }
        if isOver { stop() }
    }

    // MARK: Deadline and stop

    /// Starts the time limit for the head; a later call replaces an earlier one.
    func startDeadline(_ time: Duration) {
        endDeadline()
        let seconds = Int(time.components.seconds)
        // After libsoup's reports in any case, like a cancellation.
        let timer = startTimer(Self.milliseconds(time), priority: Self.cancelPriority) { cancelling in
            cancelling.state.withLock { $0.deadline = nil }
            cancelling.stop(because: .timedOut(seconds: seconds))
        }
        state.withLock { $0.deadline = timer }
    }

    /// Ends the time limit: the head has arrived, or will not arrive.
    func endDeadline() {
        let timer = state.withLock { state in
            defer { state.deadline = nil }
            return state.deadline
        }
        if let timer { stopTimer(timer) }
    }

    /// Ends the exchange now and reports `reason` to its caller.
    func stop(because reason: LoadFailure.Reason) {
        state.withLock { $0.reason = $0.reason ?? reason }
        stop()
    }

    private func stop() { g_cancellable_cancel(cancellable.pointer.assumingMemoryBound(to: GCancellable.self)) }

    // MARK: Loop timers

    private static func milliseconds(_ time: Duration) -> UInt32 { UInt32(clamping: Int64(time / .milliseconds(1))) }

    private func startTimer(
        _ milliseconds: UInt32, priority: Int32, _ body: @escaping @Sendable (HTTPCancelling) -> Void
    ) -> UInt32 {
        final class Strike: Sendable {
            let cancelling: HTTPCancelling
            let body: @Sendable (HTTPCancelling) -> Void
            init(_ cancelling: HTTPCancelling, _ body: @escaping @Sendable (HTTPCancelling) -> Void) {
                self.cancelling = cancelling
                self.body = body
            }
        }
        let source = g_timeout_source_new(milliseconds)
        g_source_set_priority(source, priority)
        g_source_set_callback(
            source,
            { context in
                guard let context else { return 0 }
                let strike = Unmanaged<Strike>.fromOpaque(context).takeUnretainedValue()
                strike.body(strike.cancelling)
                return 0
            }, Unmanaged.passRetained(Strike(self, body)).toOpaque(),
            { context in if let context { Unmanaged<Strike>.fromOpaque(context).release() } })
        defer { g_source_unref(source) }
        return g_source_attach(source, g_main_context_get_thread_default())
    }

    /// Removes a timer; does nothing when it has fired.
    private func stopTimer(_ timer: UInt32) {
        let source = g_main_context_find_source_by_id(g_main_context_get_thread_default(), timer)
        if let source { g_source_destroy(source) }
    }
}
