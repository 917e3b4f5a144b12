// Threads for blocking calls to shares, which may not come back.
import CGLib
import Codecs
import Dispatch
import Photos
import Synchronization

/// Runs blocking calls on threads of their own. A call that does not return after it was cancelled is left behind with
/// its thread, which serves again once it does.
///
/// GVfs has a connection to each of its mounts for each thread, so that threads are kept for the next calls.
final class ShareThreads: Sendable {
    /// A call that is being made.
    final class Call: Sendable {
        private let cancellable = GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))
        private let answered = Mutex(ContinuousClock.now)

        /// The object that GIO's functions take, borrowed.
        var pointer: UnsafeMutablePointer<GCancellable> {
            cancellable.pointer.assumingMemoryBound(to: GCancellable.self)
        }

        /// Takes note that the share has answered a part of the call.
        func answer() { answered.withLock { $0 = .now } }

        fileprivate var silence: Duration { ContinuousClock.now - answered.withLock(\.self) }
        fileprivate func cancel() { g_cancellable_cancel(pointer) }
    }

    private struct State {
        var idle: [LoopExecutor] = []
        var left = 0
    }

    static let shared = ShareThreads()

    private let state = Mutex(State())
    /// Most calls that are left behind.
    private static let mostLeft = 16
    /// How often the operation is asked whether it was cancelled, and how long GVfs has to end a cancelled call
    /// (measured: 6 ms).
    private static let pause = DispatchTimeInterval.milliseconds(20), grace = DispatchTimeInterval.milliseconds(200)

    /// Threads that were left behind with calls that have not returned.
    var left: Int { state.withLock(\.left) }

    /// A call whose answer is to be waited for, once.
    struct Pending<Value: Sendable>: Sendable {
        fileprivate let threads: ShareThreads
        fileprivate let share: ShareAddress, patience: SharePatience
        fileprivate let call: Call, answer: Answer<Value>
        /// Its threads, which are left behind with it.
        fileprivate var width = 1

        /// Waits for the answer.
        /// - Parameters:
        ///   - limit: The time within which the share has to answer a call that takes longer than others; nil for any
        ///     other.
        ///   - waiting: Called now and then while it has not.
        func wait(limit: Duration? = nil, waiting: () -> Void = {}) throws(SystemFailure) -> Value {
            let limit = patience.limit(limit)
            while !answer.isThere(within: ShareThreads.pause) {
                waiting()
                let error: SystemFailure
                if patience.isCancelled {
                    error = SystemFailure(ECANCELED)
                } else if call.silence > limit {
                    error = SystemFailure(ETIMEDOUT)
                    patience.noteSilence(of: share)
                } else {
                    continue
                }
                call.cancel()
                _ = answer.isThere(within: ShareThreads.grace)
                // What was done after all is done.
                let late = answer.takeOrLeave { threads.state.withLock { $0.left += width } }
                if case .success(let value) = late { return value }
                throw error
            }
            switch answer.takeOrLeave({}) {
            case .success(let value): return value
            case .failure(let error): throw error
            case nil: throw SystemFailure(EIO)
            }
        }
    }

    /// Makes a call.
    /// - Parameter share: The share that is asked.
    func begin<Value: Sendable>(
        _ share: ShareAddress, _ patience: SharePatience,
        _ body: @escaping @Sendable (Call) -> Result<Value, SystemFailure>
    ) throws(SystemFailure) -> Pending<Value> {
        if patience.isCancelled { throw SystemFailure(ECANCELED) }
        guard !patience.isSilent(share), let thread = take() else { throw SystemFailure(ETIMEDOUT) }
        let call = Call(), answer = Answer<Value>()
        thread.post { [self] in
            let result = body(call)
            give(thread)
            if answer.put(result) { state.withLock { $0.left -= 1 } }
        }
        return Pending(threads: self, share: share, patience: patience, call: call, answer: answer)
    }

    /// Makes a call in parts on several threads at once, and waits until all have returned. The first failure cancels
    /// the others, and is thrown.
    /// - Parameter width: Most threads; one at least is used.
    func run(
        _ share: ShareAddress, _ patience: SharePatience, limit: Duration? = nil, waiting: () -> Void = {}, width: Int,
        _ body: @escaping @Sendable (Call) -> Result<Void, SystemFailure>
    ) throws(SystemFailure) {
        if patience.isCancelled { throw SystemFailure(ECANCELED) }
        let threads = patience.isSilent(share) ? [] : (0..<width).compactMap { _ in take() }
        if threads.isEmpty { throw SystemFailure(ETIMEDOUT) }
        let call = Call(), answer = Answer<Void>(), count = threads.count
        let parts = Parts(running: count)
        for thread in threads {
            thread.post { [self] in
                let result = body(call)
                give(thread)
                if case .failure = result { call.cancel() }
                if let whole = parts.end(with: result), answer.put(whole) { state.withLock { $0.left -= count } }
            }
        }
        let pending = Pending(
            threads: self, share: share, patience: patience, call: call, answer: answer, width: count)
        try pending.wait(limit: limit, waiting: waiting)
    }

    /// The parts of a call that have not returned.
    private final class Parts: Sendable {
        private let state: Mutex<(running: Int, failure: SystemFailure?)>
        init(running: Int) { state = Mutex((running, nil)) }

        /// - Returns: The result of all parts, with the last of them.
        func end(with result: Result<Void, SystemFailure>) -> Result<Void, SystemFailure>? {
            state.withLock { state in
                if case .failure(let error) = result, state.failure == nil { state.failure = error }
                state.running -= 1
                return state.running > 0 ? nil : state.failure.map { .failure($0) } ?? .success(())
            }
        }
    }

    private func take() -> LoopExecutor? {
        state.withLock { state in
            if let thread = state.idle.popLast() { return thread }
            return state.left < Self.mostLeft ? LoopExecutor(name: "share") : nil
        }
    }

    private func give(_ thread: LoopExecutor) { state.withLock { $0.idle.append(thread) } }

    /// The answer on its way from the thread of a call to the one that waits.
    fileprivate final class Answer<Value: Sendable>: Sendable {
        private enum State {
            case awaited
            case there(Result<Value, SystemFailure>)
            case left
        }

        private let state = Mutex(State.awaited)
        private let semaphore = DispatchSemaphore(value: 0)

        /// - Returns: Whether nobody waits any more.
        func put(_ result: Result<Value, SystemFailure>) -> Bool {
            let isLeft = state.withLock { state in
                if case .left = state { return true }
                state = .there(result)
                return false
            }
            semaphore.signal()
            return isLeft
        }

        func isThere(within time: DispatchTimeInterval) -> Bool { semaphore.wait(timeout: .now() + time) == .success }

        /// Returns the answer; nil where there is none, which is not waited for any more.
        func takeOrLeave(_ leave: () -> Void) -> Result<Value, SystemFailure>? {
            state.withLock { state in
                if case .there(let result) = state { return result }
                state = .left
                leave()
                return nil
            }
        }
    }
}
