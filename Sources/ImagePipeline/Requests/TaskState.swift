// The only state that a task's handle, its listeners and the loader share.
import Photos
import Synchronization

/// The state of one request under one lock, held for bookkeeping only. Continuations are resumed, and streams told and
/// ended, outside of it: for that the runtime takes the lock of the reading task's status, under which a cancellation of
/// that task calls back into this state.
final class TaskState: Sendable {
    /// A change that the loader has to act on.
    enum Wish {
        case nothing
        case begin(LoadPriority)
        case change(LoadPriority)
        case leave
    }

    private typealias Stream = AsyncStream<ImageEvent>.Continuation
    private typealias Waiter = CheckedContinuation<any DecodedImage, any Error>

    private struct State {
        var priority: LoadPriority
        var status = ImageTask.Status.loading(nil)
        /// The loader's inbox lists the task, which is read later.
        var isListed = false
        /// Whether the loader has begun to work for it.
        var hasBegun = false
        var isLeft = false
        var isHeld = true
        /// Ended, and open for a refreshed image: there is a stream, or a handle that may still ask for one.
        var isWatching = false
        var preview: (any DecodedImage)?
        var streams: [Int: Stream] = [:]
        var waiters: [Int: Waiter] = [:]
        var numbers = 0
        /// Events and, where nil, ends of streams that are still to be handed over, in order.
        var outgoing: [(stream: Stream, event: ImageEvent?)] = []
        /// Whether a thread is handing them over; what others add is left to it.
        var isHandingOver = false

        var isLoading: Bool { if case .loading = status { true } else { false } }
        var listeners: Int { streams.count + waiters.count }
        var isForgotten: Bool { !isHeld && listeners == 0 }

        mutating func number() -> Int {
            numbers += 1
            return numbers
        }

        /// Has all streams told of `event`.
        mutating func yield(_ event: ImageEvent) { for stream in streams.values { outgoing.append((stream, event)) } }

        /// Removes and returns all listeners.
        mutating func takeListeners() -> (waiters: [Waiter], streams: [Stream]) {
            defer { (waiters, streams) = ([:], [:]) }
            return (Array(waiters.values), Array(streams.values))
        }
    }

    let id: Subscriber.ID
    let request: ImageRequest
    let caches: CacheUse
    let asked: ContinuousClock.Instant
    private let loader: ImageLoader
    private let state: Mutex<State>

    init(
        id: Subscriber.ID, request: ImageRequest, priority: LoadPriority, caches: CacheUse,
        asked: ContinuousClock.Instant, loader: ImageLoader
    ) {
        (self.id, self.request, self.caches, self.asked, self.loader) = (id, request, caches, asked, loader)
        state = Mutex(State(priority: priority))
    }

    // MARK: Handle

    var priority: LoadPriority { state.withLock(\.priority) }
    var status: ImageTask.Status { state.withLock(\.status) }

    /// Asks the loader to start.
    func start() { tell { _ in true } }

    func setPriority(_ priority: LoadPriority) {
        tell { state in
            guard state.priority != priority else { return false }
            state.priority = priority
            return state.isLoading || state.isWatching
        }
    }

    func cancel() {
        let (waiters, streams) = state.withLock { state in
            if state.isLoading {
                state.status = .cancelled
                state.yield(.cancelled)
            }
            state.preview = nil
            state.isWatching = false
            return state.takeListeners()
        }
        for waiter in waiters { waiter.resume(throwing: CancellationError()) }
        for stream in streams { stream.finish() }
        tell { state in
            guard !state.isLeft else { return false }
            state.isLeft = true
            return state.hasBegun
        }
    }

    /// Notes that the handle is gone.
    func letGo() {
        let isForgotten = state.withLock { state in
            state.isHeld = false
            return state.isForgotten
        }
        if isForgotten { cancel() }
    }

    func image() async throws -> any DecodedImage {
        let number = state.withLock { $0.number() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<any DecodedImage, any Error>? = state.withLock { state in
                    switch state.status {
                    case .finished(let image): return .success(image)
                    case .failed(let failure): return .failure(failure)
                    case .cancelled: return .failure(CancellationError())
                    case .loading:
                        if Task.isCancelled { return .failure(CancellationError()) }
                        state.waiters[number] = continuation
                        return nil
                    }
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    func events() -> AsyncStream<ImageEvent> {
        let (events, stream) = AsyncStream<ImageEvent>.makeStream()
        let number = state.withLock { state in
            let number = state.number()
            switch state.status {
            case .loading(let progress):
                if let progress { stream.yield(.progress(progress)) }
                if let preview = state.preview { stream.yield(.preview(preview)) }
            case .finished(let image): stream.yield(.final(image))
            case .failed(let failure): stream.yield(.failed(failure))
            case .cancelled: stream.yield(.cancelled)
            }
            guard state.isLoading || state.isWatching else { return nil as Int? }
            state.streams[number] = stream
            return number
        }
        guard let number else {
            stream.finish()
            return events
        }
        stream.onTermination = { _ in self.remove(stream: number) }
        return events
    }

    private func remove(stream number: Int) {
        let isForgotten = state.withLock { state in
            state.streams[number] = nil
            return state.isForgotten
        }
        if isForgotten { cancel() }
    }

    /// Changes the state and, if `change` returns true, lists the task for the loader to read.
    private func tell(_ change: (inout State) -> Bool) {
        let isNew = state.withLock { state in
            guard change(&state), !state.isListed else { return false }
            state.isListed = true
            return true
        }
        if isNew { loader.list(self) }
    }

    /// Waiting calls and streams.
    var listeners: Int { state.withLock(\.listeners) }

    // MARK: Loader

    /// Returns what has changed since the last call.
    func read() -> Wish {
        state.withLock { state in
            state.isListed = false
            if state.isLeft { return state.hasBegun ? .leave : .nothing }
            defer { state.hasBegun = true }
            return state.hasBegun ? .change(state.priority) : .begin(state.priority)
        }
    }

    func advance(_ progress: FetchTicket.Progress) {
        state.withLock { state in
            guard state.isLoading else { return }
            state.status = .loading(progress)
            state.yield(.progress(progress))
        }
        handOver()
    }

    func show(preview: any DecodedImage) {
        state.withLock { state in
            guard state.isLoading else { return }
            state.preview = preview
            state.yield(.preview(preview))
        }
        handOver()
    }

    /// - Parameter mayChange: the image was decoded from bytes that are being checked.
    /// - Returns: whether a listener waits, or a handle may come to wait, for a refreshed image.
    func finish(_ result: Result<any DecodedImage, LoadFailure>, mayChange: Bool) -> Bool {
        let (waiters, streams, isWatching) = state.withLock { state in
            guard state.isLoading else { return ([Waiter](), [Stream](), false) }
            state.preview = nil
            switch result {
            case .success(let image):
                state.status = .finished(image)
                state.yield(.final(image))
                state.isWatching = mayChange && (state.isHeld || !state.streams.isEmpty)
            case .failure(let failure):
                state.status = .failed(failure)
                state.yield(.failed(failure))
            }
            let streams = state.streams
            let waiting = state.takeListeners()
            guard state.isWatching else { return (waiting.waiters, waiting.streams, false) }
            state.streams = streams
            return (waiting.waiters, [], true)
        }
        for waiter in waiters { waiter.resume(with: result) }
        handOver()
        return isWatching
    }

    /// Ends the wait for a refreshed image, with nil when there is none.
    func refresh(_ image: (any DecodedImage)?) {
        let streams = state.withLock { state in
            guard state.isWatching else { return [Stream]() }
            state.isWatching = false
            if let image {
                state.status = .finished(image)
                state.yield(.refreshed(image))
            }
            return state.takeListeners().streams
        }
    }
}
