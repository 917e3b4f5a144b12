// What a task's handle, its listeners and the loader share: the only state that all of them touch.
import Photos
import Synchronization

/// One request under one lock, held for bookkeeping only. Continuations are resumed and streams ended outside of it.
final class TaskState: Sendable {
    /// What the loader is to do.
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
        /// The loader's inbox holds the task and will read what is wished before it comes to it.
        var isListed = false
        /// The loader has begun to work for it.
        var hasBegun = false
        var isLeft = false
        var isHeld = true
        /// Ended, and open for a refreshed picture: there is a stream, or somebody who may still want one.
        var isWatching = false
        var preview: (any DecodedImage)?
        var streams: [Int: Stream] = [:]
        var waiters: [Int: Waiter] = [:]
        var numbers = 0

        var isLoading: Bool { if case .loading = status { true } else { false } }
        var listeners: Int { streams.count + waiters.count }
        var isForgotten: Bool { !isHeld && listeners == 0 }

        mutating func number() -> Int {
            numbers += 1
            return numbers
        }

        func yield(_ event: ImageEvent) { for stream in streams.values { stream.yield(event) } }

        /// Takes out those who need not wait any longer.
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
    private let book: Mutex<Book>

    init(
        id: Subscriber.ID, request: ImageRequest, priority: LoadPriority, caches: CacheUse, asked: ContinuousClock.Instant,
        loader: ImageLoader
    ) {
        (self.id, self.request, self.caches, self.asked, self.loader) = (id, request, caches, asked, loader)
        book = Mutex(Book(priority: priority))
    }

    // MARK: The handle's side

    var priority: LoadPriority { book.withLock(\.priority) }
    var status: ImageTask.Status { book.withLock(\.status) }

    /// Has the loader begin.
    func start() { tell { _ in true } }

    func setPriority(_ priority: LoadPriority) {
        tell { book in
            guard book.priority != priority else { return false }
            book.priority = priority
            return book.isLoading || book.isWatching
        }
    }

    func cancel() {
        let (waiters, streams) = book.withLock { book in
            if book.isLoading {
                book.status = .cancelled
                book.yield(.cancelled)
            }
            book.preview = nil
            book.isWatching = false
            return book.takeListeners()
        }
        for waiter in waiters { waiter.resume(throwing: CancellationError()) }
        for stream in streams { stream.finish() }
        tell { book in
            guard !book.isLeft else { return false }
            book.isLeft = true
            return book.hasBegun
        }
    }

    /// The handle is gone.
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

    /// Changes the book and, if `change` says so, sees to it that the loader reads it.
    private func tell(_ change: (inout Book) -> Bool) {
        let isNew = book.withLock { book in
            guard change(&book), !book.isListed else { return false }
            book.isListed = true
            return true
        }
        if isNew { loader.list(self) }
    }

    /// Who waits for the picture or listens.
    var listeners: Int { book.withLock(\.listeners) }

    // MARK: The loader's side

    /// What is wished since the last call.
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
    }

    func show(preview: any DecodedImage) {
        book.withLock { book in
            guard book.isLoading else { return }
            book.preview = preview
            book.yield(.preview(preview))
        }
    }

    /// - Parameter mayChange: the picture was made of bytes that are being checked.
    /// - Returns: whether someone wants, or may come to want, to hear if they have changed.
    func finish(_ result: Result<any DecodedImage, LoadFailure>, mayChange: Bool) -> Bool {
        let (waiters, streams, isWatching) = book.withLock { book in
            guard book.isLoading else { return ([Waiter](), [Stream](), false) }
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
            let streams = book.streams
            let waiting = book.takeListeners()
            guard book.isWatching else { return (waiting.waiters, waiting.streams, false) }
            book.streams = streams
            return (waiting.waiters, [], true)
        }
        for waiter in waiters { waiter.resume(with: result) }
        for stream in streams { stream.finish() }
        return isWatching
    }

    /// The end of watching: with the new picture, or without because it could not be made.
    func refresh(_ image: (any DecodedImage)?) {
        let streams = book.withLock { book in
            guard book.isWatching else { return [Stream]() }
            book.isWatching = false
            if let image {
                book.status = .finished(image)
                book.yield(.refreshed(image))
            }
            return book.takeListeners().streams
        }
        for stream in streams { stream.finish() }
    }
}
