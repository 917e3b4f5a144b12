// How a request is cancelled: at once, or once the little that is left of its body is here.
import CDesktop
import ImagePipeline
import Synchronization

/// The cancelling of one exchange, by the rule of `CancelledTransfer`. Used on the session's thread, unless said
/// otherwise.
final class HTTPCancelling: Sendable {
    /// For all calls of libsoup's and GIO's that belong to the exchange. Any thread may let go of it.
    let cancellable = GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
    private let rule: CancelledTransfer

    private enum Body {
        case unread
        /// `left` is nil when the length is unknown.
        case read(left: Int?, isMultiplexed: Bool, moved: ContinuousClock.Instant)
        /// Runs to its end; the timer, by its number in the thread's loop, would stop it.
        case runningOut(timer: UInt32)
        case ended
    }
    private let body = Mutex(Body.unread)

    /// On any thread.
    init(_ rule: CancelledTransfer) { self.rule = rule }

    /// The head is there, or more of the body.
    func bodyMoved(left: Int?, isMultiplexed: Bool) {
        body.withLock { body in
            if case .runningOut = body { return }
            body = .read(left: left, isMultiplexed: isMultiplexed, moved: .now)
        }
    }

    /// The body is here, or has failed: there is nothing left to cancel.
    func bodyEnded() {
        let before = body.withLock { body in
            defer { body = .ended }
            return body
        }
        guard case .runningOut(let timer) = before else { return }
        // None once it has struck.
        let source = g_main_context_find_source_by_id(g_main_context_get_thread_default(), timer)
        if let source { g_source_destroy(source) }
    }

    /// Nobody waits for the exchange any more. Whatever becomes of it, its last call back tells.
    func cancel() {
        let isOver = body.withLock { body in
            switch body {
            case .read(let left, let isMultiplexed, let moved)
            where rule.runsToItsEnd(left: left, silence: moved.duration(to: .now), isMultiplexed: isMultiplexed):
                body = .runningOut(timer: startTimer())
                return false
            case .unread, .read: return true
            case .runningOut, .ended: return false
            }
        }
        if isOver { stop() }
    }

    private func stop() { g_cancellable_cancel(cancellable.pointer.assumingMemoryBound(to: GCancellable.self)) }

    private func startTimer() -> UInt32 {
        let source = g_timeout_source_new(UInt32(clamping: Int64(rule.timeLimit / .milliseconds(1))))
        g_source_set_callback(
            source,
            { context in
                if let context { Unmanaged<HTTPCancelling>.fromOpaque(context).takeUnretainedValue().stop() }
                return 0
            }, Unmanaged.passRetained(self).toOpaque(),
            { context in if let context { Unmanaged<HTTPCancelling>.fromOpaque(context).release() } })
        defer { g_source_unref(source) }
        return g_source_attach(source, g_main_context_get_thread_default())
    }
}
