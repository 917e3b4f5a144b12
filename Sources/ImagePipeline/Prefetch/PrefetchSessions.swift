// The prefetch sessions of the loader, and the timers after which their failures are retried.
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
