// State shared by a task's handle, its listeners and the loader.
import Photos
import Synchronization

/// The state of one request under one lock, held for bookkeeping only. Continuations are resumed, and streams told and
/// ended, outside of it: for that the runtime takes the lock of the reading task's status, under which a cancellation
/// of that task calls back into this state.
nonisolated final class TaskState: ImageSubscriber, Sendable {
    typealias Event = ImageEvent<any DecodedImage>
    /// One listener; nil ends it.
    private typealias Stream = @Sendable (Event?) -> Void
    private typealias Waiter = CheckedContinuation<any DecodedImage, any Error>

    private struct State {
        var priority: LoadPriority
        /// Nil while it is under way.
        var result: Result<any DecodedImage, any Error>?
        /// Whether a hop to the loader is under way, which will see all changes before it arrives.
        var hop = CoalescedHop()
        /// Whether the loader has begun to work for it.
        var hasBegun = false
        var isLeft = false
        var isHeld = true
        /// Whether it has ended and still accepts a refreshed image: it has a stream, or a handle that may open one.
        var isWatching = false
        var preview: (any DecodedImage)?
        var streams: [Int: Stream] = [:]
        var waiters: [Int: Waiter] = [:]
        var numbers = 0
        /// Events and, where nil, ends of streams that are still to be handed over, in order.
        var outgoing: [(stream: Stream, event: Event?)] = []
        /// Whether a thread is handing them over; what others add is left to it.
        var isHandingOver = false

        var isLoading: Bool { result == nil }
        var listeners: Int { streams.count + waiters.count }
        var isForgotten: Bool { !isHeld && listeners == 0 }

        mutating func number() -> Int {
            numbers += 1
            return numbers
        }

        /// What a stream that begins now is told first.
        var lastEvent: Event? {
            switch result {
            case nil: preview.map { .preview($0) }
            case .success(let image): .final(image)
            case .failure(let failure as LoadFailure): .failed(failure)
            case .failure: .cancelled
            }
        }

        /// Has all streams told of `event`.
        mutating func yield(_ event: Event) { for stream in streams.values { outgoing.append((stream, event)) } }

        /// Has all streams ended and forgets them.
        mutating func endStreams() {
            for stream in streams.values { outgoing.append((stream, nil)) }
            streams = [:]
        }

        /// Removes and returns all waiters.
        mutating func takeWaiters() -> [Waiter] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    let id: SubscriberID
    let request: ImageRequest
    let asked: ContinuousClock.Instant
    private let loader: LoaderCore
    private let state: Mutex<State>
    @PipelineActor private var subscription: Subscription?

    init(
        id: SubscriberID, request: ImageRequest, priority: LoadPriority, asked: ContinuousClock.Instant,
        loader: LoaderCore
    ) {
        (self.id, self.request, self.asked, self.loader) = (id, request, asked, loader)
        state = Mutex(State(priority: priority))
    }

    // MARK: Handle

    var priority: LoadPriority { state.withLock(\.priority) }
    var result: Result<any DecodedImage, any Error>? { state.withLock(\.result) }

    /// Requests that the loader begin.
    func start() { tell { _ in true } }

    func setPriority(_ priority: LoadPriority) {
        tell { state in
            guard state.priority != priority else { return false }
            state.priority = priority
            return state.isLoading || state.isWatching
        }
    }

    func cancel() {
        let waiters = state.withLock { state in
            if state.isLoading {
                state.result = .failure(CancellationError())
                state.yield(.cancelled)
            }
            state.preview = nil
            state.isWatching = false
            state.endStreams()
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume(throwing: CancellationError()) }
        handOver()
        tell { state in
            guard !state.isLeft else { return false }
            state.isLeft = true
            return state.hasBegun
        }
    }

    /// Records that the handle has been released; cancels the task when it has no listener either.
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
                    if let result = state.result { return result }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[number] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    func events<Image: DecodedImage>() -> AsyncStream<ImageEvent<Image>> {
        let (events, continuation) = AsyncStream<ImageEvent<Image>>.makeStream()
        let stream: Stream = { event in
            if let event { continuation.yield(event.typed()) } else { continuation.finish() }
        }
        let number = state.withLock { state in
            let number = state.number()
            if let event = state.lastEvent { stream(event) }
            guard state.isLoading || state.isWatching else { return nil as Int? }
            state.streams[number] = stream
            return number
        }
        guard let number else {
            continuation.finish()
            return events
        }
        continuation.onTermination = { _ in self.remove(stream: number) }
        return events
    }

    private func remove(stream number: Int) {
        let isForgotten = state.withLock { state in
            state.streams[number] = nil
            return state.isForgotten
        }
        if isForgotten { cancel() }
    }

    /// Changes the state and, if `change` returns true, has the loader read it.
    private func tell(_ change: (inout State) -> Bool) {
        let isNew = state.withLock { state in
            change(&state) && state.hop.request()
        }
        if isNew { Task { @PipelineActor in read() } }
    }

    /// The number of waiters and streams.
    var listeners: Int { state.withLock(\.listeners) }

    // MARK: Loader

    /// Reads what the task wants since the last look.
    @PipelineActor
    private func read() {
        let (isLeft, hasBegun, priority) = state.withLock { state in
            state.hop.arrive()
            defer { state.hasBegun = state.hasBegun || !state.isLeft }
            return (state.isLeft, state.hasBegun, state.priority)
        }
        if isLeft {
            loader.stopWatching(self)
            subscription?.end()
        } else if hasBegun {
            subscription?.setPriority(priority)
        } else {
            begin(at: priority)
        }
        loader.fillSlots()
    }

    /// Is answered by the end of the loader or by memory, or joins the work.
    @PipelineActor
    private func begin(at priority: LoadPriority) {
        if let failure = loader.lifetime.failure(for: request) {
            _ = finish(.failure(failure), mayChange: false)
        } else if let image = loader.find(request.key) {
            _ = finish(.success(image), mayChange: false)
        } else {
            if let image = loader.memory.findNearest(to: request.key) { show(preview: image) }
            subscription =
                loader.subscribe(self, to: request, id: id, kind: .call, asked: asked, at: priority).subscription
        }
    }

    /// Has the image made anew, whose bytes have changed.
    @PipelineActor
    func refresh() {
        guard let new = loader.refresh(self, request, id: id, kind: .call, at: priority) else { return }
        subscription = new
    }

    @PipelineActor
    func show(preview: any DecodedImage, for subscription: Subscription) { show(preview: preview) }

    @PipelineActor
    func take(_ answer: ImageAnswer, for subscription: Subscription) {
        self.subscription = nil
        if subscription.isRefreshing {
            loader.stopWatching(self)
            refresh(try? answer.result.get())
        } else if finish(answer.result, mayChange: answer.mayChange) {
            loader.watch(self)
        }
    }

    /// Ends as cancelled, unless it was the task that left.
    @PipelineActor
    func left(_ subscription: Subscription) {
        self.subscription = nil
        cancel()
    }

    func show(preview: any DecodedImage) {
        state.withLock { state in
            guard state.isLoading else { return }
            state.preview = preview
            state.yield(.preview(preview))
        }
        handOver()
    }

    /// Ends the task with a result.
    /// - Parameter mayChange: whether the image was made of bytes that are being checked.
    /// - Returns: whether the task stays open for a refreshed image.
    func finish(_ result: Result<any DecodedImage, LoadFailure>, mayChange: Bool) -> Bool {
        let (waiters, isWatching) = state.withLock { state in
            guard state.isLoading else { return ([Waiter](), false) }
            state.preview = nil
            switch result {
            case .success(let image):
                state.result = .success(image)
                state.yield(.final(image))
                state.isWatching = mayChange && (state.isHeld || !state.streams.isEmpty)
            case .failure(let failure):
                state.result = .failure(failure)
                state.yield(.failed(failure))
            }
            if !state.isWatching { state.endStreams() }
            return (state.takeWaiters(), state.isWatching)
        }
        for waiter in waiters { waiter.resume(with: result) }
        handOver()
        return isWatching
    }

    /// Ends the wait for a refreshed image: with the image, or with nil when there is none.
    func refresh(_ image: (any DecodedImage)?) {
        state.withLock { state in
            guard state.isWatching else { return }
            state.isWatching = false
            if let image {
                state.result = .success(image)
                state.yield(.refreshed(image))
            }
            state.endStreams()
        }
        handOver()
    }

    // MARK: Streams

    /// Tells the streams what they are to be told. One thread at a time, so that all of it stays in order.
    private func handOver() {
        let isMine = state.withLock { state in
            defer { state.isHandingOver = true }
            return !state.isHandingOver
        }
        guard isMine else { return }
        while let outgoing = nextOutgoing() {
            for (stream, event) in outgoing { stream(event) }
        }
    }

    /// Takes what is to be handed over; nil, and the end of the handing over, when there is nothing more.
    private func nextOutgoing() -> [(stream: Stream, event: Event?)]? {
        state.withLock { state in
            guard !state.outgoing.isEmpty else {
                state.isHandingOver = false
                return nil
            }
            defer { state.outgoing = [] }
            return state.outgoing
        }
    }
}
