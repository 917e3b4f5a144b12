// A session with the loader, both sides of it: a set of wanted images one way, deliveries of those that have arrived
// the other.
public import Photos

/// One image of a wanted set.
public struct WantedImage: Hashable, Sendable {
    /// The image.
    public let request: ImageRequest
    /// Its priority.
    public let priority: LoadPriority
    /// Whether the client has the image: nothing is loaded or delivered until its bytes are found changed.
    public let isHeld: Bool

    public init(request: ImageRequest, priority: LoadPriority, isHeld: Bool = false) {
        self.request = request
        self.priority = priority
        self.isHeld = isHeld
    }
}

/// The outcome of one wanted image, or a preview of it.
public struct Delivery<Image: Sendable>: Sendable {
    /// The request of the wanted set.
    public let request: ImageRequest
    public let kind: DeliveryKind
    /// The image, or the failure.
    public let result: Result<Image, LoadFailure>
    /// The priority of the wanted image now.
    public let priority: LoadPriority
}

/// The meaning of a delivery.
public enum DeliveryKind: Sendable {
    /// A stand-in; `final` follows.
    case preview
    /// The image, or the failure.
    case final
    /// The image again, because its bytes have changed since; always a success.
    case refreshed
}

/// The one way in which the parts of a program ask for the images that they show: a session's client replaces the
/// wanted set as often as it likes, and the loader works out what to start, move and cancel.
///
/// Each image of the set is answered once, perhaps after previews while it is visible: from memory at once, by a
/// delivery, or by a failure; and again when its bytes are found changed. An image that leaves the set and comes back
/// is answered again, and so is one that was evicted before its priority rose, unless the client holds it. A failed
/// image is answered with the same failure, without a new try, until its `FailureLives` are over, `retry(_:)` or
/// `retryAll()`. A visible one that failed transiently is then retried and answered again by itself.
///
/// For a mosaic, which shows thousands of tiny pictures at once, a session takes a wish that names photos by their
/// positions (`want(_: TinyWish)`), and fills a table with the results.
///
/// Isolation: callable from any thread; no call blocks beyond a short lock. Letting go of the session closes it.
public final class ImageSession<Image: DecodedImage>: Sendable {
    /// What is known of the photos of the mosaic's wish; nil where the loader makes no tiny pictures.
    public let tinyPictures: TinyTable?
    let mailbox: SessionMailbox
    let state: SessionState
    private let tiny: TinyLoader?

    init(of loader: LoaderCore, maker: TinyMaker?, onArrival: @escaping @Sendable () -> Void) {
        let mailbox = SessionMailbox(onArrival: onArrival)
        self.mailbox = mailbox
        state = SessionState(loader.numbers.next(), mailbox, loader)
        let table = maker.map { _ in TinyTable() }
        tinyPictures = table
        tiny = maker.flatMap { maker in table.map { TinyLoader(mailbox: mailbox, table: $0, maker: maker) } }
    }

    deinit { close() }

    /// Replaces the wanted set; the latest call wins. The order of the array is the order of work within one priority.
    /// When a key occurs twice, the first occurrence counts. Undelivered images that are not in it are dropped.
    public func want(_ wanted: [WantedImage]) { wish { $0.wanted = wanted } }

    /// Answers an image anew that has been answered: one that has failed is tried again. Now if it is still wanted,
    /// otherwise when it is wanted the next time. Also for a client that has let go of an image and wants it again
    /// before the loader has seen that: the wanted set is the same then.
    public func retry(_ key: ImageKey) { wish { $0.retries.insert(key) } }

    /// Forgets all failures and retries those that are still wanted.
    public func retryAll() { wish { $0.retryAll = true } }

    /// Takes what has arrived, highest priority first and in order of arrival within one. Meant for once a frame: what
    /// exceeds `limit` stays for the next call, and `onArrival` is not called for it again.
    public func takeDeliveries(limit: Int) -> [Delivery<Image>] { mailbox.take(limit: limit).map { $0.typed() } }

    /// Closes the session: unshared work is cancelled, nothing is delivered any more, and the arrival closure is
    /// released. Calling it again does nothing.
    public func close() {
        wish { $0.isClosed = true }
        // The loader of tiny pictures has to hear of it if it has been asked for any.
        tell { $0.isClosed = true }
        mailbox.silence()
    }

    // MARK: Tiny pictures

    /// Replaces the tiny pictures that are wanted; the latest call wins. Costs the same whatever their number: all else
    /// is done off the calling thread.
    public func want(_ wish: TinyWish) { tell { $0.wish = wish } }

    /// Forgets the tiny pictures of photos that are gone or whose content has changed.
    public func forget(_ refs: [PhotoRef]) {
        guard !refs.isEmpty else { return }
        tinyPictures?.remove(refs)
        tell { $0.forgotten += refs }
    }

    /// Takes the photos of which the table has learned something since the last call.
    public func takeArrivals() -> [PhotoRef] { mailbox.takeArrivals() }

    private func tell(_ change: @Sendable (inout SessionMailbox.TinyWishes) -> Void) {
        guard let tiny, mailbox.tell(change) else { return }
        Task { await tiny.read() }
    }

    private func wish(_ change: @Sendable (inout SessionMailbox.Wishes) -> Void) {
        guard mailbox.wish(change) else { return }
        Task { @PipelineActor [state] in state.read() }
    }
}

/// The loader's side of a session. A new wanted set is compared with the last one; only the difference is subscribed
/// to.
@PipelineActor
final class SessionState: ImageSubscriber {
    private struct Entry {
        let request: ImageRequest
        var priority: LoadPriority
        /// Whether the client has the image.
        var isHeld: Bool
        /// Nil once the image has been answered.
        var subscription: Subscription?

        var isAnswered: Bool { subscription == nil }
    }

    let id: SubscriberID
    private let mailbox: SessionMailbox
    private let loader: LoaderCore
    private var wanted: [ImageKey: Entry] = [:]
    /// The set as it was given last: an equal one changes nothing.
    private var latest: [WantedImage] = []
    private var failures = FailureMemory()
    /// Waits for the first failure that is due to be retried.
    private var timer: Task<Void, Never>?

    nonisolated init(_ id: SubscriberID, _ mailbox: SessionMailbox, _ loader: LoaderCore) {
        (self.id, self.mailbox, self.loader) = (id, mailbox, loader)
    }

    // MARK: Wishes

    /// Takes what the client wants now, and subscribes to the difference.
    func read() {
        let wishes = mailbox.readWishes()
        if wishes.isClosed {
            close()
        } else {
            loader.attend(to: self)
            retry(wishes)
            if let set = wishes.wanted, set != latest { replace(with: set) }
            scheduleRecovery()
        }
        loader.fillSlots()
    }

    private func close() {
        for entry in wanted.values { entry.subscription?.end() }
        wanted = [:]
        timer?.cancel()
        loader.forget(self)
    }

    private func retry(_ wishes: SessionMailbox.Wishes) {
        for key in wishes.retries {
            failures.forget(key)
            answerAnew(key)
        }
        if wishes.retryAll {
            for key in wanted.keys where failures[key] != nil { answerAnew(key) }
            failures = FailureMemory()
        }
    }

    private func answerAnew(_ key: ImageKey) {
        guard var entry = wanted[key], entry.isAnswered else { return }
        load(&entry)
        wanted[key] = entry
    }

    /// Takes a new set: what is wanted joins before what is not any more leaves, so that a fetch which both share goes
    /// on.
    private func replace(with set: [WantedImage]) {
        var previous = wanted
        wanted = Dictionary(minimumCapacity: set.count)
        for want in set where wanted[want.request.key] == nil {
            let key = want.request.key
            var entry: Entry
            if let old = previous.removeValue(forKey: key) {
                entry = old
                entry.isHeld = want.isHeld
                move(&entry, to: want.priority)
                entry.subscription?.moveToTail()
            } else {
                entry = Entry(request: want.request, priority: want.priority, isHeld: want.isHeld)
                begin(&entry)
            }
            wanted[key] = entry
        }
        for entry in previous.values { entry.subscription?.end() }
        mailbox.update { [wanted] in wanted[$0]?.priority }
        latest = set
    }

    /// Takes up an image that enters the set. A failure that still stands answers for it, and so does the memory.
    private func begin(_ entry: inout Entry) {
        loader.records.count { $0.requests += 1 }
        if entry.isHeld { return }
        if let failure = failures.failure(of: entry.request.key, at: loader.now()) {
            deliver(.failure(failure), for: entry.request, .final, at: entry.priority)
        } else {
            load(&entry)
        }
    }

    /// Moves an image that stays in the set. One that was evicted after its delivery is loaded again when it has become
    /// more urgent, and only then: a cache smaller than the set must not load in circles.
    private func move(_ entry: inout Entry, to priority: LoadPriority) {
        let (old, key) = (entry.priority, entry.request.key)
        guard old != priority else { return }
        entry.priority = priority
        if let subscription = entry.subscription {
            subscription.setPriority(priority)
        } else if priority > old, !entry.isHeld, failures.failure(of: key, at: loader.now()) == nil,
            !loader.memory.contains(key)
        {
            load(&entry)
        }
    }

    /// Has a wanted image loaded, unless memory has it or the loader has ended.
    private func load(_ entry: inout Entry) {
        let known: Result<any DecodedImage, LoadFailure>? =
            loader.lifetime.failure(for: entry.request).map { .failure($0) }
            ?? loader.find(entry.request.key).map { .success($0) }
        if let known { return answer(known, for: entry.request, at: entry.priority) }
        entry.subscription =
            ImageJob.subscribe(
                self, to: entry.request, of: loader, id: id, kind: .session, at: entry.priority
            ).subscription
    }

    // MARK: Answers

    func show(preview: any DecodedImage, for subscription: Subscription) {
        deliver(.success(preview), for: subscription.job.request, .preview, at: subscription.priority)
    }

    func take(_ answer: ImageAnswer, for subscription: Subscription) {
        let request = subscription.job.request
        wanted[request.key]?.subscription = nil
        if subscription.isRefreshing {
            // When it fails, the image that is shown is better than none.
            if case .success = answer.result {
                failures.forget(request.key)
                deliver(answer.result, for: request, .refreshed, at: subscription.priority)
            }
        } else {
            self.answer(answer.result, for: request, at: subscription.priority)
            scheduleRecovery()
        }
    }

    func left(_ subscription: Subscription) {}

    /// Delivers an answer and remembers a failure.
    private func answer(
        _ result: Result<any DecodedImage, LoadFailure>, for request: ImageRequest, at priority: LoadPriority
    ) {
        switch result {
        case .success: failures.forget(request.key)
        case .failure(let failure):
            failures.remember(failure, of: request.key, at: loader.now(), lives: loader.configuration.failureLives)
        }
        deliver(result, for: request, .final, at: priority)
    }

    private func deliver(
        _ result: Result<any DecodedImage, LoadFailure>, for request: ImageRequest, _ kind: DeliveryKind,
        at priority: LoadPriority
    ) {
        mailbox.deliver(Delivery(request: request, kind: kind, result: result, priority: priority))
    }

    // MARK: Recovery

    /// The visible images that failed for a reason that may pass, and when each is due to be retried.
    private var recoveries: [(key: ImageKey, due: ContinuousClock.Instant)] {
        if failures.isEmpty { return [] }
        return wanted.compactMap { key, entry in
            guard entry.isAnswered, entry.priority == .visible else { return nil }
            return failures.recovery(of: key).map { (key, $0) }
        }
    }

    private func scheduleRecovery() {
        guard timer == nil, !loader.lifetime.isOver, let due = recoveries.map(\.due).min() else { return }
        let wait = max(.zero, due - loader.now())
        timer = Task(priority: .medium) { [weak self, clock = loader.configuration.clock] in
            do { try await clock.sleep(for: wait) } catch { return }
            self?.recover()
        }
    }

    private func recover() {
        timer = nil
        let now = loader.now()
        for (key, due) in recoveries where due <= now {
            guard var entry = wanted[key] else { continue }
            load(&entry)
            wanted[key] = entry
        }
        scheduleRecovery()
        loader.fillSlots()
    }

    // MARK: Changed bytes

    /// The wanted images of a photo, in any size.
    func images(of photo: FetchKey) -> [ImageKey] {
        wanted.values.filter { FetchKey($0.request).isSamePhoto(as: photo) }.map(\.request.key)
    }

    /// Has the images made anew that were decoded from the bytes of `key`.
    func refresh(_ key: FetchKey) {
        for (image, entry) in wanted
        where FetchKey(entry.request) == key && entry.isAnswered && failures[image] == nil {
            wanted[image]?.subscription = loader.refresh(self, entry.request, at: entry.priority)
        }
    }
}
