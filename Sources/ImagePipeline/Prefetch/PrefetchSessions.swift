// The prefetch sessions as the loader sees them: what each wants, what of it is answered, what has failed, and the
// timers after which failures are retried.
import Photos

/// Owns the states of the open sessions, which change their subscriptions themselves.
final class PrefetchSessions {
    private let configuration: LoaderConfiguration
    private let jobs: any SubscriptionTarget
    private let memory: MemoryCache
    private let records: LoaderRecords
    private let lifetime: LoaderLifetime
    private let outbox: Outbox
    private var states: [Subscriber.ID: PrefetchState] = [:]
    /// At most one for each session: for the first failure that is due.
    private var timers: [Subscriber.ID: Task<Void, Never>] = [:]

    init(
        configuration: LoaderConfiguration, jobs: any SubscriptionTarget, memory: MemoryCache, records: LoaderRecords,
        lifetime: LoaderLifetime, outbox: Outbox
    ) {
        self.configuration = configuration
        self.jobs = jobs
        self.memory = memory
        self.records = records
        self.lifetime = lifetime
        self.outbox = outbox
    }

    /// Open sessions that have wanted something.
    var count: Int { states.count }
    /// Timers that wait for a failure to be retried.
    var timerCount: Int { timers.count }

    /// Reads what a session wants, and subscribes to the difference.
    func read(_ mailbox: PrefetchMailbox) {
        let wishes = mailbox.readWishes()
        let state = states[mailbox.id] ?? makeState(mailbox)
        state.apply(wishes)
        if wishes.isClosed {
            states[mailbox.id] = nil
            timers.removeValue(forKey: mailbox.id)?.cancel()
        } else {
            states[mailbox.id] = state
            scheduleRecovery(of: state)
        }
    }

    /// Delivers an answer to the session that it is for.
    func take(_ answer: Answer, for mailbox: PrefetchMailbox) {
        guard let state = states[mailbox.id] else { return }  // Closed, and would not deliver it.
        state.take(answer)
        scheduleRecovery(of: state)
    }

    /// Retries the visible failures of a session that are due.
    func recover(_ id: Subscriber.ID) {
        timers[id] = nil
        guard let state = states[id] else { return }
        state.recover(at: configuration.now())
        scheduleRecovery(of: state)
    }

    // MARK: Changed bytes

    /// The images of a photo that any session wants, in any size.
    func images(of photo: FetchKey) -> [ImageKey] { states.values.flatMap { $0.images(of: photo) } }

    /// Subscribers to newer images, for those that were decoded from the bytes of `key`.
    func refreshable(_ key: FetchKey) -> [(Subscriber, ImageRequest)] { states.values.flatMap { $0.refreshable(key) } }

    /// Notes that an image of a session is being made anew.
    func noteRefreshing(_ key: ImageKey, for id: Subscriber.ID) { states[id]?.noteRefreshing(key) }

    private func makeState(_ mailbox: PrefetchMailbox) -> PrefetchState {
        PrefetchState(
            mailbox: mailbox, jobs: jobs, memory: memory, records: records, lives: configuration.failureLives,
            now: configuration.now)
    }

    private func scheduleRecovery(of state: PrefetchState) {
        let id = state.mailbox.id
        guard !lifetime.isOver, timers[id] == nil, let due = state.nextRecovery else { return }
        let wait = max(.zero, due - configuration.now())
        timers[id] = outbox.run { [clock = configuration.clock] in
            do { try await clock.sleep(for: wait) } catch { return nil }
            return .recoveryDue(id)
        }
    }
}

/// The loader's side of a session. A new wanted set is compared with the last one; only the difference is subscribed
/// to.
final class PrefetchState {
    private struct Entry {
        let request: ImageRequest
        var priority: LoadPriority
        /// Answered by a delivery. An entry that is not has a subscription.
        var isAnswered = false
    }

    let mailbox: PrefetchMailbox
    private let jobs: any SubscriptionTarget
    private let memory: MemoryCache
    private let records: LoaderRecords
    private let lives: FailureLives
    private let now: @Sendable () -> ContinuousClock.Instant
    private var wanted: [ImageKey: Entry] = [:]
    /// The set as it was given last: an equal one changes nothing.
    private var latest: [WantedImage] = []
    private var failures = FailureMemory()

    init(
        mailbox: PrefetchMailbox, jobs: any SubscriptionTarget, memory: MemoryCache, records: LoaderRecords,
        lives: FailureLives, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.mailbox = mailbox
        self.jobs = jobs
        self.memory = memory
        self.records = records
        self.lives = lives
        self.now = now
    }

    // MARK: Wishes

    /// Takes what the session wants now.
    func apply(_ wishes: PrefetchMailbox.Wishes) {
        if wishes.isClosed { return leave(wanted) }
        retry(wishes)
        if let set = wishes.wanted, set != latest { replace(with: set) }
    }

    private func retry(_ wishes: PrefetchMailbox.Wishes) {
        for key in wishes.retryAll ? Set(wanted.keys) : wishes.retries where failures.forget(key) {
            guard var entry = wanted[key], entry.isAnswered else { continue }
            load(&entry)
            wanted[key] = entry
        }
        if wishes.retryAll { failures = FailureMemory() }
    }

    /// Takes a new set: what is wanted joins before what is not any more leaves, so that a fetch which both share goes
    /// on.
    private func replace(with set: [WantedImage]) {
        var previous = wanted
        wanted = [:]
        wanted.reserveCapacity(set.count)
        for want in set where wanted[want.request.key] == nil {
            let key = want.request.key
            let entry =
                if let old = previous.removeValue(forKey: key) { keep(old, at: want.priority) } else { begin(want) }
            wanted[key] = entry
            if !entry.isAnswered { jobs.moveToTail(mailbox.id, key) }
        }
        leave(previous)
        mailbox.update { [wanted] in wanted[$0]?.priority }
        latest = set
    }

    /// Takes up an image that enters the set. A failure that still stands answers for it, and so does the memory.
    private func begin(_ want: WantedImage) -> Entry {
        records.count { $0.requests += 1 }
        let key = want.request.key
        var entry = Entry(request: want.request, priority: want.priority)
        let known: Result<any DecodedImage, LoadFailure>? =
            failures.failure(of: key, at: now()).map { .failure($0) } ?? memory.find(key).map { .success($0) }
        guard let known else {
            load(&entry)
            return entry
        }
        entry.isAnswered = true
        mailbox.deliver(Delivery(request: want.request, kind: .final, result: known, priority: want.priority))
        return entry
    }

    /// Keeps an image that stays in the set. One that was evicted after its delivery is loaded again when it has become
    /// more urgent, and only then: a cache smaller than the set must not load in circles.
    private func keep(_ old: Entry, at priority: LoadPriority) -> Entry {
        guard priority != old.priority else { return old }
        let key = old.request.key
        var entry = old
        entry.priority = priority
        if !old.isAnswered {
            jobs.setPriority(priority, of: mailbox.id, key)
        } else if priority > old.priority, failures.failure(of: key, at: now()) == nil, !memory.contains(key) {
            load(&entry)
        }
        return entry
    }

    private func load(_ entry: inout Entry) {
        entry.isAnswered = false
        jobs.admit(
            Subscriber(id: mailbox.id, priority: entry.priority, sink: .session(mailbox), asked: now()), entry.request)
    }

    private func leave(_ entries: [ImageKey: Entry]) {
        for (key, entry) in entries where !entry.isAnswered { jobs.leave(mailbox.id, key) }
    }

    // MARK: Answers

    /// Delivers an answer and remembers a failure.
    func take(_ answer: Answer) {
        let (key, subscriber) = (answer.request.key, answer.subscriber)
        wanted[key]?.isAnswered = true
        switch answer.result {
        case .success: failures.forget(key)
        case .failure where subscriber.isRefreshing: return  // The image that is shown is better than none.
        case .failure(let failure): failures.remember(failure, of: key, at: now(), lives: lives)
        }
        mailbox.deliver(
            Delivery(
                request: answer.request, kind: subscriber.isRefreshing ? .refreshed : .final, result: answer.result,
                priority: subscriber.priority))
    }

    // MARK: Recovery

    /// When the first visible failure that may pass is due to be retried.
    var nextRecovery: ContinuousClock.Instant? {
        guard !failures.isEmpty else { return nil }
        return wanted.lazy
            .filter { $0.value.isAnswered && $0.value.priority == .visible }
            .compactMap { [failures] in failures.recovery(of: $0.key) }
            .min()
    }

    /// Retries the visible failures that are due.
    func recover(at now: ContinuousClock.Instant) {
        for (key, entry) in wanted where entry.isAnswered && entry.priority == .visible {
            guard let due = failures.recovery(of: key), due <= now else { continue }
            var entry = entry
            load(&entry)
            wanted[key] = entry
        }
    }

    // MARK: Changed bytes

    /// The wanted images of a photo, in any size.
    func images(of photo: FetchKey) -> [ImageKey] {
        wanted.values.filter { FetchKey($0.request).isSamePhoto(as: photo) }.map(\.request.key)
    }

    /// Subscribers to newer images, for those that were decoded from the bytes of `key`.
    func refreshable(_ key: FetchKey) -> [(Subscriber, ImageRequest)] {
        wanted.values.filter { FetchKey($0.request) == key && $0.isAnswered && failures[$0.request.key] == nil }
            .map { entry in
                let subscriber = Subscriber(
                    id: mailbox.id, priority: entry.priority, sink: .session(mailbox), asked: now(), isRefreshing: true)
                return (subscriber, entry.request)
            }
    }

    /// Notes that an image is being made anew.
    func noteRefreshing(_ key: ImageKey) { wanted[key]?.isAnswered = false }
}
