// State shared by a task's handle, its listeners and the loader.
import Photos
import Synchronization

/// The state of one request under one lock, held for bookkeeping only. Continuations are resumed, and streams told and
/// ended, outside of it: for that the runtime takes the lock of the reading task's status, under which a cancellation of
/// that task calls back into this state.
final class TaskState: Sendable {
    /// The action that a task requests of the loader.
    enum Wish {
        case nothing
        case begin(LoadPriority)
        case change(LoadPriority)
        case leave
    }

    private typealias Stream = AsyncStream<ImageEvent>.Continuation
    private typealias Waiter = CheckedContinuation<any DecodedImage, any Error>

    private struct Book {
        var priority: LoadPriority
        var status = ImageTask.Status.loading(nil)
        /// Whether the task is in the loader's inbox; changes before the loader reads it need no further listing.
        var isListed = false
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

    let id: Subscriber.ID
    let request: ImageRequest
    let caches: CacheUse
    let asked: ContinuousClock.Instant
    private let loader: ImageLoader
    private let book: Mutex<Book>

    init(
        id: Subscriber.ID, request: ImageRequest, priority: LoadPriority, caches: CacheUse, asked: ContinuousClock.Instant,
        loader: ImageLoader
    ) {
        (self.id, self.request, self.caches, self.asked, self.loader) = (id, request, caches, asked, loader)
        book = Mutex(Book(priority: priority))
    }

    // MARK: Handle

    var priority: LoadPriority { book.withLock(\.priority) }
    var status: ImageTask.Status { book.withLock(\.status) }

    /// Requests that the loader begin.
    func start() { tell { _ in true } }

    func setPriority(_ priority: LoadPriority) {
        tell { book in
            guard book.priority != priority else { return false }
            book.priority = priority
            return book.isLoading || book.isWatching
        }
    }

    func cancel() {
        let waiters = book.withLock { book in
            if book.isLoading {
                book.status = .cancelled
                book.yield(.cancelled)
            }
            book.preview = nil
            book.isWatching = false
            book.endStreams()
            return book.takeWaiters()
        }
        for waiter in waiters { waiter.resume(throwing: CancellationError()) }
        handOver()
        tell { book in
            guard !book.isLeft else { return false }
            book.isLeft = true
            return book.hasBegun
        }
    }

    /// Records that the handle has been released; cancels the task when it has no listener either.
    func letGo() {
        let isForgotten = book.withLock { book in
            book.isHeld = false
            return book.isForgotten
        }
        if isForgotten { cancel() }
    }

    func image() async throws -> any DecodedImage {
        let number = book.withLock { $0.number() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<any DecodedImage, any Error>? = book.withLock { book in
                    switch book.status {
                    case .finished(let image): return .success(image)
                    case .failed(let failure): return .failure(failure)
                    case .cancelled: return .failure(CancellationError())
                    case .loading:
                        if Task.isCancelled { return .failure(CancellationError()) }
                        book.waiters[number] = continuation
                        return nil
                    }
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = book.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    func events() -> AsyncStream<ImageEvent> {
        let (events, stream) = AsyncStream<ImageEvent>.makeStream()
        let number = book.withLock { book in
            let number = book.number()
            switch book.status {
            case .loading(let progress):
                if let progress { stream.yield(.progress(progress)) }
                if let preview = book.preview { stream.yield(.preview(preview)) }
            case .finished(let image): stream.yield(.final(image))
            case .failed(let failure): stream.yield(.failed(failure))
            case .cancelled: stream.yield(.cancelled)
            }
            guard book.isLoading || book.isWatching else { return nil as Int? }
            book.streams[number] = stream
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
        let isForgotten = book.withLock { book in
            book.streams[number] = nil
            return book.isForgotten
        }
        if isForgotten { cancel() }
    }

    /// Changes the state and, if `change` returns true, lists the task for the loader.
    private func tell(_ change: (inout Book) -> Bool) {
        let isNew = book.withLock { book in
            guard change(&book), !book.isListed else { return false }
            book.isListed = true
            return true
        }
        if isNew { loader.list(self) }
    }

    /// The number of waiters and streams.
    var listeners: Int { book.withLock(\.listeners) }

    // MARK: Loader

    /// Returns the action requested since the last call.
    func read() -> Wish {
        book.withLock { book in
            book.isListed = false
            if book.isLeft { return book.hasBegun ? .leave : .nothing }
            defer { book.hasBegun = true }
            return book.hasBegun ? .change(book.priority) : .begin(book.priority)
        }
    }

    func advance(_ progress: FetchTicket.Progress) {
        book.withLock { book in
            guard book.isLoading else { return }
            book.status = .loading(progress)
            book.yield(.progress(progress))
        }
        handOver()
    }

    func show(preview: any DecodedImage) {
        book.withLock { book in
            guard book.isLoading else { return }
            book.preview = preview
            book.yield(.preview(preview))
        }
        handOver()
    }

    /// Ends the task with a result.
    /// - Parameter mayChange: whether the image was made of bytes that are being checked.
    /// - Returns: whether the task stays open for a refreshed image.
    func finish(_ result: Result<any DecodedImage, LoadFailure>, mayChange: Bool) -> Bool {
        let (waiters, isWatching) = book.withLock { book in
            guard book.isLoading else { return ([Waiter](), false) }
            book.preview = nil
            switch result {
            case .success(let image):
                book.status = .finished(image)
                book.yield(.final(image))
                book.isWatching = mayChange && (book.isHeld || !book.streams.isEmpty)
            case .failure(let failure):
                book.status = .failed(failure)
                book.yield(.failed(failure))
            }
            if !book.isWatching { book.endStreams() }
            return (book.takeWaiters(), book.isWatching)
        }
        for waiter in waiters { waiter.resume(with: result) }
        handOver()
        return isWatching
    }

    /// Ends the wait for a refreshed image: with the image, or with nil when there is none.
    func refresh(_ image: (any DecodedImage)?) {
        book.withLock { book in
            guard book.isWatching else { return }
            book.isWatching = false
            if let image {
                book.status = .finished(image)
                book.yield(.refreshed(image))
            }
            book.endStreams()
        }
        handOver()
    }

    // MARK: Streams

    /// Tells the streams what they are to be told. One thread at a time, so that all of it stays in order.
    private func handOver() {
        let isMine = book.withLock { book in
            defer { book.isHandingOver = true }
            return !book.isHandingOver
        }
        guard isMine else { return }
        while let outgoing = nextOutgoing() {
            for (stream, event) in outgoing {
                if let event { stream.yield(event) } else { stream.finish() }
            }
        }
    }

    /// Takes what is to be handed over; nil, and the end of the handing over, when there is nothing more.
    private func nextOutgoing() -> [(stream: Stream, event: ImageEvent?)]? {
        book.withLock { book in
            guard !book.outgoing.isEmpty else {
                book.isHandingOver = false
                return nil
            }
            defer { book.outgoing = [] }
            return book.outgoing
        }
    }
}
