// A session as the loader sees it: what it wants, what of it is answered, what has failed and when that is retried.
import Photos

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

    private let mailbox: SessionMailbox
    private let loader: LoaderCore
    private var wanted: [ImageKey: Entry] = [:]
    /// The set as it was given last: an equal one changes nothing.
    private var latest: [WantedImage] = []
    private var failures = FailureMemory()
    /// Waits for the first failure that is due to be retried.
    private var timer: Task<Void, Never>?

    init(_ mailbox: SessionMailbox, _ loader: LoaderCore) { (self.mailbox, self.loader) = (mailbox, loader) }

    // MARK: Wishes

    /// Takes what the session wants now.
    /// - Returns: whether it is open.
    func read() -> Bool {
        let wishes = mailbox.readWishes()
        if wishes.isClosed {
            for entry in wanted.values { entry.subscription?.end() }
            wanted = [:]
            timer?.cancel()
            return false
        }
        retry(wishes)
        if let set = wishes.wanted, set != latest { replace(with: set) }
        scheduleRecovery()
        return true
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
            loader.subscribe(self, to: entry.request, id: mailbox.id, kind: .session, at: entry.priority).subscription
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
            wanted[image]?.subscription = loader.refresh(self, entry.request, id: mailbox.id, at: entry.priority)
        }
    }
}
