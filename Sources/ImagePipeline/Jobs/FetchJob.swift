// The life of a photo's bytes: `run()`, from top to bottom.
import Photos

/// One who needs the bytes of a fetch.
@PipelineActor
protocol FetchUser: AnyObject {
    var priority: LoadPriority { get }
    /// The image that is made of the bytes; nil for a request for the bytes alone.
    var image: ImageKey? { get }
    /// Takes a copy of what has come in so far.
    func bytesGrew(_ body: EncodedBytes)
    /// Learns that the bytes have changed.
    func outdate()
    /// Learns that the fetch has ended for which the user has not begun to wait.
    func sharedWorkEnded()
    /// Learns that the bytes are fetched once more.
    func bytesWithdrawn()
}

extension ImageJob { var image: ImageKey? { key } }

/// Bytes that a fetch has brought.
struct ArrivedBytes: Sendable {
    let encoded: EncodedBytes
    /// They came from the disk, so that there may be better ones.
    let wereStored: Bool
    /// Tells them from those of the fetch's other tries.
    fileprivate let number: Int
}

/// The bytes of one `FetchKey`, from the first user until the last decode that needs them is done. Fetched once a user
/// asks for them.
@PipelineActor
final class FetchJob: SlotOwner {
    private struct User {
        let user: any FetchUser
        /// Nil unless the user is suspended.
        var continuation: PipelineContinuation<ArrivedBytes>?
    }

    /// The end of a try that has made room for something visible.
    private struct Preemption: Error {}

    let key: FetchKey
    let title: String
    let host: FetchHost?
    /// In the queue of fetches.
    var slot: Slot?
    /// Of the last try.
    private(set) var ticket: FetchTicket?
    private(set) var trace = FetchTrace()
    private let loader: LoaderCore
    private let growingBody: GrowingBody
    /// Usually one.
    private var users: [User] = []
    /// Whether a user has asked for the bytes.
    private var isRequested = false
    private var task: Task<Void, Never>?
    /// A try is under way and was not cancelled.
    private var isRunning = false
    private var isPreempted = false
    private var result: Result<ArrivedBytes, any Error>?
    /// Tries made so far, without those that were preempted.
    private var attempts = 0
    /// Stored bytes may not answer: they were damaged.
    private var isReload = false
    /// The bytes that the running try brings, if stale, are known to have changed.
    private var isOutdated = false

    private init(_ key: FetchKey, title: String, _ loader: LoaderCore) {
        (self.key, self.title, self.loader) = (key, title, loader)
        host = FetchHost(key.location)
        growingBody = GrowingBody(of: key)
    }

    // MARK: Life

    /// Begins, or goes on, at the grant of a slot: a fetch that only waits costs no task.
    func slotGranted() {
        noteStart()
        if task == nil { task = Task(priority: .medium) { await run() } }
    }

    /// Tries until the bytes are there or no retry is left. Each try goes on from what earlier ones have received,
    /// where the byte loader can.
    private func run() async {
        while true {
            do {
                return end(.success(try await loader.fetchSlots.withSlot(for: self) { try await load() }))
            } catch is Preemption {
                return  // Its task is cancelled; it goes on in a new one, at the grant of the slot that it waits for.
            } catch let failure as LoadFailure {
                let policy = loader.configuration.retry
                let delay = policy.delay(after: failure, attempt: attempts, random: loader.configuration.random())
                guard let delay else { return end(.failure(failure)) }
                // A sleep that throws has ended as well.
                try? await loader.configuration.clock.sleep(for: delay)
                if users.isEmpty { return }
                loader.records.count { $0.retries += 1 }
            } catch {
                return  // Nobody needs the bytes any more.
            }
        }
    }

    private func noteStart() {
        growingBody.setVisible(priority == .visible)
        let ticket = FetchTicket(title: title, priority: priority, isReload: isReload) {
            [growingBody, weak self] progress, body in
            if growingBody.advance(progress, body) { Task { @PipelineActor in self?.bodyGrew() } }
        }
        self.ticket = ticket
        attempts += 1
        (isRunning, isPreempted, isOutdated) = (true, false, false)
        (trace.number, trace.started, trace.ended) = (loader.noteStart(of: self), loader.now(), nil)
    }

    /// Makes one try. It holds the slot until the byte loader's call has ended, also when it was cancelled.
    private func load() async throws -> ArrivedBytes {
        guard let ticket else { throw CancellationError() }
        let result = await loader.worker.fetch(key, ticket)
        endTry()
        trace.ended = loader.now()
        if ticket.progress.received > 0, let host {
            loader.fetchSlots.learn(host, isMultiplexed: ticket.progress.isMultiplexed)
        }
        if case .success(let fetched) = result { loader.note(fetched) }
        if users.isEmpty { throw CancellationError() }
        switch result {
        case .success(let fetched): return arrived(fetched)
        case .failure(let failure) where isPreempted && failure.isTransient:
            // Before the slot is given back: who waits for it may be less urgent by now.
            task = nil
            loader.fetchSlots.addFirst(self)
            throw Preemption()
        case .failure(let failure): throw failure
        }
    }

    private func arrived(_ fetched: FetchedBytes) -> ArrivedBytes {
        loader.fetchSlots.hold(fetched.bytes.count, of: self)
        trace.origin = fetched.origin
        if isOutdated, fetched.isStale { outdate() }
        return ArrivedBytes(
            encoded: fetched.bytes, wereStored: fetched.origin == .disk && !isReload, number: trace.number ?? 0)
    }

    private func end(_ result: Result<ArrivedBytes, any Error>) {
        guard !users.isEmpty else { return }
        task = nil
        self.result = result
        if case .failure = result { loader.forget(self) }
        for index in users.indices {
            if let continuation = users[index].continuation.take() {
                continuation.resume(with: result)
            } else {
                users[index].user.sharedWorkEnded()
            }
        }
        loader.decodeSlots.fill()
    }

    private func cancel() {
        loader.forget(self)
        releaseBytes()
        loader.fetchSlots.leave(self, beginsAnyway: true)
        endTry()
        task?.cancel()
    }

    /// Notes that the running try has ended or was cancelled.
    private func endTry() {
        guard isRunning else { return }
        isRunning = false
        loader.noteEnd(of: self)
    }

    private func releaseBytes() {
        if case .success(let bytes) = result { loader.fetchSlots.release(bytes.encoded.count, of: self) }
        result = nil
    }

    // MARK: Preemption

    var received: Int { ticket?.progress.received ?? 0 }

    /// It loses nothing by being preempted if it can resume, or has received nothing. A file cannot be resumed and is
    /// read in less time than it takes to start again; a fetch with four fifths of its bytes is nearly done.
    var canBePreempted: Bool {
        guard host?.isLocal == false, let progress = ticket?.progress else { return false }
        // The total is the server's word.
        if let total = progress.total,
            progress.received.multipliedSaturating(by: 5) >= total.multipliedSaturating(by: 4)
        {
            return false
        }
        return progress.isResumable || progress.received == 0
    }

    func preempt() {
        isPreempted = true
        attempts -= 1
        endTry()
        task?.cancel()
        loader.records.count { $0.preempted += 1 }
    }

    // MARK: Users

    /// Returns the fetch for an image, new if there is none, and whether it is under way.
    static func shared(for request: ImageRequest, of loader: LoaderCore) -> (fetch: FetchJob, isShared: Bool) {
        let key = FetchKey(request)
        if let fetch = loader.fetch(of: key) { return (fetch, fetch.isRequested) }
        let fetch = FetchJob(key, title: request.title, loader)
        loader.add(fetch)
        return (fetch, false)
    }

    /// The highest of its users' priorities.
    var priority: LoadPriority { users.lazy.map(\.user.priority).max() ?? .speculative }
    var images: [ImageKey] { users.compactMap(\.user.image) }
    /// Whether new users of the key join this fetch.
    var isCurrent: Bool { loader.isCurrent(self) }

    func add(_ user: any FetchUser) {
        users.append(User(user: user))
        usersChanged()
    }

    /// Has the bytes fetched, unless that has been requested already.
    func request() {
        guard !isRequested else { return }
        isRequested = true
        loader.fetchSlots.add(self)
    }

    /// Waits for the bytes, which are kept until the user leaves.
    func bytes(for user: any FetchUser) async throws -> ArrivedBytes {
        if let result { return try result.get() }
        request()
        loader.fillSlots()
        return try await suspended { continuation in
            guard let index = users.firstIndex(where: { $0.user === user }) else {
                return continuation.resume(throwing: CancellationError())
            }
            users[index].continuation = continuation
        }
    }

    /// Ends the wait of a user, or its use of the bytes; the last one ends the fetch. Calling it again does nothing.
    func leave(_ user: any FetchUser) {
        guard let index = users.firstIndex(where: { $0.user === user }) else { return }
        let continuation = users.remove(at: index).continuation
        if users.isEmpty { cancel() } else { usersChanged() }
        continuation?.resume(throwing: CancellationError())
    }

    /// Ends the waits of those who want the bytes alone.
    func leaveReaders() { for user in users where user.user.image == nil { leave(user.user) } }

    /// Brings the priority up to date where the fetch waits or runs.
    func usersChanged() {
        let priority = priority
        loader.fetchSlots.priorityChanged(of: self)
        if isRunning { ticket?.setPriority(priority) }
        growingBody.setVisible(priority == .visible)
    }

    // MARK: Progress

    /// Whether a copy of the body waits to be taken.
    var hasUnreadBody: Bool { growingBody.isUnread }

    private func bodyGrew() {
        guard let body = growingBody.read(), !users.isEmpty, isCurrent else { return }
        for user in users { user.user.bytesGrew(body) }
        loader.previewSlots.fill()
    }

    // MARK: Stored and stale bytes

    var hasEnded: Bool { result != nil }
    var hasArrived: Bool { if case .success = result { true } else { false } }

    /// Fetches the bytes again from their origin, for all users. Does nothing if another user has called it for the
    /// same bytes.
    func reload(after bytes: ArrivedBytes) {
        guard case .success(let mine) = result, mine.number == bytes.number else { return }
        releaseBytes()
        for user in users { user.user.bytesWithdrawn() }
        isReload = true
        loader.fetchSlots.add(self)
    }

    /// Learns that the bytes have changed. Those that have arrived are given to no new user.
    func bytesChanged() { if hasArrived { outdate() } else { isOutdated = true } }

    private func outdate() {
        loader.forget(self)
        for user in users { user.user.outdate() }
    }
}

/// The history of the last try to fetch.
struct FetchTrace {
    /// The number of the start.
    var number: Int?
    var started: ContinuousClock.Instant?
    var ended: ContinuousClock.Instant?
    var origin: FetchedBytes.Origin?
}
